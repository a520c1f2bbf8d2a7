"use strict";
// Names, logs and everything else that players say is set as text, never as
// markup.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}
function draw(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
const titled = (element, text) => { element.append(draw("title", {}, text)); return element; };
const nameOf = (player) => data.players[player].name;
const short = (text, length) => (text.length > length ? text.slice(0, length - 1) + "…" : text);
const signed = (number, digits) => (number > 0 ? "+" : number < 0 ? "−" : "") + Math.abs(number).toFixed(digits || 0);
const percent = (share) => (share === null ? "–" : (100 * share).toFixed(1) + " %");
function duration(ms) {
  if (ms === null) return "–";
  if (ms < 0.01) return "< 0.01 ms";
  if (ms < 1) return ms.toFixed(2) + " ms";
  if (ms < 1000) return ms.toFixed(ms < 10 ? 1 : 0) + " ms";
  return (ms / 1000).toFixed(ms < 10000 ? 2 : 1) + " s";
}
const half = (points) => {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : (whole || "") + "½";
};
const seriesColor = (index) => `var(--s${index % 8})`;

// Numbers on an axis that people like to read.
function ticks(low, high, about) {
  const span = Math.max(high - low, 1e-9);
  const raw = span / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-6; at += step) found.push(Math.round(at / step) * step);
  return found;
}

function showHeader() {
  $("title").textContent = data.title;
  const of = data.total === null ? "" : ` of ${data.total}`;
  const state = { running: "running", complete: "complete", stopped: "stopped" }[data.state];
  $("facts").textContent = [data.kind, data.rules, `${data.players.length} players`,
    `${data.played}${of} games, ${state}`, `platform ${data.platform}`, data.limits,
    `seed ${data.seed}`].filter(Boolean).join(" · ");
  $("footer").textContent = `Made by Outflank ${data.version}, ${data.updated}. `
    + "Ratings are Bradley-Terry on the Elo scale with 0 for the mean of all players; intervals are 95 %.";
}

function showStandings() {
  const heads = ["#", "player", "rating", "above next", "points", "games", "won-drawn-lost", "score", "discs",
    "mean time", "longest", "late", "faults"];
  const table = make("table", {}, make("thead", {}, make("tr", {},
    ...heads.map((head, at) => make("th", { class: at === 1 ? "left" : null, scope: "col" }, head)))));
  const body = make("tbody");
  data.standings.forEach((row, at) => {
    const player = data.players[row.player];
    const faults = Object.entries(row.faults).map(([kind, count]) => `${count} ${kind}`).join(", ");
    const cells = [at + 1, null, `${signed(row.rating, 0)} ± ${row.rating_error.toFixed(0)}`,
      row.superiority === null ? "" : percent(row.superiority), signed(row.points), row.games,
      `${row.wins}-${row.draws}-${row.losses}`, percent(row.score), row.discs === null ? "–" : signed(row.discs, 1),
      duration(row.mean_ms), duration(row.longest_ms), row.late || "", faults];
    body.append(make("tr", {}, ...cells.map((cell, column) => column === 1
      ? make("td", { class: "left name", title: `${player.name} (${player.player})` }, player.name,
        player.player === player.name ? null : make("span", { class: "small" }, player.player))
      : make("td", { class: column >= 11 && cell ? "bad" : null }, String(cell)))));
  });
  table.append(body);
  $("standings").append(table);
  $("standings-note").textContent = `Ordered by ${data.ranking}. A game won is 5 points, lost −5, drawn 0. "Above next" is how probable it is that the player is stronger than the one below.`;
}

// As wide as there is room, so that letters keep their size on a phone.
const chartWidth = (id) => Math.max(320, Math.min(1100, $(id).clientWidth - 16));

function showRatings() {
  const rows = data.standings;
  const width = chartWidth("ratings");
  const [left, right, step, top] = [width < 600 ? 120 : 220, 64, 26, 8];
  const height = top + rows.length * step + 30;
  const low = Math.min(...rows.map((row) => row.rating - row.rating_error), -50);
  const high = Math.max(...rows.map((row) => row.rating + row.rating_error), 50);
  const x = (value) => left + (value - low) / (high - low) * (width - left - right);
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Ratings with intervals" });
  for (const tick of ticks(low, high, width / 110)) {
    svg.append(draw("line", { x1: x(tick), x2: x(tick), y1: top, y2: height - 24, class: "grid", "stroke-width": tick === 0 ? 2 : 1 }),
      draw("text", { x: x(tick), y: height - 8, "text-anchor": "middle", class: "faint" }, signed(tick)));
  }
  rows.forEach((row, at) => {
    const y = top + at * step + step / 2;
    const group = draw("g", {});
    titled(group, `${nameOf(row.player)}: ${signed(row.rating, 0)} ± ${row.rating_error.toFixed(0)}`);
    const [from, to] = [x(row.rating - row.rating_error), x(row.rating + row.rating_error)];
    group.append(draw("text", { x: left - 12, y: y + 4, "text-anchor": "end" }, short(nameOf(row.player), width < 600 ? 15 : 28)),
      draw("line", { x1: from, x2: to, y1: y, y2: y, stroke: "var(--accent)", "stroke-width": 2 }),
      ...[from, to].map((end) => draw("line", { x1: end, x2: end, y1: y - 5, y2: y + 5, stroke: "var(--accent)", "stroke-width": 2 })),
      draw("circle", { cx: x(row.rating), cy: y, r: 5, fill: "var(--accent)", stroke: "var(--ground)", "stroke-width": 2 }),
      draw("text", { x: width - right + 10, y: y + 4 }, signed(row.rating, 0)));
    svg.append(group);
  });
  $("ratings").append(svg);
}

function showRace() {
  if (!data.race || data.race.length === 0) return;
  $("race-section").hidden = false;
  const rounds = [data.players.map(() => 0), ...data.race];
  const width = chartWidth("race");
  const [height, left, right, top, bottom] = [360, 46, width < 600 ? 120 : 170, 12, 34];
  const all = rounds.flat();
  const [low, high] = [Math.min(...all, -5), Math.max(...all, 5)];
  const x = (round) => left + round / (rounds.length - 1) * (width - left - right);
  const y = (points) => top + (high - points) / (high - low) * (height - top - bottom);
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Points after each round" });
  for (const tick of ticks(low, high, 6)) {
    svg.append(draw("line", { x1: left, x2: width - right, y1: y(tick), y2: y(tick), class: "grid", "stroke-width": tick === 0 ? 2 : 1 }),
      draw("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end", class: "faint" }, signed(tick)));
  }
  for (const tick of ticks(0, rounds.length - 1, width / 90).filter(Number.isInteger)) {
    svg.append(draw("text", { x: x(tick), y: height - 14, "text-anchor": "middle", class: "faint" }, String(tick)));
  }
  svg.append(draw("text", { x: left, y: height - 1, class: "faint" }, "rounds"));
  // The first eight have colours; the others stay in the background.
  const order = data.standings.map((row) => row.player);
  let lowest = -Infinity;
  const labels = [];
  order.map((player, rank) => ({ player, rank })).reverse().forEach(({ player, rank }) => {
    const line = rounds.map((points, round) => `${round ? "L" : "M"}${x(round).toFixed(1)} ${y(points[player]).toFixed(1)}`).join("");
    const path = draw("path", { d: line, fill: "none", "stroke-linejoin": "round",
      stroke: rank < 8 ? seriesColor(rank) : "var(--line)", "stroke-width": rank < 8 ? 2.5 : 1.5 });
    svg.append(titled(path, nameOf(player)));
  });
  order.slice(0, 8).forEach((player, rank) => {
    const last = rounds[rounds.length - 1][player];
    // Labels keep a distance, in the order of the points.
    const place = Math.max(y(last), lowest + 16);
    lowest = place;
    labels.push(draw("line", { x1: width - right + 2, x2: width - right + 14, y1: y(last), y2: place, stroke: seriesColor(rank), "stroke-width": 1.5 }),
      draw("text", { x: width - right + 18, y: place + 4 }, `${short(nameOf(player), width < 600 ? 9 : 17)} ${signed(last)}`));
  });
  svg.append(...labels);
  if (lowest + 10 > height) svg.setAttribute("viewBox", `0 0 ${width} ${lowest + 10}`);
  $("race").append(svg);
}

function showCross() {
  const order = data.standings.map((row) => row.player);
  const table = make("table", {}, make("thead", {}, make("tr", {}, make("th", { class: "left" }, ""),
    ...order.map((player, at) => make("th", { scope: "col", title: nameOf(player) }, String(at + 1))))));
  const body = make("tbody");
  order.forEach((player, at) => {
    const row = make("tr", {}, make("th", { class: "left name", scope: "row", title: nameOf(player) }, `${at + 1} ${nameOf(player)}`));
    for (const opponent of order) {
      const [wins, draws, losses, discs] = data.cross[player][opponent];
      const games = wins + draws + losses;
      if (player === opponent || games === 0) { row.append(make("td", { class: player === opponent ? "self" : null }, "")); continue; }
      const share = (wins + draws / 2) / games;
      const strength = Math.round(Math.abs(share - 0.5) * 110);
      const tone = share >= 0.5 ? "var(--accent)" : "var(--bad)";
      const text = `${nameOf(player)} against ${nameOf(opponent)}: ${wins} won, ${draws} drawn, ${losses} lost, ${signed(discs / games, 1)} discs a game`;
      row.append(make("td", { style: `background: color-mix(in srgb, ${tone} ${strength}%, transparent)` },
        make("button", { type: "button", title: text, "aria-label": text, onclick: () => chooseMeeting(player, opponent) },
          `${half(wins + draws / 2)}/${games}`)));
    }
    body.append(row);
  });
  table.append(body);
  $("cross").append(table);
}

const filter = { player: "", opponent: "", faults: false, shown: 50 };
function showFilters() {
  const options = (first) => [make("option", { value: "" }, first),
    ...data.standings.map((row) => make("option", { value: String(row.player) }, short(nameOf(row.player), 40)))];
  const select = (key, first) => make("select", { id: `filter-${key}`, "aria-label": first, onchange: (event) => {
    filter[key] = event.target.value; filter.shown = 50; showGames();
  } }, ...options(first));
  const faults = make("input", { type: "checkbox", id: "filter-faults", onchange: (event) => {
    filter.faults = event.target.checked; filter.shown = 50; showGames();
  } });
  $("filters").append(select("player", "any player"), "against", select("opponent", "anyone"),
    make("label", {}, faults, " ended by a fault"));
  $("more").addEventListener("click", () => { filter.shown += 200; showGames(); });
}
function chooseMeeting(player, opponent) {
  Object.assign(filter, { player: String(player), opponent: String(opponent), faults: false, shown: 50 });
  $("filter-player").value = filter.player;
  $("filter-opponent").value = filter.opponent;
  $("filter-faults").checked = false;
  showGames();
  $("h-games").scrollIntoView({ behavior: "smooth" });
}
function chosenGames() {
  const [player, opponent] = [filter.player, filter.opponent];
  const fits = (game) => {
    const sides = [String(game.black), String(game.white)];
    if (player && opponent && player !== opponent) return sides.includes(player) && sides.includes(opponent);
    const one = player || opponent;
    return !one || sides.includes(one);
  };
  return data.games.filter((game) => fits(game) && (!filter.faults || game.fault));
}
function ending(game) {
  if (game.fault) return `${nameOf(game[game.fault.color])}: ${game.fault.kind}`;
  return game.ending;
}
let open = null;
function showGames() {
  const games = chosenGames();
  const heads = ["game", "black", "white", "result", "moves", "end"];
  const table = make("table", {}, make("thead", {}, make("tr", {},
    ...heads.map((head, at) => make("th", { scope: "col", class: at === 1 || at === 2 || at === 5 ? "left" : null }, head)))));
  const body = make("tbody");
  for (const game of games.slice(0, filter.shown)) {
    const winner = (side) => (side === "black" ? game.score > 0 : game.score < 0);
    const cell = (side) => make("td", { class: "left name", title: nameOf(game[side]), style: winner(side) ? null : "font-weight: 400" }, nameOf(game[side]));
    body.append(make("tr", { onclick: () => showReplay(game), "aria-current": open === game ? "true" : null },
      make("td", {}, make("button", { type: "button", "aria-label": `Replay game ${game.slot}` }, game.slot)), cell("black"), cell("white"),
      make("td", {}, signed(game.score)), make("td", {}, String(game.moves.length)),
      make("td", { class: game.fault ? "left bad" : "left" }, ending(game))));
  }
  table.append(body);
  $("games").replaceChildren(table);
  $("more").hidden = games.length <= filter.shown;
  const kept = data.games.length < data.played ? `The latest ${data.games.length} of ${data.played} games are on this page; the store has all of them. ` : "";
  $("games-note").textContent = `${kept}${games.length} games, results in discs for black. Choose one to replay it.`;
}

const squareOf = (move) => (move.length === 2 && move !== "ps" ? (move.charCodeAt(1) - 49) * 8 + move.charCodeAt(0) - 97 : null);
// The boards of a game, 1 for black and -1 for white, one more than moves.
function boardsOf(game) {
  let board = new Array(64).fill(0);
  let mover = 1;
  if (game.start) {
    const [squares, side] = game.start.split(" ");
    board = Array.from(squares, (mark) => (mark === "X" ? 1 : mark === "O" ? -1 : 0));
    mover = side === "O" ? -1 : 1;
  } else { board[27] = board[36] = -1; board[28] = board[35] = 1; }
  const boards = [board];
  for (const move of game.moves) {
    const square = squareOf(move);
    const next = board.slice();
    if (square !== null) {
      next[square] = mover;
      for (const [down, across] of [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]]) {
        let [row, column] = [(square >> 3) + down, (square & 7) + across];
        const passed = [];
        while (row >= 0 && row < 8 && column >= 0 && column < 8 && board[row * 8 + column] === -mover) {
          passed.push(row * 8 + column); row += down; column += across;
        }
        if (row >= 0 && row < 8 && column >= 0 && column < 8 && board[row * 8 + column] === mover) {
          for (const at of passed) next[at] = mover;
        }
      }
    }
    boards.push(next);
    board = next;
    mover = -mover;
  }
  return boards;
}
const moverAt = (game, ply) => ((game.start && game.start.endsWith("O") ? 1 : 0) + ply) % 2 ? "white" : "black";

function drawBoard(board, last) {
  const svg = draw("svg", { viewBox: "0 0 336 336", class: "board", role: "img", "aria-label": "Board" });
  svg.append(draw("rect", { width: 336, height: 336, rx: 6, fill: "var(--panel)" }),
    draw("rect", { x: 16, y: 16, width: 320, height: 320, fill: "var(--board)" }));
  for (let at = 0; at <= 8; at++) {
    svg.append(draw("path", { d: `M${16 + at * 40} 16V336M16 ${16 + at * 40}H336`, stroke: "var(--board-line)", fill: "none" }));
    if (at < 8) svg.append(draw("text", { x: 36 + at * 40, y: 12, "text-anchor": "middle", class: "faint" }, "abcdefgh"[at]),
      draw("text", { x: 8, y: 40 + at * 40, "text-anchor": "middle", class: "faint" }, String(at + 1)));
  }
  board.forEach((color, square) => {
    if (!color) return;
    const [cx, cy] = [36 + (square & 7) * 40, 36 + (square >> 3) * 40];
    svg.append(draw("circle", { cx, cy, r: 16, fill: color > 0 ? "var(--black)" : "var(--white)", stroke: "var(--board-line)" }));
    if (square === last) svg.append(draw("circle", { cx, cy, r: 4, fill: "var(--s1)" }));
  });
  return svg;
}

// Bars of times, black up and white down, or lines of scores from black's view.
function drawGraph(game, ply, kind) {
  const [width, height, left] = [560, kind === "times" ? 120 : 150, 66];
  const plies = Math.max(game.moves.length, 1);
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": kind });
  const x = (at) => left + (at + 0.5) / plies * (width - left - 4);
  const middle = height / 2;
  const values = kind === "times" ? game.times : game.scores.filter((score) => score !== null);
  const most = Math.max(...values.map(Math.abs), kind === "times" ? 0.001 : 4);
  const y = (value) => middle - value / most * (middle - 12);
  svg.append(draw("line", { x1: left, x2: width, y1: middle, y2: middle, class: "grid" }));
  const label = (value) => (kind === "times" ? duration(Math.abs(value)) : signed(value));
  for (const value of [most, -most]) {
    svg.append(draw("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end", class: "faint" }, label(value)));
  }
  if (ply > 0) svg.append(draw("line", { x1: x(ply - 1), x2: x(ply - 1), y1: 4, y2: height - 4, stroke: "var(--accent)", "stroke-dasharray": "3 3" }));
  const seen = game.moves.map((move, at) => ({ at, side: moverAt(game, at), index: at - game.opening })).filter((one) => one.index >= 0);
  if (kind === "times") {
    for (const { at, side, index } of seen) {
      const time = game.times[index] || 0;
      const end = y(side === "black" ? time : -time);
      svg.append(titled(draw("rect", { x: x(at) - 3, y: Math.min(middle, end), width: 6, height: Math.max(Math.abs(end - middle), 0.5),
        fill: side === "black" ? "var(--s0)" : "var(--s1)" }), `${game.moves[at]} ${duration(time)}`));
    }
  } else {
    for (const color of ["black", "white"]) {
      const points = seen.filter((one) => one.side === color && game.scores[one.index] !== null && game.scores[one.index] !== undefined)
        .map((one) => [x(one.at), y(game.scores[one.index] * (color === "black" ? 1 : -1))]);
      const tone = color === "black" ? "var(--s0)" : "var(--s1)";
      if (points.length) svg.append(draw("path", { d: "M" + points.map((point) => point.map((value) => value.toFixed(1)).join(" ")).join("L"), fill: "none", stroke: tone, "stroke-width": 2 }));
      for (const [cx, cy] of points) svg.append(draw("circle", { cx, cy, r: 2.5, fill: tone }));
    }
  }
  return svg;
}

let step = () => {};
function showReplay(game) {
  open = game;
  location.hash = `game-${game.slot}`;
  showGames();
  $("replay-section").hidden = false;
  const boards = boardsOf(game);
  let ply = game.moves.length;
  const player = (side) => make("span", { title: nameOf(game[side]) }, make("i", { class: `disc ${side[0]}` }), nameOf(game[side]));
  const board = make("div");
  const output = make("output");
  const counts = make("p", { class: "note" });
  const graphs = make("div", { class: "graph" });
  const moves = make("div", { class: "moves" });
  const buttons = game.moves.map((move, at) => make("button", { type: "button", onclick: () => go(at + 1),
    class: at < game.opening ? "opening" : game.late.includes(at) ? "late" : null, title: at < game.opening ? "opening" : game.late.includes(at) ? "late" : null },
    `${at + 1}. ${move}`));
  moves.append(...buttons);
  const hasScores = game.scores.some((score) => score !== null);
  function go(to) {
    ply = Math.max(0, Math.min(game.moves.length, to));
    const current = boards[ply];
    board.replaceChildren(drawBoard(current, ply ? squareOf(game.moves[ply - 1]) : null));
    const discs = (color) => current.filter((mark) => mark === color).length;
    counts.replaceChildren(make("i", { class: "disc b" }), `${discs(1)}  `, make("i", { class: "disc w" }), String(discs(-1)));
    const index = ply - 1 - game.opening;
    const facts = index >= 0 ? ` · ${duration(game.times[index])}${game.scores[index] === null || game.scores[index] === undefined ? "" : ` · ${signed(game.scores[index], 1)}`}` : "";
    output.textContent = `${ply}/${game.moves.length}${ply ? ` ${moverAt(game, ply - 1)} ${game.moves[ply - 1]}${facts}` : ""}`;
    buttons.forEach((button, at) => (at === ply - 1 ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
    graphs.replaceChildren(make("h3", {}, "Times, black up and white down"), drawGraph(game, ply, "times"));
    if (hasScores) graphs.append(make("h3", {}, "What each side thinks, in discs for black"), drawGraph(game, ply, "scores"));
    graphs.append(make("p", { class: "note" }, make("span", { style: "color: var(--s0)" }, "■ "), `${nameOf(game.black)} (black)  `,
      make("span", { style: "color: var(--s1)" }, "■ "), `${nameOf(game.white)} (white)`));
  }
  step = (by) => (by === "first" ? go(0) : by === "last" ? go(game.moves.length) : go(ply + by));
  const control = (mark, text, by) => make("button", { type: "button", "aria-label": text, title: text, onclick: () => step(by) }, mark);
  const logs = ["black", "white"].filter((side) => game.logs[side]).map((side) => make("details", {},
    make("summary", {}, `Log of ${nameOf(game[side])}`), make("pre", {}, game.logs[side])));
  $("replay").replaceChildren(make("div", { class: "replay" },
    make("div", {}, make("div", { class: "players" }, player("black"), player("white")), board,
      make("div", { class: "controls" }, control("«", "First position (Home)", "first"), control("‹", "Back (left arrow)", -1),
        control("›", "Forward (right arrow)", 1), control("»", "Last position (End)", "last"), output), counts),
    make("div", {}, make("p", {}, `Game ${game.slot}: ${game.score === 0 ? "drawn" : `${nameOf(game.score > 0 ? game.black : game.white)} won by ${Math.abs(game.score)}`}, ${game.ending}.`),
      game.fault ? make("p", { class: "fault" }, `${nameOf(game[game.fault.color])} lost by ${game.fault.kind}: ${game.fault.detail}`) : null,
      moves, graphs, ...logs)));
  go(game.moves.length);
  $("replay-section").scrollIntoView({ behavior: "smooth" });
}
document.addEventListener("keydown", (event) => {
  if (!open || event.ctrlKey || event.metaKey || event.altKey || ["SELECT", "INPUT"].includes(event.target.tagName)) return;
  const by = { ArrowLeft: -1, ArrowRight: 1, Home: "first", End: "last" }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  step(by);
});

function showFaults() {
  const games = data.games.filter((game) => game.fault);
  if (!games.length) return;
  $("faults-section").hidden = false;
  for (const game of games.slice(0, 200)) {
    const log = game.logs[game.fault.color];
    $("faults").append(make("details", {},
      make("summary", {}, `${nameOf(game[game.fault.color])}: ${game.fault.kind} in game ${game.slot}, ${game.fault.detail}`),
      make("p", {}, make("button", { type: "button", onclick: () => showReplay(game) }, "Replay the game")),
      log ? make("pre", {}, log) : make("p", { class: "note" }, "It wrote nothing to its log.")));
  }
}

showHeader();
showStandings();
showRatings();
showRace();
showCross();
showFilters();
showGames();
showFaults();
const asked = decodeURIComponent(location.hash.slice(1));
const wanted = asked.startsWith("game-") && data.games.find((game) => `game-${game.slot}` === asked);
if (wanted) showReplay(wanted);
// While it is being played the page shows the latest, unless a game is open.
if (data.state === "running") setInterval(() => { if (!open) location.reload(); }, 10000);
