import { sql } from 'kysely'
import type { SocialDraft } from '#contract/social/planning.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'

const mostDrafts = 100

type Row = { id: number; form: unknown; revision: number; updated_at: Date }
const columns = ['id', 'form', 'revision', 'updated_at'] as const

const view = (row: Row): SocialDraft => ({
  id: row.id,
  form: row.form as SocialDraft['form'],
  revision: row.revision,
  updated_at: row.updated_at.toISOString(),
})

/** The newest first. */
export async function listDrafts(app: App, businessId: number): Promise<SocialDraft[]> {
  const rows = await app.db
    .selectFrom('social_drafts')
    .select(columns)
    .where('business_id', '=', businessId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostDrafts)
    .execute()
  return rows.map(view)
}

export async function getDraft(app: App, businessId: number, id: number): Promise<SocialDraft> {
  const row = await app.db
    .selectFrom('social_drafts')
    .select(columns)
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('draft')
  return view(row)
}

type Saved = { id?: number | undefined; revision?: number | undefined; form: SocialDraft['form'] }

/** Keeps a draft. @throws AppError `conflict` where it was saved elsewhere since it was read, `not_found`. */
export async function saveDraft(app: App, caller: Caller, saved: Saved): Promise<SocialDraft> {
  if (saved.id === undefined) return await addDraft(app, caller, saved.form)
  const row = await app.db
    .updateTable('social_drafts')
    .set({
      form: JSON.stringify(saved.form),
      revision: sql<number>`revision + 1`,
      updated_at: app.now(),
    })
    .where('business_id', '=', caller.businessId)
    .where('id', '=', saved.id)
    .$if(saved.revision !== undefined, (query) => query.where('revision', '=', saved.revision!))
    .returning(columns)
    .executeTakeFirst()
  if (row) return view(row)
  await getDraft(app, caller.businessId, saved.id)
  throw new AppError('conflict', t('social.planning.draftChanged'))
}

async function addDraft(
  app: App,
  { businessId, userId }: Caller,
  form: SocialDraft['form'],
): Promise<SocialDraft> {
  return await app.transaction(async (tx) => {
    await lockOfBusiness(tx.db, businessId, 'drafts')
    const { count } = await tx.db
      .selectFrom('social_drafts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('business_id', '=', businessId)
      .executeTakeFirstOrThrow()
    if (count >= mostDrafts)
      throw new AppError('rule_broken', t('social.planning.draftsFull', { limit: mostDrafts }))
    const row = await tx.db
      .insertInto('social_drafts')
      .values({
        business_id: businessId,
        form: JSON.stringify(form),
        created_by: userId,
        updated_at: tx.now(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return view(row)
  })
}

export async function deleteDraft(app: App, businessId: number, id: number): Promise<void> {
  const gone = await app.db
    .deleteFrom('social_drafts')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw notFound('draft')
}
