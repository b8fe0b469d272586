import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { asAppError } from '../token/provider-failure.ts'
import { neededScopes } from '../token/token-check.ts'
import { type Connected, connect } from './connect.ts'

/**
 * Connects a business with an account to practise with: the provider makes a test user who has one. Each business gets
 * its own. Two presses at once make one account.
 * @throws AppError `rule_broken` on an install that is connected to Meta; `conflict` where an account is connected.
 */
export async function connectPracticeAccount(app: App, businessId: number): Promise<Connected> {
  if (!app.settings.testUsers) {
    throw new AppError('rule_broken', t('onboarding.connect.testOnly'))
  }
  return await app.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('practice account'), ${businessId}::int)`.execute(tx.db)
    const standing = await tx.db
      .selectFrom('whatsapp_accounts')
      .select('name')
      .where('business_id', '=', businessId)
      .where('status', '<>', 'disconnected')
      .executeTakeFirst()
    if (standing)
      throw new AppError('conflict', t('onboarding.connect.alreadyConnected', { name: standing.name }))
    const { name } = await getBusiness(tx, businessId)
    const token = await app.meta.testUser(name, [...neededScopes, 'business_management']).catch(asAppError)
    // Its own transactions: what it writes must not wait for this lock's end.
    const connected = await connect(app, businessId, { token, kind: 'user' }, {})
    if (connected.waba_id) {
      await app.db
        .updateTable('whatsapp_accounts')
        .set({ test: true })
        .where('business_id', '=', businessId)
        .where('waba_id', '=', connected.waba_id)
        .execute()
    }
    return connected
  })
}
