import type { RefreshResult } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { careFor } from './care.ts'
import { getAccountRow, selectAccounts } from './stored-accounts.ts'

/** Several at once, but not all: each is two calls to a network. */
const atOnce = 5

/** Renews or checks one account of a business, or all. */
export async function refreshTokens(
  app: App,
  businessId: number,
  id: number | undefined,
): Promise<RefreshResult[]> {
  const ids =
    id === undefined ? await allIds(app, businessId) : [(await getAccountRow(app, businessId, id)).id]
  const results: RefreshResult[] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    results.push(
      ...(await Promise.all(
        some.map(async (one) => ({ id: one, outcome: await careFor(app, businessId, one, 'renew') })),
      )),
    )
  }
  return results
}

async function allIds(app: App, businessId: number): Promise<number[]> {
  const rows = await selectAccounts(app)
    .where('a.business_id', '=', businessId)
    .where('a.status', '<>', 'disconnected')
    .orderBy('a.id')
    .execute()
  return rows.map(({ id }) => id)
}
