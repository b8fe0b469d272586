import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longest for their size. Vitest begins with the largest files where it has no times of an earlier run,
 * as in a fresh clone: the last minute belonged to one of these alone.
 */
const longest = [
  '/chaos/social/planning.test.ts',
  '/chaos.test.ts',
  '/held-webhooks.test.ts',
  '/bad-input.test.ts',
  '/recovery/recovery.test.ts',
  '/process/start.test.ts',
  '/hostile-workbooks.test.ts',
  '/hostile-old-formats.test.ts',
  '/chaos/social/social.test.ts',
  '/chaos/sequences.test.ts',
  '/chaos/went-back.test.ts',
  '/chaos/inbox.test.ts',
  '/http-step.test.ts',
  '/server-watch.test.ts',
  '/chaos/deletion.test.ts',
  '/import-turns.test.ts',
  '/export.test.ts',
  '/help-messages.test.ts',
]

/** Begins with the longest files, so that all workers end together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(name))
      return at < 0 ? longest.length : at
    }
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => place(a) - place(b))
  }
}
