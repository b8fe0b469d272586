import type { DoctorReport } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { installChecks } from '#server/features/health/health.ts'
import { storedClock, textOf } from '#server/stored-text/stored-text.ts'
import { checkConnection } from '../account/job-names.ts'
import { refreshAccounts } from '../account/refresh-account.ts'
import { answerRequests } from '../account/request-check.ts'
import { storedAccounts } from '../status/connection.ts'
import { accountChecks } from './doctor-account.ts'
import { noNumberCheck, numberChecks } from './doctor-number.ts'
import { webhookChecks } from './doctor-webhook.ts'
import { readCheck, type StoredCheck } from './stored-check.ts'
import { versionCheck } from './version.ts'
import { warningChecks } from './warnings.ts'

/**
 * Checks a business's whole connection at the provider, now, and keeps the findings: tokens and permissions,
 * accounts, numbers, limits, and whether events reach us.
 */
export async function examine(app: App, businessId: number): Promise<DoctorReport> {
  const begunAt = app.now()
  const { timezone } = await getBusiness(app, businessId)
  const clock = storedClock(timezone)
  const refreshed = await refreshAccounts(app, businessId)
  // Read after the refresh: a token found dead, or alive again, has been marked by it.
  const accounts = withNamesApart(
    (await storedAccounts(app, businessId)).filter(
      ({ status, for_test_phone }) => status !== 'disconnected' && !for_test_phone,
    ),
  )
  const fresh = withNamesApart(
    refreshed.filter(({ waba_id }) => accounts.some((account) => account.waba_id === waba_id)),
  )
  const anySends = accounts.some(({ phone_numbers }) => phone_numbers.some(({ is_default }) => is_default))
  const checks: StoredCheck[] = []
  if (accounts.length === 0) checks.push(notConnected())
  checks.push(...(await warningChecks(app, businessId, accounts, clock)))
  for (const account of accounts) {
    const said = fresh.find(({ waba_id }) => waba_id === account.waba_id)
    if (!said) continue
    checks.push(...(await accountChecks(app, businessId, account, said, clock)))
    if (said.numbers?.length === 0) checks.push(noNumberCheck(app, account, anySends))
    for (const number of account.phone_numbers) {
      checks.push(...(await numberChecks(app, businessId, number, said)))
    }
  }
  checks.push(...(await webhookChecks(app, businessId, fresh, clock)))
  checks.push(versionCheck(app, clock))
  for (const { part, ...found } of await installChecks(app, businessId)) {
    checks.push({
      id: part === 'sending' ? part : `install ${part}`,
      subject: null,
      title: textOf(`health.check.title.${part}`),
      remedy: null,
      ...found,
    })
  }
  const [checked_at, verdict] = [app.now().toISOString(), verdictOf(checks)]
  const row = { checked_at, verdict, checks: JSON.stringify(checks) }
  await app.db
    .insertInto('doctor_reports')
    .values({ business_id: businessId, ...row })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute()
  await answerRequests(app, businessId, begunAt)
  return { checked_at, verdict, checks: checks.map(readCheck) }
}

/** Findings are grouped by name: two accounts of the same name get their ids too. */
function withNamesApart<A extends { waba_id: string; name: string }>(accounts: readonly A[]): A[] {
  return accounts.map((account) => {
    const { waba_id, name } = account
    const isShared = accounts.some((other) => other.waba_id !== waba_id && other.name === name)
    return isShared ? { ...account, name: `${name} (${waba_id})` } : account
  })
}

const notConnected = (): StoredCheck => ({
  id: 'connected',
  subject: null,
  title: textOf('onboarding.doctor.title.account'),
  state: 'bad',
  finding: textOf('onboarding.doctor.notConnected'),
  meaning: textOf('onboarding.doctor.notConnectedMeans'),
  remedy: {
    kind: 'screen',
    label: textOf('onboarding.doctor.action.connect'),
    to: '/meta/onboarding-status#connect',
  },
})

/** As bad as the worst finding; what could not be checked does not count. */
export function verdictOf(checks: readonly Pick<StoredCheck, 'state'>[]): DoctorReport['verdict'] {
  if (checks.some(({ state }) => state === 'bad')) return 'bad'
  return checks.some(({ state }) => state === 'attention') ? 'attention' : 'good'
}

/** The report of the last check in the reader's language; null before the first. */
export async function lastReport(app: App, businessId: number): Promise<DoctorReport | null> {
  const row = await app.db
    .selectFrom('doctor_reports')
    .select(['checked_at', 'verdict', 'checks'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  if (!row) return null
  return {
    checked_at: row.checked_at.toISOString(),
    verdict: row.verdict as DoctorReport['verdict'],
    checks: (row.checks as unknown as StoredCheck[]).map(readCheck),
  }
}

/** Has every business that is connected checked, one job each. */
export async function examineAll(app: App): Promise<void> {
  const businesses = await app.db
    .selectFrom('whatsapp_accounts')
    .select('business_id')
    .distinct()
    .where('status', '<>', 'disconnected')
    .execute()
  for (const { business_id } of businesses) {
    await app.enqueue(checkConnection, { business_id }, { singletonKey: String(business_id) })
  }
}
