import type { SavedDraft } from '#contract/campaigns/drafts.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'

/** More drafts than this are not a list that anybody reads. */
const most = 100

const toContract = ({
  id,
  name,
  updated_at,
}: {
  id: number
  name: string
  updated_at: Date
}): SavedDraft => ({
  id,
  name,
  updated_at: updated_at.toISOString(),
})

export async function listDrafts(app: App, businessId: number): Promise<SavedDraft[]> {
  const rows = await app.db
    .selectFrom('campaign_drafts')
    .select(['id', 'name', 'updated_at'])
    .where('business_id', '=', businessId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(toContract)
}

/** @throws AppError `not_found`. */
export async function openDraft(
  app: App,
  businessId: number,
  id: number,
): Promise<SavedDraft & { form: Record<string, unknown> }> {
  const row = await app.db
    .selectFrom('campaign_drafts')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('draft')
  return { ...toContract(row), form: row.form as Record<string, unknown> }
}

/** Keeps a form, in the place of draft `id` where one is given. @throws AppError `not_found`, `conflict` when there are too many. */
export async function saveDraft(
  app: App,
  { businessId, userId }: Caller,
  { name, form }: { name: string; form: Record<string, unknown> },
  id?: number,
): Promise<SavedDraft> {
  const values = { name, form: JSON.stringify(form), updated_at: app.now() }
  if (id !== undefined) {
    const changed = await app.db
      .updateTable('campaign_drafts')
      .set(values)
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .returning(['id', 'name', 'updated_at'])
      .executeTakeFirst()
    if (!changed) throw notFound('draft')
    return toContract(changed)
  }
  if ((await listDrafts(app, businessId)).length >= most) {
    throw new AppError('conflict', t('campaigns.errors.tooManyDrafts', { count: most }))
  }
  const added = await app.db
    .insertInto('campaign_drafts')
    .values({ business_id: businessId, created_by: userId, ...values })
    .returning(['id', 'name', 'updated_at'])
    .executeTakeFirstOrThrow()
  return toContract(added)
}

/** @throws AppError `not_found`. */
export async function deleteDraft(app: App, businessId: number, id: number): Promise<void> {
  const gone = await app.db
    .deleteFrom('campaign_drafts')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw notFound('draft')
}
