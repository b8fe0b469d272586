import type { App } from '#server/app.ts'
import { type StoredClock, type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { appPage } from '../account/provider-pages.ts'
import type { Finding } from './stored-check.ts'

/** Webhooks that arrived, and those that were refused. */
export type EventFacts = {
  /** The last event of this business. */
  lastEventAt: Date | undefined
  signatureForm: string | undefined
  /** When messages were sent that got no delivery report. */
  noEventsSince: Date | undefined
  /** The last event of anybody here whose signature was right: the app secret is the install's. */
  lastRightAt: Date | undefined
  refusals: { reason: string; count: number; last_at: Date }[]
}

/** Events signed by our own webhook tester do not count. */
const testSignature = 'test'

/** What is known of a business's events, and of the deliveries that the install refused. */
export async function eventFacts(app: App, businessId: number): Promise<EventFacts> {
  const events = app.db
    .selectFrom('webhook_events')
    .select(['received_at', 'signature_form'])
    .where('signature_form', '<>', testSignature)
    .orderBy('id', 'desc')
    .limit(1)
  const last = await events.where('business_id', '=', businessId).executeTakeFirst()
  const lastRight = await events.executeTakeFirst()
  const refusals = await app.db
    .selectFrom('webhook_refusals')
    .select(['reason', 'count', 'last_at'])
    .orderBy('last_at', 'desc')
    .execute()
  const patienceMs = 10 * 60_000
  const sent = await app.db
    .selectFrom('messages')
    .select('accepted_at')
    .where('business_id', '=', businessId)
    .where('status', '=', 'sent')
    .where('sent_at', 'is', null)
    .where('accepted_at', '<', new Date(app.now().getTime() - patienceMs))
    .where('claimed_at', '>', last?.received_at ?? new Date(app.now().getTime() - 86_400_000))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    lastEventAt: last?.received_at,
    signatureForm: last?.signature_form,
    noEventsSince: sent?.accepted_at ?? undefined,
    lastRightAt: lastRight?.received_at,
    refusals,
  }
}

/** The last event of this business; an alarm where sent messages got no delivery report. */
export function lastEventFinding({ lastEventAt, noEventsSince }: EventFacts, clock: StoredClock): Finding {
  if (noEventsSince) {
    return {
      state: 'bad',
      finding: textOf('onboarding.doctor.events.missing', { date: clock.moment(noEventsSince) }),
      meaning: textOf('onboarding.doctor.events.missingMeans'),
    }
  }
  if (!lastEventAt) return { state: 'unknown', finding: textOf('onboarding.doctor.events.none') }
  return {
    state: 'good',
    finding: textOf('onboarding.doctor.events.last', { date: clock.moment(lastEventAt) }),
  }
}

/** Only events with a right signature are stored, so the last one proves the app secret. */
export function signatureFinding(app: App, facts: EventFacts, clock: StoredClock): Finding {
  const { lastEventAt, lastRightAt, signatureForm, noEventsSince, refusals } = facts
  const refusal = refusals[0]
  const isRefusedNow = refusal && (!lastRightAt || refusal.last_at > lastRightAt)
  if (refusal && isRefusedNow) {
    // Anybody can post to the address: an alarm only where events are missing, or none was ever right.
    const isMissed = noEventsSince !== undefined || !lastRightAt
    return {
      state: isMissed && refusal.reason === 'wrong_signature' ? 'bad' : 'attention',
      finding: refusalText(refusal, clock),
      ...(refusal.reason === 'wrong_signature'
        ? {
            meaning: textOf('onboarding.doctor.signature.wrongMeans'),
            remedy: appPage(app, textOf('onboarding.doctor.action.appSettings')),
          }
        : {
            meaning: textOf('onboarding.doctor.signature.missingMeans'),
          }),
    }
  }
  const before = refusal ? [refusalText(refusal, clock, 'Before')] : []
  if (lastEventAt && !noEventsSince) {
    const good = textOf(`onboarding.doctor.signature.${signatureForm === 'escaped' ? 'goodEscaped' : 'good'}`)
    return { state: 'good', finding: [good, ...before] }
  }
  if (lastRightAt && !noEventsSince) {
    return { state: 'good', finding: [textOf('onboarding.doctor.signature.goodElsewhere'), ...before] }
  }
  return {
    state: 'unknown',
    finding: [textOf('onboarding.doctor.signature.none'), ...before],
    meaning: noEventsSince ? textOf('onboarding.doctor.signature.noneMeans') : null,
  }
}

function refusalText(
  { reason, count, last_at }: EventFacts['refusals'][number],
  clock: StoredClock,
  when: '' | 'Before' = '',
): StoredText {
  const what = reason === 'missing_signature' ? 'missing' : 'wrong'
  return textOf(`onboarding.doctor.signature.${what}${when}`, {
    date: clock.moment(last_at),
    count: Number(count),
  })
}
