import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files of those that fill a processor: they begin first, so that the last minute does not belong to one. */
const longest = ['/bad-input.test.ts', '/hostile-workbooks.test.ts', '/hostile-old-formats.test.ts']

/** Files that mostly wait, for processes that are killed or for time to pass; the longest first. */
const waiting = [
  '/test/chaos/chaos.test.ts',
  '/held-webhooks.test.ts',
  '/recovery/recovery.test.ts',
  '/chaos/social/planning.test.ts',
  '/chaos/inbox.test.ts',
  '/chaos/sequences.test.ts',
  '/chaos/went-back.test.ts',
  '/chaos/social/social.test.ts',
  '/process/start.test.ts',
  '/http-step.test.ts',
  '/chaos/deletion.test.ts',
  '/server-watch.test.ts',
  '/process/backup.test.ts',
  '/webhooks/hand-over.test.ts',
  '/files/files.test.ts',
  '/chaos/clicks.test.ts',
]

/** As many of them begin at once. */
const atOnce = 2
/** The last one begins when so many of the other files have begun: then it ends before they do. */
const lastAfter = 0.7

/**
 * Spreads the files that wait among the others: side by side they leave the processors idle. Vitest begins with the
 * largest files where it has no times of an earlier run, as in a fresh clone.
 */
export class SpreadWaiting extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeIn = (names: readonly string[], { moduleId }: TestSpecification): number => {
      const at = names.findIndex((name) => moduleId.endsWith(name))
      return at < 0 ? names.length : at
    }
    const byPlace = (names: readonly string[]) => (one: TestSpecification, other: TestSpecification) =>
      placeIn(names, one) - placeIn(names, other)
    const isWaiting = (file: TestSpecification): boolean => placeIn(waiting, file) < waiting.length
    const sorted = await super.sort(files)
    const slow = sorted.filter(isWaiting).sort(byPlace(waiting))
    const quick = sorted.filter((file) => !isWaiting(file)).sort(byPlace(longest))
    const step = Math.max(Math.floor((quick.length * lastAfter) / Math.max(slow.length - atOnce, 1)), 1)
    const spread = quick.flatMap((file, at) =>
      at > 0 && at % step === 0 ? [...slow.splice(atOnce, 1), file] : [file],
    )
    return [...slow.splice(0, atOnce), ...spread, ...slow]
  }
}
