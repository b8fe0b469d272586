import type { DoctorCheck, WhatsappAccount } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import type { Health } from '#server/providers/meta/calls/health.ts'
import { codesOf, isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import type { Clock } from '../account/moment.ts'
import { managerPage, settingsPage } from '../account/provider-pages.ts'
import type { FreshAccount } from '../account/refresh-account.ts'
import { daysLeft, missingScopes, tokenWarningDays } from '../token/token-check.ts'

const reconnect = {
  kind: 'screen',
  label: 'Connect again',
  to: '/meta/onboarding-status#connect',
} as const

type Finding = Pick<DoctorCheck, 'state' | 'finding'> & Partial<Pick<DoctorCheck, 'meaning' | 'remedy'>>

/** Token, permissions, the account itself, payment, and the verification of the business. */
export async function accountChecks(
  app: App,
  businessId: number,
  account: WhatsappAccount,
  said: FreshAccount,
  clock: Clock,
): Promise<DoctorCheck[]> {
  const check = (id: string, title: string, finding: Finding): DoctorCheck => ({
    id: `${id} ${account.waba_id}`,
    subject: account.name,
    title,
    meaning: null,
    remedy: null,
    ...finding,
  })
  const health = await wabaHealth(app, said)
  return [
    check('token', 'Access token', tokenFinding(app, account, said, clock)),
    check('permissions', 'Permissions', permissionFinding(said)),
    check('account', 'WhatsApp account', accountFinding(app, account, said, health)),
    check('payment', 'Payment', await paymentFinding(app, businessId, account, health, clock)),
    check('verification', 'Business verification', verificationFinding(app, said)),
  ]
}

async function wabaHealth(app: App, said: FreshAccount): Promise<Health | undefined> {
  if (!said.token || !said.waba) return undefined
  try {
    return await app.meta.waba.health(said.token, said.waba_id)
  } catch (error) {
    if (error instanceof MetaError) return undefined
    throw error
  }
}

const dayMs = 86_400_000

function tokenFinding(app: App, account: WhatsappAccount, said: FreshAccount, clock: Clock): Finding {
  const { facts, error } = said
  if (account.status === 'reconnect') {
    return {
      state: 'bad',
      finding: account.status_reason ?? 'Meta no longer takes the access token.',
      meaning: 'Nothing is sent until you connect again. What waits goes on by itself afterwards.',
      remedy: reconnect,
    }
  }
  if (!facts) {
    return {
      state: 'unknown',
      finding: error ? error.sentence : 'Meta could not be asked.',
      meaning: error?.advice ?? null,
    }
  }
  if (!facts.expiresAt) return { state: 'good', finding: 'Valid, and it does not expire.' }
  const days = daysLeft(facts.expiresAt, app.now())
  const finding = `Valid until ${clock.day(facts.expiresAt)}, ${days} ${days === 1 ? 'day' : 'days'} left.`
  if (days > tokenWarningDays.first) return { state: 'good', finding }
  return {
    state: days > tokenWarningDays.last ? 'attention' : 'bad',
    finding,
    meaning: 'When it ends, nothing is sent. A system user’s token can be generated without an end.',
    remedy: { ...reconnect, label: 'Renew it' },
  }
}

function permissionFinding({ facts }: FreshAccount): Finding {
  if (!facts?.valid) return { state: 'unknown', finding: 'Checked once the token is valid.' }
  const missing = missingScopes(facts.scopes)
  if (missing.length === 0)
    return { state: 'good', finding: 'Sending messages and managing the account are allowed.' }
  return {
    state: 'bad',
    finding: `${missing.join(' and ')} is missing.`,
    meaning: missing.includes('whatsapp_business_messaging')
      ? 'Messages are refused.'
      : 'Templates, numbers and events cannot be read.',
    remedy: reconnect,
  }
}

function accountFinding(
  app: App,
  account: WhatsappAccount,
  said: FreshAccount,
  health: Health | undefined,
): Finding {
  const resume = {
    kind: 'repair',
    label: 'Let sending go on',
    repair: 'resume',
    waba_id: account.waba_id,
  } as const
  if (account.blocked_reason) {
    return {
      state: 'bad',
      finding: account.blocked_reason,
      meaning: 'Nothing is sent. When it is settled with Meta, let sending go on; what waits follows.',
      remedy: resume,
    }
  }
  if (!said.waba) {
    if (!said.facts?.valid) return { state: 'unknown', finding: 'Checked once the token is valid.' }
    return {
      state: said.error?.delivery === 'refused' ? 'bad' : 'unknown',
      finding: said.error?.sentence ?? 'Meta did not answer.',
      meaning: said.error?.advice ?? null,
    }
  }
  if (said.waba.reviewStatus && said.waba.reviewStatus !== 'APPROVED') {
    const rejected = said.waba.reviewStatus === 'REJECTED'
    return {
      state: rejected ? 'bad' : 'attention',
      finding: rejected ? 'Meta has rejected the account in its review.' : 'Meta is reviewing the account.',
      meaning: rejected
        ? 'Messages are refused. You can appeal.'
        : 'Until it is done, messages may be refused.',
      remedy: managerPage(app, 'Open WhatsApp Manager'),
    }
  }
  const problem = health?.problems.find(({ entity }) => entity === 'WABA')
  if (health?.canSend === 'BLOCKED' && problem) {
    return {
      state: 'bad',
      finding: `Meta says: ${problem.description}`,
      meaning: problem.solution ?? 'Messages of this account are refused.',
      remedy: managerPage(app, 'Open WhatsApp Manager'),
    }
  }
  return { state: 'good', finding: 'Reached, and in good standing.' }
}

async function paymentFinding(
  app: App,
  businessId: number,
  account: WhatsappAccount,
  health: Health | undefined,
  clock: Clock,
): Promise<Finding> {
  const problem = health?.problems.find(
    ({ code }) => isOfClass(code, 'payment') || isOfClass(code, 'paymentHealth'),
  )
  const fix = managerPage(app, 'Mend it in WhatsApp Manager')
  if (problem) {
    return {
      state: 'bad',
      finding: `Meta says: ${problem.description}`,
      meaning: 'Messages are refused until Meta can charge for them.',
      remedy: fix,
    }
  }
  const numbers = account.phone_numbers.map(({ phone_number_id }) => phone_number_id)
  const since = new Date(app.now().getTime() - 7 * dayMs)
  const failed =
    numbers.length === 0
      ? undefined
      : await app.db
          .selectFrom('messages')
          .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('failed_at').as('last')])
          .where('business_id', '=', businessId)
          .where('trouble', '=', 'failed')
          .where('error_code', 'in', codesOf('payment'))
          .where('phone_number_id', 'in', numbers)
          .where('failed_at', '>', since)
          .executeTakeFirst()
  if (failed?.last) {
    const asked = health ? 'Meta reports no problem now.' : 'Meta could not be asked whether it still is so.'
    return {
      state: health ? 'attention' : 'bad',
      finding: `${failed.count} ${Number(failed.count) === 1 ? 'message was' : 'messages were'} refused for payment in the last 7 days, the last at ${clock.moment(failed.last)}. ${asked}`,
      meaning: 'Send those who were missed again from the campaign.',
      remedy: fix,
    }
  }
  return health
    ? { state: 'good', finding: 'No payment problem seen.' }
    : { state: 'unknown', finding: 'Checked once the account can be reached.' }
}

function verificationFinding(app: App, { waba }: FreshAccount): Finding {
  if (!waba) return { state: 'unknown', finding: 'Checked once the account can be reached.' }
  const status = waba.verificationStatus?.toLowerCase()
  if (status === 'verified') return { state: 'good', finding: 'Meta has verified the business.' }
  const remedy = settingsPage(app, 'Open the Security Center')
  if (status === 'pending')
    return { state: 'attention', finding: 'Meta is looking at your documents.', remedy }
  if (status === 'rejected' || status === 'failed' || status === 'revoked') {
    return {
      state: 'bad',
      finding: 'Meta did not accept the documents.',
      meaning: 'Send them again.',
      remedy,
    }
  }
  return {
    state: 'attention',
    finding: 'The business is not verified.',
    meaning: 'It may write first to at most 250 people a day. Verification, or good use, raises that.',
    remedy,
  }
}
