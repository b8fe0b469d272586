import { createContext, Script } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shipped } from '../sources.ts'

/** The time of a processor that one of our patterns may use for one text. */
const mostMs = 100
const literal =
  /(?<=[=(,:?&|![\]{}\s])\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[*\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*)\/([dgimsuvy]*)(?=[\s.,;:)\]}])/g

type Pattern = { at: string; pattern: RegExp }

/** The patterns of our own sources that repeat something: only those can take long. */
const patterns: Pattern[] = shipped.flatMap(({ path, text }) =>
  [...text.matchAll(literal)].flatMap(([, source = '', flags = '']) => {
    if (!/[*+]|\{\d+,\d*\}/.test(source)) return []
    try {
      return [{ at: `${path}: /${source}/${flags}`, pattern: new RegExp(source, flags) }]
    } catch {
      // It only looked like one.
      return []
    }
  }),
)

const place: { pattern?: RegExp; text?: string } = createContext({})
const search = new Script('pattern.lastIndex = 0; pattern.test(text)')

/** What it uses of the processor, in ms; it is interrupted once that is too much. */
function used(pattern: RegExp, text: string): number {
  Object.assign(place, { pattern, text })
  // Interrupted by the clock before it had the processor for long, it gets more time.
  for (let timeout = 3 * mostMs; ; timeout *= 2) {
    const before = process.threadCpuUsage()
    let isOver = true
    try {
      search.runInContext(place, { timeout })
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      isOver = false
    }
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1000
    if (isOver || ms > mostMs) return ms
  }
}

/** Whether each of three tries takes long: what only one of them adds was the machine's. */
const takesLong = (pattern: RegExp, text: string): boolean =>
  [1, 2, 3].every(() => used(pattern, text) > mostMs)

it('finds the patterns', () => {
  expect(patterns.length).toBeGreaterThan(100)
  expect(takesLong(/^(a+)+$/, `${'a'.repeat(40)}!`)).toBe(true)
  expect(takesLong(/^a*a*a*b/, 'a'.repeat(1500))).toBe(true)
  expect(takesLong(/^a*a*b/, 'a'.repeat(1500))).toBe(false)
})

it('no pattern of ours takes long for a text that repeats', () => {
  // Long enough for a cube of its length to be seen.
  const pieces = [
    'a',
    '1',
    ' ',
    '\t',
    '\n',
    '.',
    '-',
    '@',
    '/',
    '<',
    '=',
    '"',
    '{',
    '*',
    ',',
    'a.',
    'a ',
    '1 ',
    '-1',
    'é',
    '\u0300',
  ]
  const faults = new Set<string>()
  for (const { at, pattern } of patterns)
    for (const piece of pieces) if (takesLong(pattern, `${piece.repeat(1500)}\u0001`)) faults.add(at)
  expect([...faults]).toEqual([])
})

it('nor for one that is made of pieces of the pattern itself', () => {
  const faults = new Set<string>()
  fc.assert(
    fc.property(
      fc.constantFrom(...patterns),
      fc.nat(),
      fc.integer({ min: 1, max: 4 }),
      ({ at, pattern }, from, length) => {
        const letters = pattern.source.replaceAll(/\\[a-zA-Z]|[()[\]{}?*+^$|\\]/g, '') || 'x'
        const piece = letters.slice(from % letters.length).slice(0, length) || letters
        if (takesLong(pattern, `${piece.repeat(600)}\u0001`)) faults.add(at)
      },
    ),
    { numRuns: 1000, interruptAfterTimeLimit: 5_000 },
  )
  expect([...faults]).toEqual([])
})
