import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { asAppError } from '../token/provider-failure.ts'
import { neededScopes } from '../token/token-check.ts'
import { alreadyConnected, type Connected, connect, findStanding } from './connect.ts'

/**
 * Connects a business with an account to practise with: the provider makes a test user who has one. Each business gets
 * its own. Two presses at once make one account. One that is there for the test phone becomes the owner's own.
 * @param options.forTestPhone the owner did not ask for it, and has connected nothing as they see it.
 * @throws AppError `rule_broken` on an install that is connected to Meta; `conflict` where an account is connected.
 */
export async function connectPracticeAccount(
  app: App,
  businessId: number,
  { forTestPhone = false }: { forTestPhone?: boolean } = {},
): Promise<Connected> {
  if (!app.settings.testUsers) {
    throw new AppError('rule_broken', t('onboarding.connect.testOnly'))
  }
  return await app.transaction(async (tx) => {
    await lockOfBusiness(tx.db, businessId, 'practice account')
    const own = forTestPhone ? undefined : await takeOver(tx, businessId)
    if (own) return own
    const standing = await findStanding(tx, businessId)
    if (standing) throw alreadyConnected(standing.name)
    const { name } = await getBusiness(tx, businessId)
    const token = await app.meta.testUser(name, [...neededScopes, 'business_management']).catch(asAppError)
    // Its own transactions: what it writes must not wait for this lock's end.
    return await connect(app, businessId, { token, kind: 'user' }, { test: { forTestPhone } })
  })
}

/** The test phone's account becomes the one that the owner asks for. */
async function takeOver(tx: App, businessId: number): Promise<Connected | undefined> {
  // Looked for first: on a cluster an update holds up all other writers of the table, also one that changes nothing.
  const account = await tx.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .where('status', '<>', 'disconnected')
    .where('for_test_phone', '=', true)
    .executeTakeFirst()
  if (!account) return undefined
  const taken = await tx.db
    .updateTable('whatsapp_accounts')
    .set({ for_test_phone: false })
    .where('business_id', '=', businessId)
    .where('waba_id', '=', account.waba_id)
    .where('status', '<>', 'disconnected')
    .where('for_test_phone', '=', true)
    .returning('waba_id')
    .executeTakeFirst()
  if (!taken) return undefined
  const number = await tx.db
    .selectFrom('phone_numbers')
    .select('phone_number_id')
    .where('business_id', '=', businessId)
    .where('waba_id', '=', account.waba_id)
    .where('is_default', '=', true)
    .executeTakeFirst()
  return {
    outcome: 'connected',
    waba_id: account.waba_id,
    phone_number_id: number?.phone_number_id ?? null,
    steps: [],
  }
}
