import { describe, expect, it } from "vitest";

import { difference, numberText, title } from "./genes";
import { settingsRows } from "./settings";

describe("numbers of agents", () => {
  it("have about three digits, and no zeros behind the point", () => {
    expect([0, -0.001, 1.5, -12.345, 123.456, 100, 10, -0.25].map(numberText)).toEqual(
      ["0", "0", "1.5", "−12.3", "123", "100", "10", "−0.25"],
    );
  });

  it("have names in words", () => {
    expect(title("opponent_moves")).toBe("Opponent moves");
  });

  it("are compared shape by shape", () => {
    const matrix = { name: "map", kind: "matrix" as const, values: [3, -1] };
    expect(difference(matrix, { ...matrix, values: [1, 1] })).toEqual({ ...matrix, values: [2, -2] });
    const table = { name: "t", kind: "table" as const, rows: ["early"], columns: ["a", "b"], values: [[1, 2]] };
    expect(difference(table, { ...table, values: [[1, 5]] })).toEqual({ ...table, values: [[0, -3]] });
    const number = { name: "n", kind: "number" as const, value: 4 };
    expect(difference(number, { ...number, value: 1 })).toEqual({ ...number, value: 3 });
    expect(difference(number, undefined)).toEqual(number);
  });
});

describe("settings", () => {
  it("are told as rows, whatever they hold", () => {
    const mutation = { gaussian: { rate: { constant: 0.3 }, strength: { exponential: { from: 0.1, half_life: 25 } } } };
    const settings = { seed: 1, openings: { random: 4 }, optimiser: { genetic: { elites: 2, mutation } } };
    expect(settingsRows(settings)).toEqual([
      ["Seed", "1"], ["Openings", "random 4"], ["Optimiser", "genetic"], ["Elites", "2"],
      ["Mutation", "gaussian, rate: constant 0.3, strength: exponential, from 0.1, half life 25"],
    ]);
  });
});
