import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import type { FoundAccount, Way } from '#server/providers/social/network-login.ts'
import { platformOf } from '#server/providers/social/network-login.ts'
import { accessOf } from './access-end.ts'
import { sealToken } from './account-token.ts'
import { nextCareAt } from './care-times.ts'
import { stateOf } from './stored-accounts.ts'
import { missingScopes } from './ways.ts'

type Found = FoundAccount & { picture: string | undefined }

/**
 * Keeps an account with its token. One that the business had before, connected or not, stays the same account: that is
 * decided by the platform and the network's id alone, whichever way the person logged in.
 * @returns its id, and whether it was connected and well already.
 */
export async function storeAccount(
  tx: App,
  owner: { businessId: number; userId: number },
  way: Way,
  found: Found,
  granted: readonly string[],
): Promise<{ id: number; wasConnected: boolean }> {
  const platform = platformOf[way]
  const now = tx.now()
  const before = await tx.db
    .selectFrom('social_accounts')
    .selectAll()
    .where('business_id', '=', owner.businessId)
    .where('platform', '=', platform)
    .where('external_id', '=', found.externalId)
    .forUpdate()
    .executeTakeFirst()
  const sealed = sealToken(
    tx,
    { businessId: owner.businessId, platform, externalId: found.externalId },
    found.token,
  )
  const sameKind = before?.token_kind === found.tokenKind && before.status !== 'disconnected'
  const row = {
    token_kind: found.tokenKind,
    page_id: found.pageId ?? null,
    name: found.name,
    handle: found.handle ?? null,
    picture: found.picture ?? before?.picture ?? null,
    followers: found.followers ?? null,
    status: 'connected',
    status_reason: null,
    status_at: now,
    // A refresh token of another kind of login is of no use; one of the same kind outlives a login that gave none.
    ...(sameKind ? {} : { refresh_ciphertext: null, refresh_key_id: null, refresh_expires_at: null }),
    ...sealed,
    data_access_ends_at: found.token.dataAccessEndsAt ?? null,
    scopes_granted: [...granted],
    care_at: nextCareAt(now),
    care_failures: 0,
    checked_at: now,
    connected_by: owner.userId,
    granted_by: found.grantedBy ?? null,
    granted_at: now,
    disconnected_at: null,
  }
  const { id } = await tx.db
    .insertInto('social_accounts')
    .values({
      business_id: owner.businessId,
      platform,
      external_id: found.externalId,
      connected_at: now,
      ...row,
    })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'platform', 'external_id']).doUpdateSet((set) => ({
        ...row,
        token_version: set('social_accounts.token_version', '+', 1),
        // Connected again after it was disconnected: that is when it was connected.
        ...(before?.status === 'disconnected' ? { connected_at: now } : {}),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await releaseHeld(tx, owner.businessId, id)
  if (before?.status === 'disconnected') await resumeSeries(tx, owner.businessId, id)
  const wasConnected =
    before?.status === 'connected' &&
    stateOf(before, accessOf(before), now) === 'connected' &&
    missingScopes(tx, way, before.scopes_granted).length <= missingScopes(tx, way, granted).length
  return { id, wasConnected }
}

/** Series leave out an account that is disconnected: their coming days are looked at again. */
async function resumeSeries(tx: App, businessId: number, id: number): Promise<void> {
  await tx.db
    .updateTable('social_recurrences')
    .set({ made_until: null, next_at: tx.now() })
    .where('business_id', '=', businessId)
    .where('stopped_at', 'is', null)
    .where(sql<boolean>`(until is null or until >= ${tx.now()}::date - 1)`)
    .where('id', 'in', (query) =>
      query
        .selectFrom('social_recurrence_targets')
        .select('recurrence_id')
        .where('business_id', '=', businessId)
        .where('account_id', '=', id),
    )
    .execute()
}

/** Posts that were held as there was no access no longer say so. */
async function releaseHeld(tx: App, businessId: number, id: number): Promise<void> {
  await tx.db
    .updateTable('social_publications')
    .set({ reason: null })
    .where('business_id', '=', businessId)
    .where('account_id', '=', id)
    .where('state', '=', 'scheduled')
    .where('reason', 'in', ['access_withdrawn', 'account_disconnected', 'reconnect'])
    .execute()
}
