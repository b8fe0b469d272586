import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { endedAccess } from '../accounts/stored-accounts.ts'

export type TakenBack = { business_id: number; id: number }

/**
 * The accounts, of whatever business, whose access this person gave until then. One that was connected again since is
 * not among them.
 */
export async function takenBackBy(
  tx: App,
  of: { network: 'facebook' | 'instagram'; userId: string; until: Date; alsoEnded: boolean },
): Promise<TakenBack[]> {
  // Meta does not say which of the two ids of an Instagram account it sends.
  const isTheirs =
    of.network === 'facebook'
      ? sql<boolean>`token_kind = 'page' and granted_by = ${of.userId}`
      : sql<boolean>`token_kind = 'instagram' and (granted_by = ${of.userId}
          or (platform = 'instagram' and external_id = ${of.userId}))`
  const theirs = tx.db
    .selectFrom('social_accounts')
    .where(isTheirs)
    .where(sql<boolean>`coalesce(granted_at, connected_at) <= ${of.until}`)
    .$if(!of.alsoEnded, (query) => query.where('status', '<>', 'disconnected'))
  const businesses = await theirs.select('business_id').distinct().orderBy('business_id').execute()
  const found: TakenBack[] = []
  // A cluster locks rows of one business at a time.
  for (const { business_id } of businesses)
    found.push(
      ...(await theirs
        .select(['business_id', 'id'])
        .where('business_id', '=', business_id)
        .orderBy('id')
        .forUpdate()
        .execute()),
    )
  return found
}

/** Removes the tokens of an account; its posts that wait say why they are held. */
export async function endAccess(tx: App, { business_id, id }: TakenBack): Promise<void> {
  const now = tx.now()
  await tx.db
    .updateTable('social_accounts')
    .set(endedAccess(now, 'withdrawn'))
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .where('status', '<>', 'disconnected')
    .execute()
  await sql`
    with held as (
      update social_publications set reason = 'access_withdrawn'
      where business_id = ${business_id} and account_id = ${id} and state = 'scheduled' and deleted_at is null
        and reason is distinct from 'access_withdrawn'
      returning business_id, id
    )
    insert into social_publication_steps (business_id, publication_id, state, reason, at)
    select business_id, id, 'scheduled', 'access_withdrawn', ${now} from held`.execute(tx.db)
}

/**
 * Deletes what the network gave us of an account: who it is, its picture, its figures. Posts that wait cannot go out any
 * more; what the business itself wrote stays with it.
 */
export async function forgetAccount(tx: App, { business_id, id }: TakenBack): Promise<void> {
  const now = tx.now()
  await tx.db
    .updateTable('social_accounts')
    .set({
      external_id: `deleted ${id}`,
      page_id: null,
      name: '–',
      handle: null,
      picture: null,
      followers: null,
      granted_by: null,
      scopes_granted: [],
    })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .execute()
  await sql`
    with ended as (
      update social_publications set state = 'cancelled', state_at = ${now}, reason = 'access_withdrawn', claim = null,
        claimed_until = null
      where business_id = ${business_id} and account_id = ${id} and deleted_at is null
        and state in ('scheduled', 'awaiting_owner')
      returning business_id, id
    )
    insert into social_publication_steps (business_id, publication_id, state, reason, at)
    select business_id, id, 'cancelled', 'access_withdrawn', ${now} from ended`.execute(tx.db)
  await tx.db
    .updateTable('social_publications')
    .set({ permalink: null, insights_due_at: null })
    .where('business_id', '=', business_id)
    .where('account_id', '=', id)
    .execute()
  for (const table of ['social_insights', 'social_post_figures'] as const) {
    await tx.db
      .deleteFrom(table)
      .where('business_id', '=', business_id)
      .where('account_id', '=', id)
      .execute()
  }
}
