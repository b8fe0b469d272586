import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { DoctorCheck } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { type AppWebhook, webhookFields } from '#server/providers/meta/calls/app-webhooks.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import type { Clock } from '../account/moment.ts'
import type { FreshAccount } from '../account/refresh-account.ts'
import { findAppWebhook, missingExtraFields, missingFields } from '../connect/app-webhook.ts'
import { webhookUrl } from '../connect/signup-addresses.ts'
import { eventFacts, lastEventFinding, signatureFinding } from './doctor-events.ts'

type Finding = Pick<DoctorCheck, 'state' | 'finding'> & Partial<Pick<DoctorCheck, 'meaning' | 'remedy'>>

const check = (id: string, title: string, subject: string | null, finding: Finding): DoctorCheck => ({
  id,
  subject,
  title,
  meaning: null,
  remedy: null,
  ...finding,
})

/** Whether what happens to messages is told to us: the address, its handshake, the fields, the subscription, the events. */
export async function webhookChecks(
  app: App,
  businessId: number,
  fresh: readonly FreshAccount[],
  clock: Clock,
): Promise<DoctorCheck[]> {
  const first = fresh[0]
  const registered = await registeredWebhook(app)
  const events = await eventFacts(app, businessId)
  return [
    check('webhook address', 'Webhook address', null, await addressFinding(app, registered, first)),
    check('webhook fields', 'Webhook fields', null, fieldsFinding(registered, first)),
    ...(await Promise.all(
      fresh.map(async (account) =>
        check(
          `subscribed ${account.waba_id}`,
          'App subscribed',
          account.name,
          await subscribedFinding(app, account),
        ),
      ),
    )),
    check('last event', 'Last event', null, lastEventFinding(app, events, clock)),
    check('signature', 'Signature', null, signatureFinding(app, events, clock)),
  ]
}

type Registered = { webhook: AppWebhook | undefined } | { error: MetaError }

async function registeredWebhook(app: App): Promise<Registered> {
  try {
    return { webhook: await findAppWebhook(app) }
  } catch (error) {
    if (error instanceof MetaError) return { error }
    throw error
  }
}

const setAtMeta = (first: FreshAccount | undefined): DoctorCheck['remedy'] =>
  first ? { kind: 'repair', label: 'Set it at Meta', repair: 'webhook', waba_id: first.waba_id } : null

async function addressFinding(
  app: App,
  registered: Registered,
  first: FreshAccount | undefined,
): Promise<Finding> {
  if ('error' in registered) {
    return { state: 'unknown', finding: registered.error.sentence, meaning: registered.error.advice }
  }
  const address = registered.webhook?.callbackUrl
  const meaning = 'Without it nobody tells us what became of a message: all stay at “sent”.'
  if (!address) {
    return {
      state: 'bad',
      finding: 'The app has no webhook address at Meta.',
      meaning,
      remedy: setAtMeta(first),
    }
  }
  if (isOnlyHere(address) && !isOnlyHere(app.settings.meta.dialogUrl)) {
    return {
      state: 'bad',
      finding: `Meta cannot reach ${address}: it is an address of this machine.`,
      meaning: 'Give this install an https address that the internet reaches, and set PUBLIC_URL to it.',
    }
  }
  const answer = await shakeHands(address, app.settings.meta.verifyToken)
  if (!answer.ok) {
    return {
      state: 'bad',
      finding: `${address} ${answer.problem}`,
      meaning,
      remedy: address === webhookUrl(app) ? null : setAtMeta(first),
    }
  }
  const finding = `${address} answers the handshake, in ${answer.ms} ms.`
  if (app.settings.publicUrl && address !== webhookUrl(app) && !isOnlyHere(address)) {
    return {
      state: 'attention',
      finding,
      meaning: `Here it would be ${webhookUrl(app)}. If that other address leads here too, all is well.`,
      remedy: setAtMeta(first),
    }
  }
  return { state: 'good', finding }
}

/** Loopback, a private network, or a name without a dot: nothing that the provider's servers find. */
export function isOnlyHere(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 6) return host === '::1' || /^f[cd]|^fe80/i.test(host)
  if (isIP(host) === 4) return /^(127|10|0)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(host)
  return host === 'localhost' || !host.includes('.') || /\.(local|localhost|internal|test)$/.test(host)
}

const handshakeTimeoutMs = 5000

/** What the provider does when the address is saved there: it asks for its challenge back. */
async function shakeHands(
  address: string,
  verifyToken: string,
): Promise<{ ok: true; ms: number } | { ok: false; problem: string }> {
  const challenge = randomBytes(8).toString('hex')
  const url = new URL(address)
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', challenge)
  url.searchParams.set('hub.verify_token', verifyToken)
  const startedAt = performance.now()
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(handshakeTimeoutMs), redirect: 'manual' })
    const text = await answer.text()
    if (answer.status === 200 && text === challenge) {
      return { ok: true, ms: Math.round(performance.now() - startedAt) }
    }
    return {
      ok: false,
      problem:
        answer.status === 200
          ? 'answers, but not with the challenge: something else stands there.'
          : `answers the handshake with ${answer.status}. The verify token may differ.`,
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { ok: false, problem: 'cannot be reached from here.' }
  }
}

function fieldsFinding(registered: Registered, first: FreshAccount | undefined): Finding {
  if ('error' in registered) return { state: 'unknown', finding: registered.error.sentence }
  if (!registered.webhook) return { state: 'unknown', finding: 'Checked once there is a webhook address.' }
  const missing = missingFields(registered.webhook)
  if (!registered.webhook.active) {
    return {
      state: 'attention',
      finding: 'Meta has not confirmed the webhook address yet.',
      meaning: 'It does with the first event, or when the address is set anew.',
      remedy: setAtMeta(first),
    }
  }
  if (missing.length === 0) {
    const all = `All ${webhookFields.length} fields are subscribed.`
    // Many apps do not have it: its absence is no fault, but opt-outs written there are not received.
    const lacksStandby = missingExtraFields(registered.webhook).includes('standby')
    const finding = lacksStandby ? `${all} Not standby, which Meta offers to some apps only.` : all
    return { state: 'good', finding }
  }
  return {
    state: missing.includes('messages') ? 'bad' : 'attention',
    finding: `Not subscribed: ${missing.join(', ')}.`,
    meaning: missing.includes('messages')
      ? 'What becomes of messages, and answers, are not told to us.'
      : 'Some news comes late, with the daily check.',
    remedy: setAtMeta(first),
  }
}

async function subscribedFinding(app: App, { token, waba, waba_id }: FreshAccount): Promise<Finding> {
  if (!token || !waba) return { state: 'unknown', finding: 'Checked once the account can be reached.' }
  const remedy = { kind: 'repair', label: 'Subscribe it', repair: 'subscribe', waba_id } as const
  try {
    const apps = await app.meta.subscribedApps.list(token, waba_id)
    const ours = apps.find(({ appId }) => appId === app.settings.meta.appId)
    if (!ours) {
      return {
        state: 'bad',
        finding: 'The account does not tell this app what happens.',
        meaning: 'This is the commonest reason why messages stay at “sent”.',
        remedy,
      }
    }
    if (ours.overrideCallbackUrl) {
      return {
        state: 'attention',
        finding: `The account’s message events go to ${ours.overrideCallbackUrl} instead.`,
        meaning: 'Subscribing anew sends them to this install again.',
        remedy: { ...remedy, label: 'Send them here' },
      }
    }
    return { state: 'good', finding: 'The account’s events are sent to this app.' }
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    return { state: 'unknown', finding: error.sentence, meaning: error.advice }
  }
}
