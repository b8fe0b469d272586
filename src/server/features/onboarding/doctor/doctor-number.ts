import type { DoctorCheck, PhoneNumber, WhatsappAccount } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { peopleWrittenTo } from '../account/people-written-to.ts'
import { numbersPage } from '../account/provider-pages.ts'
import type { FreshAccount } from '../account/refresh-account.ts'

type Finding = Pick<DoctorCheck, 'state' | 'finding'> & Partial<Pick<DoctorCheck, 'meaning' | 'remedy'>>

/** Whether a number can send, its code, its name, its quality, and how much of the day's limit is used. */
export async function numberChecks(
  app: App,
  businessId: number,
  number: PhoneNumber,
  said: FreshAccount,
): Promise<DoctorCheck[]> {
  const check = (id: string, title: string, finding: Finding): DoctorCheck => {
    const found = { meaning: null, remedy: null, ...finding }
    return {
      id: `${id} ${number.phone_number_id}`,
      subject: number.display_phone_number,
      title,
      ...found,
      // A number that is not used is not worth an alarm.
      state: number.is_default || found.state !== 'bad' ? found.state : 'attention',
    }
  }
  if (!said.numbers) {
    return [
      check('connected', 'Number connected', {
        state: 'unknown',
        finding: 'Checked once the account can be reached.',
      }),
    ]
  }
  return [
    check('verified', 'Number verified', verifiedFinding(number)),
    check('connected', 'Number connected', connectedFinding(app, number)),
    check('name', 'Display name', nameFinding(app, number)),
    check('quality', 'Quality', qualityFinding(number)),
    check('limit', 'Limit of the day', await limitFinding(app, businessId, number)),
  ]
}

/** An account without any number. It is no alarm where another account sends. */
export function noNumberCheck(
  app: App,
  account: Pick<WhatsappAccount, 'waba_id' | 'name'>,
  anotherSends: boolean,
): DoctorCheck {
  return {
    id: `number ${account.waba_id}`,
    subject: account.name,
    title: 'Phone number',
    state: anotherSends ? 'attention' : 'bad',
    finding: 'The account has no phone number yet.',
    meaning: 'Nothing can be sent from it. Add one in WhatsApp Manager, then check again.',
    remedy: numbersPage(app, 'Add a number'),
  }
}

function verifiedFinding(number: PhoneNumber): Finding {
  if (number.code_verification_status === 'VERIFIED') {
    return { state: 'good', finding: 'Its code was confirmed.' }
  }
  return {
    state: 'bad',
    finding: 'Its code was not confirmed yet.',
    meaning: 'Meta sends a code by SMS or by call. Once it is confirmed, the number can be registered.',
    remedy: { kind: 'verify', label: 'Send a code', phone_number_id: number.phone_number_id },
  }
}

function connectedFinding(app: App, number: PhoneNumber): Finding {
  if (number.status === 'CONNECTED') {
    const pace =
      number.throughput_per_second === null
        ? ''
        : ` It may send ${number.throughput_per_second} messages a second.`
    return { state: 'good', finding: `Registered.${pace}` }
  }
  if (number.needs === 'code') {
    return { state: 'unknown', finding: 'Registered after its code is confirmed.' }
  }
  if (number.needs) {
    return {
      state: 'bad',
      finding: number.register_error ?? 'Meta knows the number but it cannot send yet.',
      meaning:
        'Registering takes a six-digit PIN. If the number has one already, enter that one. Meta allows ten tries in 72 hours.',
      remedy:
        number.needs === 'pin'
          ? { kind: 'pin', label: 'Enter PIN', phone_number_id: number.phone_number_id }
          : { kind: 'register', label: 'Register it', phone_number_id: number.phone_number_id },
    }
  }
  return {
    state: 'bad',
    finding: `Meta says ${number.status}.`,
    meaning:
      'A number that is flagged, restricted or banned sends little or nothing. WhatsApp Manager says why.',
    remedy: numbersPage(app, 'Open WhatsApp Manager'),
  }
}

function nameFinding(app: App, number: PhoneNumber): Finding {
  const name = number.verified_name || 'The name'
  switch (number.name_status) {
    case 'PENDING_REVIEW':
      return {
        state: 'attention',
        finding: `${name} is in review.`,
        meaning: 'People see the number instead of the name until it is approved.',
      }
    case 'DECLINED':
    case 'EXPIRED':
      return {
        state: 'bad',
        finding: `Meta declined ${name}.`,
        meaning: 'Choose a name that fits the business.',
        remedy: numbersPage(app, 'Choose another name'),
      }
    default:
      return number.verified_name
        ? { state: 'good', finding: number.verified_name }
        : { state: 'attention', finding: 'It has no name yet.', remedy: numbersPage(app, 'Give it a name') }
  }
}

function qualityFinding(number: PhoneNumber): Finding {
  switch (number.quality_rating) {
    case 'GREEN':
      return { state: 'good', finding: 'Green: few people block or report your messages.' }
    case 'YELLOW':
      return {
        state: 'attention',
        finding: 'Yellow: some people block or report your messages.',
        meaning: 'Write less often, and only to people who asked for it.',
      }
    case 'RED':
      return {
        state: 'bad',
        finding: 'Red: many people block or report your messages.',
        meaning: 'Meta may lower the limit or stop the number. Pause marketing for some days.',
      }
    default:
      return { state: 'unknown', finding: 'Meta has not rated it yet. It does after some messages.' }
  }
}

async function limitFinding(app: App, businessId: number, number: PhoneNumber): Promise<Finding> {
  const { waba_id } = number
  const { portfolio_id } = await app.db
    .selectFrom('whatsapp_accounts')
    .select('portfolio_id')
    .where('business_id', '=', businessId)
    .where('waba_id', '=', waba_id)
    .executeTakeFirstOrThrow()
  const used = await peopleWrittenTo(app, { waba_id, portfolio_id })
  if (number.messaging_limit === null) {
    return { state: 'good', finding: `No limit. ${people(used)} in the last 24 hours.` }
  }
  const finding = `${people(used)} of ${number.messaging_limit.toLocaleString('en')} in the last 24 hours.`
  if (used >= number.messaging_limit) {
    return {
      state: 'attention',
      finding,
      meaning:
        'New people are written to as soon as the limit leaves room. It grows by itself with good quality.',
    }
  }
  return { state: 'good', finding }
}

const people = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`
