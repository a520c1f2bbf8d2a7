// What a board shows besides its discs.

/** A score on an empty square, for the side to move. */
export interface SquareScore {
  score: number;
  /** Proven to the end of the game. */
  exact: boolean;
  best: boolean;
}

/** A sign on a square: a hint, a solution or an error. */
export type Mark = "hint" | "right" | "wrong";
