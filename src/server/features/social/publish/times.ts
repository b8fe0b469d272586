const minuteMs = 60_000

/** Later than this a post waits for the owner's word. */
export const latestMs = 6 * 60 * minuteMs
/** A claim is kept so long after the last stored step. Twice the longest call without a renewal. */
export const claimMs = 90_000
/** After this a request that was not answered is no longer under way at the network. */
export const settledMs = 2 * minuteMs
/** The same where the network says by itself how far the post is. */
export const toldMs = 20_000
/** A held account is looked at again so often. */
export const accountMs = minuteMs
/** The daily publishing limit is a moving one; the network names no time. */
export const limitMs = 30 * minuteMs

/** When the network is asked again for a post that it did not answer for: 3 s, 10 s, 30 s … after the request. */
export function nextLookMs(sinceSentMs: number): number {
  const looks = [3_000, 10_000, 30_000, 60_000, settledMs]
  const next = looks.find((at) => at > sinceSentMs + 500)
  return next === undefined ? minuteMs : next - sinceSentMs
}

/** Failures that may pass: 5 s, 10 s, 20 s … at most 10 min, a quarter of it by chance. */
export function backOffMs(tries: number, atLeastSeconds = 0): number {
  const wait = Math.min(5_000 * 2 ** Math.min(tries, 8), 10 * minuteMs)
  return Math.max(wait * (0.75 + Math.random() / 4), atLeastSeconds * 1_000)
}
