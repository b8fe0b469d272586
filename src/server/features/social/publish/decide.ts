import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { requireStaying } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { notify } from '#server/platform/notify.ts'
import { tryVariantsAgain } from '../media/variants.ts'
import { publishChannel, publishDue } from './job-names.ts'

export type Decision = 'publish' | 'posted' | 'cancel'

/** Which states each decision ends. */
const endsOf: Record<Decision, readonly string[]> = {
  publish: ['unknown', 'failed', 'awaiting_owner'],
  posted: ['unknown'],
  cancel: ['unknown', 'failed', 'awaiting_owner'],
}

/**
 * The owner's word on a post that is unknown, failed or late. `publish` of an unknown one asks the network once more,
 * and publishes again only what is not found there.
 */
export async function decidePublication(
  app: App,
  businessId: number,
  id: number,
  decision: Decision,
): Promise<void> {
  await app.transaction(async (tx) => {
    if (decision === 'publish') await requireStaying(tx, businessId)
    const row = await tx.db
      .selectFrom('social_publications')
      .select(['state', 'post_id', 'external_post_id', 'publish_sent_at', 'steps'])
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('post')
    if (!endsOf[decision].includes(row.state)) throw new AppError('conflict', t('social.publish.notToDecide'))
    const now = tx.now()
    const common = { claim: null, retry_at: null, reason: null, detail: null, state_at: now, attempts: 0 }
    const set =
      decision === 'cancel'
        ? { ...common, state: 'cancelled', claimed_until: null }
        : decision === 'posted'
          ? { ...common, state: 'posted', claimed_until: null, posted_at: row.publish_sent_at ?? now }
          : row.state === 'unknown' && row.publish_sent_at
            ? {
                ...common,
                state: 'publishing',
                due_at: now,
                claimed_until: now,
                steps: sql<string>`steps || '{"decided":"publish","sends":1,"counted":0}'::jsonb`,
              }
            : {
                ...common,
                state: 'scheduled',
                due_at: now,
                claimed_until: null,
                publish_sent_at: null,
                external_post_id: null,
                permalink: null,
                steps: sql<string>`'{}'::jsonb`,
              }
    await tx.db
      .updateTable('social_publications')
      .set(set)
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('state', '=', row.state)
      .execute()
    await tx.db
      .insertInto('social_publication_steps')
      .values({ business_id: businessId, publication_id: id, state: set.state, reason: null, at: now })
      .execute()
    if (decision !== 'publish') return
    await tryVariantsAgain(tx, businessId, row.post_id)
    await tx.enqueue(publishDue, {})
    await notify(tx.db, publishChannel, '')
  })
}
