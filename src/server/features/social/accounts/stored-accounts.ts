import { sql } from 'kysely'
import type { SocialAccount } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Access, accessOf, daysTotal, daysUntil, noticeDays } from './access-end.ts'
import { missingScopes, wayOf } from './ways.ts'

const kinds = { facebook: 'page', instagram: 'business', youtube: 'channel', linkedin: 'profile' } as const

/**
 * The accounts of a business that are not disconnected, in the order of the platforms and of connecting.
 * @param alsoDisconnected for posts that wait at one.
 */
export async function listAccounts(
  app: App,
  businessId: number,
  only?: readonly number[],
  alsoDisconnected = false,
): Promise<SocialAccount[]> {
  const rows = await selectAccounts(app)
    .select(waiting(businessId))
    .where('a.business_id', '=', businessId)
    .$if(!alsoDisconnected, (query) => query.where('a.status', '<>', 'disconnected'))
    .$if(only !== undefined, (query) => query.where('a.id', 'in', only?.length ? [...only] : [0]))
    .orderBy('a.connected_at')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => accountView(app, row))
}

/** The row of an account that is not disconnected. */
export async function getAccountRow(app: App, businessId: number, id: number): Promise<AccountRow> {
  const row = await selectAccounts(app)
    .where('a.business_id', '=', businessId)
    .where('a.id', '=', id)
    .where('a.status', '<>', 'disconnected')
    .executeTakeFirst()
  if (!row) throw notFound('account')
  return row
}

export const selectAccounts = (app: App) => app.db.selectFrom('social_accounts as a').selectAll('a')

export type AccountRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectAccounts>['executeTakeFirst']>>
>

/** What waits to be published by an account. */
const waiting = (businessId: number) =>
  [
    sql<number>`(select count(*)::int from social_publications p where p.business_id = a.business_id
    and ${onNodeOf(businessId, 'p.business_id')} and p.account_id = a.id and p.state = 'scheduled' and p.deleted_at is null)`.as(
      'posts_waiting',
    ),
    sql<Date | null>`(select min(p.due_at) from social_publications p where p.business_id = a.business_id
    and ${onNodeOf(businessId, 'p.business_id')} and p.account_id = a.id and p.state = 'scheduled' and p.deleted_at is null)`.as(
      'next_post_at',
    ),
  ] as const

type WaitingRow = AccountRow & { posts_waiting: number; next_post_at: Date | null }

function accountView(app: App, row: WaitingRow): SocialAccount {
  const platform = row.platform as SocialAccount['platform']
  const now = app.now()
  const access = accessOf(row)
  const missing = missingScopes(app, wayOf(row), row.scopes_granted)
  const state = stateOf(row, access, now)
  return {
    id: row.id,
    platform,
    page_name: row.name,
    profile_picture: row.picture,
    connected_at: row.connected_at.toISOString(),
    way: wayOf(row),
    kind: kinds[platform],
    handle: row.handle,
    followers: row.followers,
    state,
    reason: row.status === 'reconnect' ? ((row.status_reason ?? 'revoked') as SocialAccount['reason']) : null,
    reason_at: row.status === 'reconnect' ? row.status_at.toISOString() : null,
    can_post: state !== 'reconnect' && !missing.some(({ purpose }) => purpose === 'post'),
    renewal: access.renewal,
    ends_at: access.endsAt?.toISOString() ?? null,
    days_left: access.endsAt ? Math.max(0, daysUntil(access.endsAt, now)) : null,
    days_total: access.endsAt ? (daysTotal(row, access.endsAt) ?? null) : null,
    renews_at: access.renewsAt?.toISOString() ?? null,
    data_access_ends_at: row.data_access_ends_at?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    scopes_granted: row.scopes_granted,
    scopes_missing: missing,
    posts_waiting: row.posts_waiting,
    next_post_at: row.next_post_at?.toISOString() ?? null,
  }
}

/**
 * Whether an account can be posted to. An access whose end has passed must be connected again, whether a check has
 * noticed it yet or not; the end of Facebook's data alone is warned of, as its tokens may outlive it.
 */
export function stateOf(
  row: Pick<AccountRow, 'status'>,
  { endsAt, warnOf }: Access,
  now: Date,
): SocialAccount['state'] {
  if (row.status === 'reconnect' || (endsAt && endsAt <= now)) return 'reconnect'
  return warnOf && daysUntil(warnOf, now) <= noticeDays.first ? 'expiring' : 'connected'
}

/** The columns of an account whose access has ended: it has no token and none is cared for. */
export const endedAccess = (now: Date, reason: 'withdrawn' | null) => ({
  status: 'disconnected',
  status_reason: reason,
  status_at: now,
  disconnected_at: now,
  token_ciphertext: null,
  token_key_id: null,
  refresh_ciphertext: null,
  refresh_key_id: null,
  care_at: null,
  token_version: sql<number>`token_version + 1`,
})
