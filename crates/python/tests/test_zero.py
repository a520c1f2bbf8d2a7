"""Networks as functions, and the search over any function."""

import itertools
import pickle
import subprocess
import sys

import numpy as np
import pytest

from outflank import Board, arena, zero
from outflank.vec import VecEnv


@pytest.fixture(scope="module")
def network():
    return zero.Network("reversed", blocks=1, channels=16, seed=1)


def observations(plies, games=20):
    env = VecEnv(games, rules="reversed", seed=3)
    env.reset()
    for _ in range(plies):
        env.step(env.random_actions())
    return env.observations(), env.action_mask()


def even(boards):
    """A function that knows nothing."""
    return np.ones((len(boards), 64)), np.zeros(len(boards))


def test_a_network_predicts_only_legal_moves(network):
    boards, legal = observations(20)
    found = network(boards)
    assert [array.shape for array in found] == [(20, 64), (20,), (20, 3), (20,)]
    assert (found.policy[~legal[:, :64]] == 0).all()
    movable = legal[:, :64].any(axis=1)
    assert np.allclose(found.policy[movable].sum(axis=1), 1, atol=1e-5)
    assert np.allclose(found.outcome.sum(axis=1), 1, atol=1e-5)
    assert np.allclose(found.value, found.outcome[:, 0] - found.outcome[:, 2])
    # Each board is predicted the same alone, and as floats.
    alone = network(boards[3:4].astype(np.float32))
    assert (alone.policy[0] == found.policy[3]).all()


def test_a_network_is_stored_and_pickled(network, tmp_path):
    boards, _ = observations(10)
    path = tmp_path / "some.network"
    network.save(path)
    for same in (zero.Network.load(path), pickle.loads(pickle.dumps(network))):
        assert (same(boards).policy == network(boards).policy).all()
        assert (same.rules, same.blocks, same.channels) == (network.rules, 1, 16)
    assert repr(network) == "<Network 1x16 for reversed, generation 0, 0 games>"
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ValueError, match=r"some\.network: .*not complete"):
        zero.Network.load(path)
    with pytest.raises(FileNotFoundError, match="nothing"):
        zero.Network.load(tmp_path / "nothing")


def test_wrong_arguments_are_named(network):
    with pytest.raises(ValueError, match=r"expected \(n, 2, 8, 8\)"):
        network(np.zeros((3, 8, 8)))
    with pytest.raises(ValueError, match="two discs"):
        network(np.ones((1, 2, 8, 8)))
    with pytest.raises(ValueError, match="multiple of 16"):
        zero.Network(channels=20)
    with pytest.raises(ValueError, match=r"policies have shape \(1, 65\), expected \(1, 64\)"):
        zero.search([Board()], lambda boards: (np.ones((1, 65)), np.zeros(1)))
    with pytest.raises(ValueError, match="not all finite"):
        zero.search([Board()], lambda boards: (np.ones((1, 64)), np.full(1, np.nan)))
    with pytest.raises(ValueError, match="no legal move"):
        zero.search([Board("X" * 64 + " X")], even)


def test_a_search_of_many_boards_shares_its_calls():
    sizes = []

    def counting(boards):
        sizes.append(len(boards))
        return even(boards)

    found = zero.search([Board(), Board().play("d3")], counting, simulations=30)
    assert found.visits.sum(axis=1).tolist() == [30, 30]
    assert sizes == [2] * 31
    assert np.allclose(found.policies.sum(axis=1), 1, atol=1e-5)
    assert Board().is_legal(int(found.actions[0]))


def test_a_search_follows_the_function():
    wanted = 19

    def prefers(boards):
        policies, values = even(boards)
        policies[:, wanted] = 50
        return policies, values

    assert zero.search([Board()], prefers, simulations=40).actions.tolist() == [wanted]


def test_games_follow_from_the_seed_and_their_number(network):
    def first_games(count, at_once):
        games = zero.selfplay(network, "reversed", games=at_once, simulations=6, seed=4)
        found = {game.number: game for game in itertools.islice(games, count)}
        return found

    many, few = first_games(3, 3), first_games(1, 1)
    assert set(many) == {0, 1, 2}
    assert few[0].moves == many[0].moves
    assert few[0].moves != many[1].moves
    game = many[0]
    assert game.board.is_over
    assert game.observations.shape == (len(game.moves), 2, 8, 8)
    winner = game.board.winner("reversed")
    # Black makes the first move.
    assert game.results[0] == -winner
    assert np.allclose(game.policies.sum(axis=1), 1, atol=1e-5)


def test_a_network_plays_in_the_arena_and_on_the_course(network):
    player = zero.Player(network, simulations=8)
    choice = player.choose(Board())
    assert choice.exact is None
    assert sum(searched.visits for searched in choice.moves) == 8
    visits = {searched.move: searched.visits for searched in choice.moves}
    assert visits[choice.move] == max(visits.values())
    result = arena.match(player, "random", rules="reversed", games=2)
    assert len(result.games) == 2
    for kind in (zero.agent(network), zero.ReversiAI, zero.ReversedAI):
        agent = kind(8, -1, 0.2)
        agent.go(Board().to_array())
        assert len(agent.candidate_list) >= 5
        assert Board().is_legal(agent.candidate_list[-1])


def test_the_networks_that_ship_have_learnt():
    for rules in ("reversi", "reversed"):
        shipped = zero.Network.shipped(rules)
        assert shipped.rules.name == rules
        player = zero.Player(shipped, simulations=10)
        assert arena.match(player, "random", rules=rules, games=10, seed=1).score >= 0.7


def legal_squares(boards):
    """The squares that the side of the first plane may play."""
    sides = np.packbits(boards.reshape(-1, 2, 64) != 0, axis=2, bitorder="little").view("<u8")
    found = [Board.from_bits(int(own), int(opp), -1).legal_mask()[:64] for own, opp in sides[:, :, 0]]
    return np.array(found).reshape(-1, 8, 8)


def test_onnxruntime_predicts_the_same_from_the_exported_model(network, tmp_path):
    runtime = pytest.importorskip(
        "onnxruntime", reason="onnxruntime is not installed, so no other program reads the model"
    )
    file, model = tmp_path / "some.network", tmp_path / "some.onnx"
    network.save(file)
    command = [sys.executable, "-m", "outflank", "zero", "export", str(file), str(model)]
    subprocess.run(command, check=True, timeout=120)
    boards, mask = observations(20)
    own, opponent = boards[:, 0].astype(np.float32), boards[:, 1].astype(np.float32)
    empty = 1 - own - opponent
    count = empty.sum(axis=(1, 2), keepdims=True)
    planes = np.stack(
        [
            own,
            opponent,
            empty,
            legal_squares(boards),
            legal_squares(boards[:, ::-1]),
            np.ones_like(own),
            np.broadcast_to(count / 60, own.shape),
            np.broadcast_to(count % 2, own.shape),
        ],
        axis=1,
    ).astype(np.float32)
    session = runtime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    moves, outcome, score = session.run(["moves", "outcome", "score"], {"planes": planes})
    found = network(boards)
    assert np.allclose(outcome, found.outcome, atol=1e-5)
    assert np.allclose(score @ np.arange(-64, 65, 2), found.score, atol=1e-3)
    for number in range(len(boards)):
        legal = mask[number, :64]
        if legal.any():
            shares = np.exp(moves[number, legal] - moves[number, legal].max())
            assert np.allclose(shares / shares.sum(), found.policy[number, legal], atol=1e-5)
