/** Leads of the first batch of a change of many. */
export const firstRows = 1000
/** Fewer would mostly pay for their transaction. */
const fewestRows = 200
const mostRows = 5000

/** A list that is asked for meanwhile shares the processor with a batch: it may last no longer than this. */
const busyMilliseconds = 50
/** While nobody asks: a request that comes in its midst still has half of two processors. */
const idleMilliseconds = 150

/** From this share of the time in requests on, as much time is left to them as a batch takes. */
const busyShare = 0.5
/** What other processes are asked is not known here: a little is always left. */
const leastRest = 0.05
const mostRestMilliseconds = 100

const busyness = (share: number): number => Math.min(1, Math.max(0, share / busyShare))

/** How many leads the next batch may have, by what the last one took and the share of time that requests need. */
export function nextRows(rows: number, milliseconds: number, share: number): number {
  const wanted = idleMilliseconds - (idleMilliseconds - busyMilliseconds) * busyness(share)
  const fitting = (rows * wanted) / Math.max(1, milliseconds)
  return Math.floor(Math.min(mostRows, Math.max(fewestRows, rows / 2, Math.min(rows * 2, fitting))))
}

/** How long to wait before the next batch. */
export function restAfter(milliseconds: number, share: number): number {
  return Math.min(mostRestMilliseconds, milliseconds * Math.max(leastRest, busyness(share)))
}
