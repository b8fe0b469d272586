import { SequenceContent } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'

/** What a version of a sequence does. */
export async function contentOf(
  app: App,
  businessId: number,
  sequenceId: number,
  version: number,
): Promise<SequenceContent> {
  const row = await app.db
    .selectFrom('sequence_versions')
    .select('content')
    .where('business_id', '=', businessId)
    .where('sequence_id', '=', sequenceId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return readContent(row.content)
}

type Stored = { steps: { kind: string; is_goal?: boolean }[] }

/** A content as it is stored. Before checks had a way for each answer, who was a yes left and the others went on. */
export function readContent(stored: unknown): SequenceContent {
  const { steps, ...content } = stored as Stored
  return SequenceContent.parse({
    ...content,
    steps: steps.map(({ is_goal, ...step }) =>
      is_goal === undefined ? step : { ...step, yes: is_goal ? 'goal' : 'leave', no: 'next' },
    ),
  })
}
