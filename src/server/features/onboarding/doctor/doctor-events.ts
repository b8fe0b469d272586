import type { DoctorCheck } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import type { Clock } from '../account/moment.ts'
import { appPage } from '../account/provider-pages.ts'

type Finding = Pick<DoctorCheck, 'state' | 'finding'> & Partial<Pick<DoctorCheck, 'meaning' | 'remedy'>>

/** What came to the webhook address, and what was refused there. */
export type EventFacts = {
  /** The last event of this business. */
  lastEventAt: Date | undefined
  signatureForm: string | undefined
  /** When messages were sent of which nothing was heard since. */
  noEventsSince: Date | undefined
  /** The last event of anybody here whose signature was right: the app secret is the install's. */
  lastRightAt: Date | undefined
  refusals: { reason: string; count: number; last_at: Date }[]
}

/** Events that the webhook tester signed itself say nothing of the provider. */
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

/** When an event of this business last came; an alarm where messages left and nothing was heard of them. */
export function lastEventFinding(
  app: App,
  { lastEventAt, noEventsSince }: EventFacts,
  clock: Clock,
): Finding {
  if (noEventsSince) {
    return {
      state: 'bad',
      finding: `Messages were sent at ${clock.moment(noEventsSince)}, and nothing was heard of them since.`,
      meaning: 'Check the webhook address, its fields, the subscription and the app secret.',
    }
  }
  if (!lastEventAt) return { state: 'unknown', finding: 'None yet. The first comes with the first message.' }
  return { state: 'good', finding: `${capital(ago(app, lastEventAt))}, at ${clock.moment(lastEventAt)}.` }
}

/** An event is stored only when its signature is right, so the last one vouches for the app secret. */
export function signatureFinding(app: App, facts: EventFacts, clock: Clock): Finding {
  const { lastEventAt, lastRightAt, signatureForm, noEventsSince, refusals } = facts
  const refusal = refusals[0]
  const isRefusedNow = refusal && (!lastRightAt || refusal.last_at > lastRightAt)
  if (refusal && isRefusedNow) {
    // Anybody can knock at the address: it is an alarm where events are missed, or none was ever right.
    const isMissed = noEventsSince !== undefined || !lastRightAt
    return {
      state: isMissed && refusal.reason === 'wrong_signature' ? 'bad' : 'attention',
      finding: `Refused: ${refusedWords(app, refusal, clock)}.`,
      ...(refusal.reason === 'wrong_signature'
        ? {
            meaning:
              'If it was Meta, the App secret set here differs from the app’s: copy it from App settings, Basic, into META_APP_SECRET and restart Tidings. If events arrive all the same, somebody else tried the address; nothing is to be done.',
            remedy: appPage(app, 'Open App settings'),
          }
        : {
            meaning:
              'Meta signs every event. Either it was not Meta, or a proxy before Tidings takes the header X-Hub-Signature-256 away.',
          }),
    }
  }
  const before = refusal ? ` Before it was refused: ${refusedWords(app, refusal, clock)}.` : ''
  if (lastEventAt && !noEventsSince) {
    const escaped = signatureForm === 'escaped' ? ' (over the escaped text, as Meta does at times)' : ''
    return { state: 'good', finding: `Right on the last event${escaped}.${before}` }
  }
  if (lastRightAt && !noEventsSince) {
    return { state: 'good', finding: `Right on the last event that came to this install.${before}` }
  }
  return {
    state: 'unknown',
    finding: `Checked with the first event.${before}`,
    meaning: noEventsSince
      ? 'No delivery was refused since the last event: they do not reach this address. Check the webhook address and the subscription.'
      : null,
  }
}

/** `a wrong signature, 3 min ago, at 20 Nov 2026, 15:53 (Asia/Kolkata) (12 times so far)` */
function refusedWords(
  app: App,
  { reason, count, last_at }: EventFacts['refusals'][number],
  clock: Clock,
): string {
  const what = reason === 'missing_signature' ? 'a delivery without a signature' : 'a wrong signature'
  const times = Number(count) > 1 ? ` (${Number(count).toLocaleString('en')} times so far)` : ''
  return `${what}, ${ago(app, last_at)}, at ${clock.moment(last_at)}${times}`
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function ago(app: App, at: Date): string {
  const minutes = Math.round((app.now().getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`
}
