import { createHash } from 'node:crypto'
import type { App } from '#server/app.ts'
import { createContent } from '#server/features/messages/messages.ts'
import type { Sendable } from '#server/features/templates/templates.ts'

export type StepKey = { business_id: number; sequence_id: number; version: number; step: number }

/** Whether its steps may be taken; a pause waits for the transaction that asked. */
export async function lockRunning(tx: App, { business_id, sequence_id }: StepKey): Promise<boolean> {
  const row = await tx.db
    .selectFrom('sequences')
    .select('id')
    .where('business_id', '=', business_id)
    .where('id', '=', sequence_id)
    .where('state', '=', 'running')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** What a step sends as the template is now: one content as long as the template stays the same. */
export async function stepContent(tx: App, key: StepKey, sendable: Sendable): Promise<number> {
  const { title: _, problem: _not, status: _now, ...source } = sendable
  const hash = createHash('sha256').update(JSON.stringify(source)).digest()
  const known = await tx.db
    .selectFrom('sequence_contents')
    .select('content_id')
    .where('business_id', '=', key.business_id)
    .where('sequence_id', '=', key.sequence_id)
    .where('version', '=', key.version)
    .where('step', '=', key.step)
    .where('source_sha256', '=', hash)
    .executeTakeFirst()
  if (known) return known.content_id
  const content_id = await createContent(tx, key.business_id, sendable)
  await tx.db
    .insertInto('sequence_contents')
    .values({ ...key, source_sha256: hash, content_id })
    // Another process may have been first; either content says the same.
    .onConflict((same) => same.doNothing())
    .execute()
  return content_id
}
