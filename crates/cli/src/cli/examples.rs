//! Examples for the help of each command. `docs/commands.md` has the same ones, and a test
//! compares them.

/// The name of each command, after that of the command it belongs to, and its examples. Two spaces and `#` begin a remark.
const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "serve",
        &[
            "outflank serve --open",
            "outflank serve --port 9000 --threads 2",
            "outflank serve --store cup/games.db --agents agents/  # a tournament to watch, agents for matches",
        ],
    ),
    (
        "class",
        &[
            "outflank class init reversi-2026 --name \"Reversi 2026\" --rules reversed",
            "outflank class import reversi-2026 students.csv > codes.csv",
            "outflank class serve reversi-2026",
        ],
    ),
    (
        "class init",
        &[
            "outflank class init reversi-2026 --name \"Reversi 2026\" --rules reversed",
            "outflank class init cup --name Cup --time 2s --deadline 2026-12-01T18:00:00+08:00",
        ],
    ),
    (
        "class serve",
        &[
            "outflank class serve reversi-2026",
            "outflank class serve reversi-2026 --host 0.0.0.0 --workers 4 --allow-host class.example.org --https",
        ],
    ),
    ("class add", &["outflank class add reversi-2026 10000001 \"Ann Lee\""]),
    ("class import", &["outflank class import reversi-2026 students.csv > codes.csv"]),
    ("class reset", &["outflank class reset reversi-2026 10000001"]),
    ("class backup", &["outflank class backup reversi-2026 backup-monday"]),
    ("class restore", &["outflank class restore backup-monday reversi-2026-again"]),
    (
        "play",
        &[
            "outflank play --rules reversed --level 8 -o game.ggf",
            "outflank play --black engine:time=1s --white human",
            "outflank play --resume game.ggf",
        ],
    ),
    (
        "go",
        &[
            "outflank go \"---------------------------OX------XO--------------------------- X\" --time 1s",
            "outflank go POSITION --rules reversed --depth 12 --lines all --json",
            "outflank go f5d6c3  # the position after these moves",
        ],
    ),
    (
        "solve",
        &[
            "outflank solve POSITION --rules reversed",
            "outflank solve endgames.obf --time 10s  # gives up on a position after 10 s",
            "outflank solve POSITION --wld  # win, draw or loss only: faster",
        ],
    ),
    (
        "analyze",
        &[
            "outflank analyze game.ggf --graph game.svg  # or .png",
            "outflank analyze f5d6c3d3c4 --nodes 20000000  # a deeper review",
            "outflank analyze WTH_2024.wtb --number 17 --json  # game 17 of a file",
        ],
    ),
    (
        "convert",
        &[
            "outflank convert WTH_2024.wtb games.ggf  # names from the .jou and .trn files beside it",
            "outflank convert wthor/ all.jsonl  # a folder of files",
            "outflank convert - - --to position  # pasted text in any format",
        ],
    ),
    ("gtp", &["outflank gtp --time 1s", "outflank gtp --rules reversed --level 8"]),
    ("nboard", &["outflank nboard --depth 12 --threads 2"]),
    (
        "match",
        &[
            "outflank match engine:level=8 classic:corner,depth=4 --games 20 --seed 1",
            "outflank match agent.py engine:level=3 --rules reversed --platform course",
            "outflank match engine:level=8 'gtp:edax -gtp' --games 200 --time 2s --store games.db",
            "outflank match engine:weights=new.weights engine:book=off --sprt elo0=0,elo1=5 --games 20000 --store games.db",
        ],
    ),
    (
        "explain",
        &[
            "outflank explain f5d6c3d3c4 --rules reversed --player classic:evolved",
            "outflank explain f5d6c3d3c4 --player engine --picture heat.svg",
            "outflank explain f5d6c3d3c4 --rules reversed --player genome:mine.toml --depth 3 --json",
        ],
    ),
    (
        "compare",
        &[
            "outflank compare chess_log.txt --rules reversed --player classic:evolved,depth=5",
            "outflank compare game.ggf --player engine:level=8 --side black",
        ],
    ),
    (
        "tournament",
        &[
            "outflank tournament agents/ --rules reversed --platform course --rounds 5 -o cup",
            "outflank tournament agents/ --player engine:level=3 --kind gauntlet --challenger mine",
            "outflank tournament cup.toml --autoplay --for 10m  # a points race for ten minutes",
        ],
    ),
    (
        "games",
        &[
            "outflank games games.db --player corner --latest 10",
            "outflank games games.db 12  # game 12 move by move",
            "outflank games games.db --event 3 -o all.ggf",
        ],
    ),
    (
        "check",
        &[
            "outflank check agent.py --rules reversed",
            "outflank check agent.py --time 2s --memory 512",
            "outflank check agent.py --cases cases.txt  # the boards of a case file of the course",
            "outflank check 'gtp:edax -gtp' --platform strict",
        ],
    ),
    (
        "evolve",
        &[
            "outflank evolve runs/mine --form five-factor",
            "outflank evolve runs/004 --preset report-004 --generations 80",
            "outflank evolve runs/cma --form evolved --optimiser cma-es --generations 20",
            "outflank evolve runs/smooth --form continuous --genome continuous-evolved",
            "outflank evolve runs/reversi --form continuous --rules reversi",
            "outflank evolve runs/000 --preset report-000 --pause --join adjusted.toml",
        ],
    ),
    (
        "reports",
        &[
            "outflank reports --quick",
            "outflank reports generation-cost against-random",
            "outflank reports -o reports  # all of them, with the page reports/reports.html",
        ],
    ),
    (
        "selfplay",
        &[
            "outflank selfplay games --depth 8 --games 20000",
            "outflank selfplay games-reversed --rules reversed --weights hand-made --depth 4 --games 2000",
        ],
    ),
    (
        "train patterns",
        &[
            "outflank train patterns games -o fit",
            "outflank train patterns games-1 games-2 -o fit --steps 30",
            "outflank play --white engine:weights=fit/reversi.weights",
        ],
    ),
    (
        "calibrate",
        &[
            "outflank calibrate --weights fit/reversi.weights --games games -o new.weights",
            "outflank calibrate --rules reversed --boards 100",
        ],
    ),
    (
        "eval check",
        &[
            "outflank eval check --weights new.weights",
            "outflank eval check --rules reversed --weights hand-made --weights built-in  # both and the difference",
            "outflank eval check set/evaluation-reversi.obf --depth 4 --json",
        ],
    ),
    (
        "eval label",
        &[
            "outflank selfplay games --depth 6 --exact 12 --opening 4-40 --games 3000",
            "outflank eval label games -o set  # set/evaluation-reversi.obf",
            "outflank eval label games -o quick --positions 500 --exact 14 --depth 8",
        ],
    ),
    (
        "gate",
        &[
            "outflank gate built-in new.weights --rules reversed  # until the SPRT accepts or rejects",
            "outflank gate engine:depth=2 engine:depth=4 --games 20 --fixed",
            "outflank gate classic:five-factor genome:runs/mine/champion.toml --rules reversed --fixed --games 200",
        ],
    ),
    (
        "zero train",
        &[
            "outflank zero train runs/mine --rules reversed --preset tiny --minutes 30",
            "outflank zero train runs/mine  # goes on",
            "outflank match zero:runs/mine/best.network,simulations=200 greedy --rules reversed --games 20",
        ],
    ),
    ("zero show", &["outflank zero show runs/mine"]),
    (
        "zero predict",
        &[
            "outflank zero predict runs/mine/best.network",
            "outflank zero predict runs/mine/best.network --json",
        ],
    ),
    (
        "zero export",
        &[
            "outflank zero export runs/mine/best.network mine.onnx",
            "outflank zero export runs/mine/best.network small.network",
        ],
    ),
    (
        "book",
        &[
            "outflank book build books/reversi --positions 50000",
            "outflank book show f5d6c3",
            "outflank book coverage WTH_2024.wtb",
        ],
    ),
    (
        "book build",
        &[
            "outflank book build books/reversi --positions 50000",
            "outflank book build books/reversed --rules reversed --depth 22 --threads 2",
        ],
    ),
    (
        "book extend",
        &[
            "outflank book extend books/reversi --positions 10000",
            "outflank book extend books/reversi --line f5d6c3d3c4  # this opening too",
            "outflank book extend books/reversi --line games.ggf --plies 12",
        ],
    ),
    (
        "book show",
        &["outflank book show", "outflank book show f5d6c3 --book books/reversi/reversi.book"],
    ),
    (
        "book verify",
        &[
            "outflank book verify --rules reversed",
            "outflank book verify --book books/reversi/reversi.book --search 20",
        ],
    ),
    ("book export", &["outflank book export -o book.obf", "outflank book export --format jsonl"]),
    (
        "book coverage",
        &[
            "outflank book coverage WTH_2024.wtb WTH_2023.wtb",
            "outflank book coverage games.ggf --rules reversed --plies 20 --json",
        ],
    ),
    (
        "worker",
        &[
            "outflank worker --cluster nats://10.0.0.1:4222",
            "outflank worker --cluster nats://10.0.0.1:4222 --cores 4 --kinds selfplay,evolve",
            "outflank worker --cluster tls://lab.example --kinds agents  # programs that nobody trusts",
        ],
    ),
    (
        "cluster",
        &[
            "outflank cluster status --cluster nats://10.0.0.1:4222 --watch",
            "outflank cluster drain --cluster nats://10.0.0.1:4222",
            "outflank cluster purge --cluster nats://10.0.0.1:4222",
        ],
    ),
    ("cluster status", &["outflank cluster status --cluster nats://10.0.0.1:4222 --json"]),
    ("cluster drain", &["outflank cluster drain --cluster nats://10.0.0.1:4222"]),
    ("cluster purge", &["outflank cluster purge --cluster nats://10.0.0.1:4222"]),
    ("bench", &["outflank bench", "outflank bench --json"]),
    (
        "perft",
        &[
            "outflank perft 9  # 3 005 288 at depth 9",
            "outflank perft 6 --divide  # the count of each first move",
        ],
    ),
    ("completions", &["outflank completions bash > outflank.bash"]),
    ("man", &["outflank man man/  # manual pages in a folder"]),
];

/// The examples of a command, one a line.
pub(super) fn examples(command: &str) -> Option<&'static [&'static str]> {
    EXAMPLES.iter().find(|(name, _)| *name == command).map(|(_, lines)| *lines)
}

/// The examples of a command, as its help shows them.
pub(super) fn help(command: &str) -> Option<String> {
    Some(format!("Examples:\n  {}", examples(command)?.join("\n  ")))
}
