/** Leads of the first batch of a change of many. */
export const firstRows = 1000
/** On a busy machine fewer would mostly pay for their transaction. */
const fewestRows = 500
const mostRows = 5000

/** A list that is asked for meanwhile shares the processor with a batch: it may last no longer than this. */
const batchMilliseconds = 50
/** Of the time that a batch took, the part that is left to others before the next. */
const restShare = 0.5

/** How many leads the next batch may have, by what the last one took. */
export function nextRows(rows: number, milliseconds: number): number {
  const fitting = (rows * batchMilliseconds) / Math.max(1, milliseconds)
  return Math.floor(Math.min(mostRows, Math.max(fewestRows, rows / 2, Math.min(rows * 2, fitting))))
}

/** How long to wait before the next batch. */
export function restAfter(milliseconds: number): number {
  return Math.min(batchMilliseconds, milliseconds * restShare)
}
