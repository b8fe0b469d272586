import type { DoctorCheck, DoctorReport } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { checkConnection } from '../account/job-names.ts'
import { clockIn } from '../account/moment.ts'
import { refreshAccounts } from '../account/refresh-account.ts'
import { answerRequests } from '../account/request-check.ts'
import { listAccounts } from '../status/connection.ts'
import { accountChecks } from './doctor-account.ts'
import { noNumberCheck, numberChecks } from './doctor-number.ts'
import { webhookChecks } from './doctor-webhook.ts'
import { versionCheck } from './version.ts'
import { warningChecks } from './warnings.ts'

/**
 * Checks a business's whole connection at the provider, now, and keeps the findings: tokens and permissions,
 * accounts, numbers, limits, and whether events reach us.
 */
export async function examine(app: App, businessId: number): Promise<DoctorReport> {
  const begunAt = app.now()
  const { timezone } = await getBusiness(app, businessId)
  const clock = clockIn(timezone)
  const fresh = withNamesApart(await refreshAccounts(app, businessId))
  // Read after the refresh: a token found dead, or alive again, has been marked by it.
  const accounts = withNamesApart(
    (await listAccounts(app, businessId)).filter(({ status }) => status !== 'disconnected'),
  )
  const anySends = accounts.some(({ phone_numbers }) => phone_numbers.some(({ is_default }) => is_default))
  const checks: DoctorCheck[] = []
  if (accounts.length === 0) checks.push(notConnected)
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
  const report: DoctorReport = { checked_at: app.now().toISOString(), verdict: verdictOf(checks), checks }
  const row = { checked_at: report.checked_at, verdict: report.verdict, checks: JSON.stringify(checks) }
  await app.db
    .insertInto('doctor_reports')
    .values({ business_id: businessId, ...row })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute()
  await answerRequests(app, businessId, begunAt)
  return report
}

/** Findings stand under the name of what they are about: of two accounts with the same name each has its id beside it. */
function withNamesApart<A extends { waba_id: string; name: string }>(accounts: readonly A[]): A[] {
  return accounts.map((account) => {
    const { waba_id, name } = account
    const isShared = accounts.some((other) => other.waba_id !== waba_id && other.name === name)
    return isShared ? { ...account, name: `${name} (${waba_id})` } : account
  })
}

const notConnected: DoctorCheck = {
  id: 'connected',
  subject: null,
  title: 'WhatsApp account',
  state: 'bad',
  finding: 'No WhatsApp account is connected.',
  meaning: 'Nothing can be sent, and templates stay pending.',
  remedy: { kind: 'screen', label: 'Connect', to: '/meta/onboarding-status#connect' },
}

/** As bad as the worst finding; what could not be checked does not count. */
export function verdictOf(checks: readonly Pick<DoctorCheck, 'state'>[]): DoctorReport['verdict'] {
  if (checks.some(({ state }) => state === 'bad')) return 'bad'
  return checks.some(({ state }) => state === 'attention') ? 'attention' : 'good'
}

/** What the last check found; null before the first. */
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
    checks: row.checks as unknown as DoctorCheck[],
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
