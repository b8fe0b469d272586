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
  return SequenceContent.parse(row.content)
}
