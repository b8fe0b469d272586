/** Numbers that look random and are the same each time (mulberry32). */
export function createSeeded(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    below,
    chance: (share: number): boolean => next() < share,
    one: <T>(of: readonly T[]): T => of[below(of.length)]!,
    some: <T>(of: readonly T[], count: number): T[] =>
      of
        .map((value) => ({ value, at: next() }))
        .sort((a, b) => a.at - b.at)
        .slice(0, count)
        .map(({ value }) => value),
  }
}
export type Seeded = ReturnType<typeof createSeeded>
