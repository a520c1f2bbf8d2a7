// Scores and marks on a board.

/** A score on an empty square, in discs for black. */
export interface SquareScore {
  score: number;
  /** Proven to the end of the game. */
  exact: boolean;
  best: boolean;
}

/** A sign on a square: a hint, a solution or an error. */
export type Mark = "hint" | "right" | "wrong";
