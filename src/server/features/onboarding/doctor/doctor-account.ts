import type { App } from '#server/app.ts'
import type { Health } from '#server/providers/meta/calls/health.ts'
import { codesOf, isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { explanationOf } from '#server/stored-text/read-text.ts'
import { type StoredClock, type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { managerPage, settingsPage } from '../account/provider-pages.ts'
import type { FreshAccount } from '../account/refresh-account.ts'
import type { StoredAccount } from '../status/connection.ts'
import { daysLeft, missingScopes, tokenWarningDays } from '../token/token-check.ts'
import type { Finding, StoredCheck } from './stored-check.ts'

const reconnect = (label: StoredText = textOf('onboarding.doctor.action.reconnect')) =>
  ({ kind: 'screen', label, to: '/meta/onboarding-status#connect' }) as const

type Title = 'token' | 'permissions' | 'account' | 'payment' | 'verification'

/** Token, permissions, the account itself, payment, and the verification of the business. */
export async function accountChecks(
  app: App,
  businessId: number,
  account: StoredAccount,
  said: FreshAccount,
  clock: StoredClock,
): Promise<StoredCheck[]> {
  const check = (id: Title, finding: Finding): StoredCheck => ({
    id: `${id} ${account.waba_id}`,
    subject: account.name,
    title: textOf(`onboarding.doctor.title.${id}`),
    meaning: null,
    remedy: null,
    ...finding,
  })
  const health = await wabaHealth(app, said)
  return [
    check('token', tokenFinding(app, account, said, clock)),
    check('permissions', permissionFinding(said)),
    check('account', accountFinding(app, account, said, health)),
    check('payment', await paymentFinding(app, businessId, account, health, clock)),
    check('verification', verificationFinding(app, said)),
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

function tokenFinding(app: App, account: StoredAccount, said: FreshAccount, clock: StoredClock): Finding {
  const { facts, error } = said
  if (account.status === 'reconnect') {
    return {
      state: 'bad',
      finding: account.status_reason ?? textOf('onboarding.doctor.token.refused'),
      meaning: textOf('onboarding.doctor.token.refusedMeans'),
      remedy: reconnect(),
    }
  }
  if (!facts) {
    return {
      state: 'unknown',
      finding: error ? explanationOf(error, 'sentence') : textOf('onboarding.doctor.noAnswer'),
      meaning: error ? explanationOf(error, 'advice') : null,
    }
  }
  if (!facts.expiresAt) return { state: 'good', finding: textOf('onboarding.doctor.token.lasting') }
  const days = daysLeft(facts.expiresAt, app.now())
  const finding = textOf('onboarding.doctor.token.until', { date: clock.day(facts.expiresAt), days })
  if (days > tokenWarningDays.first) return { state: 'good', finding }
  return {
    state: days > tokenWarningDays.last ? 'attention' : 'bad',
    finding,
    meaning: textOf('onboarding.doctor.token.untilMeans'),
    remedy: reconnect(textOf('onboarding.doctor.action.renew')),
  }
}

function permissionFinding({ facts }: FreshAccount): Finding {
  if (!facts?.valid) return { state: 'unknown', finding: textOf('onboarding.doctor.afterToken') }
  const missing = missingScopes(facts.scopes)
  if (missing.length === 0) return { state: 'good', finding: textOf('onboarding.doctor.permissions.good') }
  return {
    state: 'bad',
    finding: textOf('onboarding.doctor.permissions.missing', { scopes: { list: missing } }),
    meaning: missing.includes('whatsapp_business_messaging')
      ? textOf('onboarding.doctor.permissions.missingMessaging')
      : textOf('onboarding.doctor.permissions.missingManagement'),
    remedy: reconnect(),
  }
}

function accountFinding(
  app: App,
  account: StoredAccount,
  said: FreshAccount,
  health: Health | undefined,
): Finding {
  const resume = {
    kind: 'repair',
    label: textOf('onboarding.doctor.action.resume'),
    repair: 'resume',
    waba_id: account.waba_id,
  } as const
  if (account.blocked_reason) {
    return {
      state: 'bad',
      finding: account.blocked_reason,
      meaning: textOf('onboarding.doctor.account.blockedMeans'),
      remedy: resume,
    }
  }
  if (!said.waba) {
    if (!said.facts?.valid) return { state: 'unknown', finding: textOf('onboarding.doctor.afterToken') }
    return {
      state: said.error?.delivery === 'refused' ? 'bad' : 'unknown',
      finding: said.error ? explanationOf(said.error, 'sentence') : textOf('onboarding.doctor.noAnswer'),
      meaning: said.error ? explanationOf(said.error, 'advice') : null,
    }
  }
  if (said.waba.reviewStatus && said.waba.reviewStatus !== 'APPROVED') {
    const rejected = said.waba.reviewStatus === 'REJECTED'
    return {
      state: rejected ? 'bad' : 'attention',
      finding: rejected
        ? textOf('onboarding.doctor.account.rejected')
        : textOf('onboarding.doctor.account.inReview'),
      meaning: rejected
        ? textOf('onboarding.doctor.account.rejectedMeans')
        : textOf('onboarding.doctor.account.inReviewMeans'),
      remedy: managerPage(app, textOf('onboarding.doctor.action.openManager')),
    }
  }
  const problem = health?.problems.find(({ entity }) => entity === 'WABA')
  if (health?.canSend === 'BLOCKED' && problem) {
    return {
      state: 'bad',
      finding: textOf('onboarding.doctor.metaSays', { words: problem.description }),
      meaning: problem.solution ?? textOf('onboarding.doctor.account.blockedByMeta'),
      remedy: managerPage(app, textOf('onboarding.doctor.action.openManager')),
    }
  }
  return { state: 'good', finding: textOf('onboarding.doctor.account.good') }
}

async function paymentFinding(
  app: App,
  businessId: number,
  account: StoredAccount,
  health: Health | undefined,
  clock: StoredClock,
): Promise<Finding> {
  const problem = health?.problems.find(
    ({ code }) => isOfClass(code, 'payment') || isOfClass(code, 'paymentHealth'),
  )
  const fix = managerPage(app, textOf('onboarding.doctor.action.fixInManager'))
  if (problem) {
    return {
      state: 'bad',
      finding: textOf('onboarding.doctor.metaSays', { words: problem.description }),
      meaning: textOf('onboarding.doctor.payment.problemMeans'),
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
          .where('undelivered', '=', 'failed')
          .where('error_code', 'in', codesOf('payment'))
          .where('phone_number_id', 'in', numbers)
          .where('failed_at', '>', since)
          .executeTakeFirst()
  if (failed?.last) {
    return {
      state: health ? 'attention' : 'bad',
      finding: textOf('onboarding.doctor.payment.refused', {
        count: Number(failed.count),
        date: clock.moment(failed.last),
        asked: health ? 'yes' : 'no',
      }),
      meaning: textOf('onboarding.doctor.payment.refusedMeans'),
      remedy: fix,
    }
  }
  return health
    ? { state: 'good', finding: textOf('onboarding.doctor.payment.good') }
    : { state: 'unknown', finding: textOf('onboarding.doctor.afterAccount') }
}

function verificationFinding(app: App, { waba }: FreshAccount): Finding {
  if (!waba) return { state: 'unknown', finding: textOf('onboarding.doctor.afterAccount') }
  const status = waba.verificationStatus?.toLowerCase()
  if (status === 'verified') return { state: 'good', finding: textOf('onboarding.doctor.verification.good') }
  const remedy = settingsPage(app, textOf('onboarding.doctor.action.securityCenter'))
  if (status === 'pending')
    return { state: 'attention', finding: textOf('onboarding.doctor.verification.pending'), remedy }
  if (status === 'rejected' || status === 'failed' || status === 'revoked') {
    return {
      state: 'bad',
      finding: textOf('onboarding.doctor.verification.rejected'),
      meaning: textOf('onboarding.doctor.verification.rejectedMeans'),
      remedy,
    }
  }
  return {
    state: 'attention',
    finding: textOf('onboarding.doctor.verification.none'),
    meaning: textOf('onboarding.doctor.verification.noneMeans'),
    remedy,
  }
}
