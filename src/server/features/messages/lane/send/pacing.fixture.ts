import type { Pacer, Turn } from './pacing.ts'

/** Takes a turn, if there is one, whose message leaves on an open connection. */
export function leave(pacer: Pacer, now: number): Turn | undefined {
  if (pacer.take(now) > 0) return undefined
  pacer.left(pacer.lastTurn())
  return pacer.lastTurn()
}

/** Takes as many turns as it gets from `from` to `until`, looking at the times that `steps` gives. */
export function takeAll(pacer: Pacer, from: number, until: number, step: () => number): number[] {
  const turns: number[] = []
  for (let now = from; now < until; now += step()) {
    while (leave(pacer, now)) turns.push(now)
  }
  return turns
}

/** The most turns in any second, wherever it begins. */
export function fullestSecond(turns: readonly number[]): number {
  let most = 0
  for (let first = 0, last = 0; last < turns.length; last++) {
    while (turns[last]! - turns[first]! >= 1000) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed * 7919
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Times at which something stands still, as [from, until]. */
export function standstills(random: () => number, longest: number, apart: number): [number, number][] {
  const found: [number, number][] = []
  for (let at = 2000 + random() * 1000; at < 60_000; at += 600 + random() * apart) {
    const until = at + 20 + random() ** 2 * longest
    found.push([at, until])
    at = until
  }
  return found
}
