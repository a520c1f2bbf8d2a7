//! The commands as a user types them.

use std::fs;

use tempfile::TempDir;

use crate::common::{outflank, text};

const START: &str = "---------------------------OX------XO--------------------------- X";

mod perft {
    use super::{START, outflank};

    #[test]
    fn counts_are_the_published_ones() {
        let lines = outflank(&["perft", "9", "--json"]).ok().json_lines();
        let nodes: Vec<_> = lines.iter().map(|line| line["nodes"].as_u64().unwrap()).collect();
        assert_eq!(nodes, [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288]);
        assert_eq!(lines[8]["depth"], 9);
        assert_eq!(lines[8]["position"], START);
    }

    #[test]
    fn a_position_may_begin_with_a_dash_and_flags_may_follow() {
        let lines = outflank(&["perft", "2", START, "--json"]).ok().json_lines();
        assert_eq!(lines[1]["nodes"], 12);
        let divided = outflank(&["perft", "2", "--divide"]).ok().out;
        assert_eq!(divided.lines().count(), 4);
        assert_eq!(divided.split_whitespace().collect::<Vec<_>>()[..2], ["d3", "3"]);
    }

    #[test]
    fn wrong_arguments_get_one_sentence() {
        outflank(&["perft"]).refused("the following required arguments were not provided: <DEPTH>");
        outflank(&["perft", "61"]).refused("invalid value '61' for '<DEPTH>': 61 is not in 0..=60");
        outflank(&["perft", "3", "--0"]).refused(
            "invalid value '--0' for '[POSITION]': square c1 is '0', which is white to some \
             tools and black to others: write X or O",
        );
    }
}

mod bench {
    use super::outflank;

    #[test]
    fn every_kernel_counts_the_same_nodes() {
        let lines = outflank(&["bench", "--json"]).ok().json_lines();
        let kernels: Vec<_> = lines.iter().filter(|line| line["kernel"].is_string()).collect();
        assert!(!kernels.is_empty());
        for line in kernels {
            assert_eq!(line["nodes"], 8_059_267, "{line}");
        }
    }

    /// The fingerprint of the search: a change of it belongs into a commit that
    /// says why.
    #[test]
    fn the_search_of_each_game_looks_at_as_many_nodes_as_ever() {
        let known = include_str!("../../../../data/bench.txt");
        let lines = outflank(&["bench", "--json"]).ok().json_lines();
        let found: Vec<_> = lines
            .iter()
            .filter(|line| line["rules"].is_string())
            .map(|line| format!("{} {}", line["rules"].as_str().unwrap(), line["nodes"]))
            .collect();
        assert_eq!(found, known.lines().collect::<Vec<_>>());
    }
}

mod help {
    use super::{TempDir, fs, outflank, text};
    use crate::common::outflank_with;

    #[test]
    fn completions_know_the_commands() {
        for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
            let script = outflank(&["completions", shell]).ok().out;
            assert!(script.contains("perft") && script.contains("convert"), "{shell}");
        }
    }

    #[test]
    fn every_command_has_a_manual_page() {
        let folder = TempDir::new().unwrap();
        let man = folder.path().join("man");
        outflank(&["man", text(&man)]).ok();
        for page in
            ["outflank", "outflank-play", "outflank-convert", "outflank-perft", "outflank-bench"]
        {
            let page = fs::read_to_string(man.join(format!("{page}.1"))).unwrap();
            assert!(page.starts_with(".ie") && page.contains(".SH SYNOPSIS"), "{page}");
        }
        assert!(outflank(&["man"]).ok().out.contains("outflank\\-perft(1)"));
    }

    #[test]
    fn an_old_spelling_works_with_a_notice() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("game.ggf");
        let arguments = ["play", "--white", "human", "--save", text(&path)];
        let answer = outflank_with("quit\n", &arguments).ok();
        assert!(answer.err.starts_with("outflank: --save is now --output"), "{}", answer.err);
        assert!(path.exists());
    }

    #[test]
    fn help_and_version_are_answers() {
        assert!(outflank(&["--help"]).ok().out.contains("Usage: outflank"));
        assert!(outflank(&["--version"]).ok().out.starts_with("outflank 0."));
        outflank(&["fly"])
            .refused("unrecognized subcommand 'fly': a similar subcommand exists: 'play'");
        outflank(&["bench", "--jsom"])
            .refused("unexpected argument '--jsom' found: a similar argument exists: '--json'");
    }
}
