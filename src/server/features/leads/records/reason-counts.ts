/** How many rows were skipped or rejected, by reason. */
export type ReasonCounts = { skipped: Record<string, number>; rejected: Record<string, number> }

export const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((total, rows) => total + rows, 0)
