import type { WhatsappAccount } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { peopleWrittenTo } from '../account/people-written-to.ts'
import { numbersPage } from '../account/provider-pages.ts'
import type { FreshAccount } from '../account/refresh-account.ts'
import type { StoredNumber } from '../status/connection.ts'
import type { Finding, StoredCheck } from './stored-check.ts'

type Title = 'verified' | 'connected' | 'name' | 'quality' | 'limit'

/** Whether a number can send, its code, its name, its quality, and how much of the day's limit is used. */
export async function numberChecks(
  app: App,
  businessId: number,
  number: StoredNumber,
  said: FreshAccount,
): Promise<StoredCheck[]> {
  const check = (id: Title, finding: Finding): StoredCheck => {
    const found = { meaning: null, remedy: null, ...finding }
    return {
      id: `${id} ${number.phone_number_id}`,
      subject: number.display_phone_number,
      title: textOf(`onboarding.doctor.title.${id}`),
      ...found,
      // A number that is not the default is no alarm.
      state: number.is_default || found.state !== 'bad' ? found.state : 'attention',
    }
  }
  if (!said.numbers) {
    return [
      check('connected', {
        state: 'unknown',
        finding: textOf('onboarding.doctor.afterAccount'),
      }),
    ]
  }
  return [
    check('verified', verifiedFinding(number)),
    check('connected', connectedFinding(app, number)),
    check('name', nameFinding(app, number)),
    check('quality', qualityFinding(number)),
    check('limit', await limitFinding(app, businessId, number)),
  ]
}

/** An account without any number: no alarm where another account sends. */
export function noNumberCheck(
  app: App,
  account: Pick<WhatsappAccount, 'waba_id' | 'name'>,
  anotherSends: boolean,
): StoredCheck {
  return {
    id: `number ${account.waba_id}`,
    subject: account.name,
    title: textOf('onboarding.doctor.title.number'),
    state: anotherSends ? 'attention' : 'bad',
    finding: textOf('onboarding.doctor.number.none'),
    meaning: textOf('onboarding.doctor.number.noneMeans'),
    remedy: numbersPage(app, textOf('onboarding.doctor.action.addNumber')),
  }
}

function verifiedFinding(number: StoredNumber): Finding {
  if (number.code_verification_status === 'VERIFIED') {
    return { state: 'good', finding: textOf('onboarding.doctor.number.verified') }
  }
  return {
    state: 'bad',
    finding: textOf('onboarding.doctor.number.notVerified'),
    meaning: textOf('onboarding.doctor.number.notVerifiedMeans'),
    remedy: {
      kind: 'verify',
      label: textOf('onboarding.doctor.action.sendCode'),
      phone_number_id: number.phone_number_id,
    },
  }
}

function connectedFinding(app: App, number: StoredNumber): Finding {
  if (number.status === 'CONNECTED') {
    const count = number.throughput_per_second
    return {
      state: 'good',
      finding:
        count === null
          ? textOf('onboarding.doctor.number.registeredNoLimit')
          : textOf('onboarding.doctor.number.registered', { count }),
    }
  }
  if (number.needs === 'code') {
    return { state: 'unknown', finding: textOf('onboarding.doctor.number.afterCode') }
  }
  if (number.needs) {
    return {
      state: 'bad',
      finding: number.register_error ?? textOf('onboarding.doctor.number.notRegistered'),
      meaning: textOf('onboarding.doctor.number.notRegisteredMeans'),
      remedy:
        number.needs === 'pin'
          ? {
              kind: 'pin',
              label: textOf('onboarding.doctor.action.enterPin'),
              phone_number_id: number.phone_number_id,
            }
          : {
              kind: 'register',
              label: textOf('onboarding.doctor.action.register'),
              phone_number_id: number.phone_number_id,
            },
    }
  }
  return {
    state: 'bad',
    finding: textOf('onboarding.doctor.number.status', { status: number.status }),
    meaning: textOf('onboarding.doctor.number.statusMeans'),
    remedy: numbersPage(app, textOf('onboarding.doctor.action.openManager')),
  }
}

function nameFinding(app: App, number: StoredNumber): Finding {
  const name = number.verified_name || 'none'
  switch (number.name_status) {
    case 'PENDING_REVIEW':
      return {
        state: 'attention',
        finding: textOf('onboarding.doctor.name.inReview', { name }),
        meaning: textOf('onboarding.doctor.name.inReviewMeans'),
      }
    case 'DECLINED':
    case 'EXPIRED':
      return {
        state: 'bad',
        finding: textOf('onboarding.doctor.name.declined', { name }),
        meaning: textOf('onboarding.doctor.name.declinedMeans'),
        remedy: numbersPage(app, textOf('onboarding.doctor.action.chooseName')),
      }
    default:
      return number.verified_name
        ? { state: 'good', finding: number.verified_name }
        : {
            state: 'attention',
            finding: textOf('onboarding.doctor.name.none'),
            remedy: numbersPage(app, textOf('onboarding.doctor.action.addName')),
          }
  }
}

function qualityFinding(number: StoredNumber): Finding {
  switch (number.quality_rating) {
    case 'GREEN':
      return { state: 'good', finding: textOf('onboarding.doctor.quality.green') }
    case 'YELLOW':
      return {
        state: 'attention',
        finding: textOf('onboarding.doctor.quality.yellow'),
        meaning: textOf('onboarding.doctor.quality.yellowMeans'),
      }
    case 'RED':
      return {
        state: 'bad',
        finding: textOf('onboarding.doctor.quality.red'),
        meaning: textOf('onboarding.doctor.quality.redMeans'),
      }
    default:
      return { state: 'unknown', finding: textOf('onboarding.doctor.quality.none') }
  }
}

async function limitFinding(app: App, businessId: number, number: StoredNumber): Promise<Finding> {
  const { waba_id } = number
  const { portfolio_id } = await app.db
    .selectFrom('whatsapp_accounts')
    .select('portfolio_id')
    .where('business_id', '=', businessId)
    .where('waba_id', '=', waba_id)
    .executeTakeFirstOrThrow()
  const used = await peopleWrittenTo(app, { waba_id, portfolio_id })
  if (number.messaging_limit === null) {
    return { state: 'good', finding: textOf('onboarding.doctor.limit.none', { used }) }
  }
  const finding = textOf('onboarding.doctor.limit.used', { used, limit: number.messaging_limit })
  if (used >= number.messaging_limit) {
    return {
      state: 'attention',
      finding,
      meaning: textOf('onboarding.doctor.limit.fullMeans'),
    }
  }
  return { state: 'good', finding }
}
