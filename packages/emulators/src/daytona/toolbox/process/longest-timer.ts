/** A timer cannot wait longer, and would fire at once. */
export const longestTimerMs: number = 2 ** 31 - 1
