import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { App } from '#server/app.ts'
import { type AppWebhook, webhookFields } from '#server/providers/meta/calls/app-webhooks.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { explanationOf } from '#server/stored-text/read-text.ts'
import { type StoredClock, type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import type { FreshAccount } from '../account/refresh-account.ts'
import { findAppWebhook, missingExtraFields, missingFields } from '../connect/app-webhook.ts'
import { webhookUrl } from '../connect/signup-addresses.ts'
import { eventFacts, lastEventFinding, signatureFinding } from './doctor-events.ts'
import type { Finding, StoredCheck, StoredRemedy } from './stored-check.ts'

type Title = 'webhookAddress' | 'webhookFields' | 'subscribed' | 'lastEvent' | 'signature'

const check = (id: string, title: Title, subject: string | null, finding: Finding): StoredCheck => ({
  id,
  subject,
  title: textOf(`onboarding.doctor.title.${title}`),
  meaning: null,
  remedy: null,
  ...finding,
})

/** Whether webhooks arrive: the address, its handshake, the fields, the subscription, the events. */
export async function webhookChecks(
  app: App,
  businessId: number,
  fresh: readonly FreshAccount[],
  clock: StoredClock,
): Promise<StoredCheck[]> {
  const first = fresh[0]
  const registered = await registeredWebhook(app)
  const events = await eventFacts(app, businessId)
  return [
    check('webhook address', 'webhookAddress', null, await addressFinding(app, registered, first)),
    check('webhook fields', 'webhookFields', null, fieldsFinding(registered, first)),
    ...(await Promise.all(
      fresh.map(async (account) =>
        check(
          `subscribed ${account.waba_id}`,
          'subscribed',
          account.name,
          await subscribedFinding(app, account),
        ),
      ),
    )),
    check('last event', 'lastEvent', null, lastEventFinding(events, clock)),
    check('signature', 'signature', null, signatureFinding(app, events, clock)),
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

const setAtMeta = (first: FreshAccount | undefined): StoredRemedy | null =>
  first
    ? {
        kind: 'repair',
        label: textOf('onboarding.doctor.action.setWebhook'),
        repair: 'webhook',
        waba_id: first.waba_id,
      }
    : null

async function addressFinding(
  app: App,
  registered: Registered,
  first: FreshAccount | undefined,
): Promise<Finding> {
  if ('error' in registered) {
    return {
      state: 'unknown',
      finding: explanationOf(registered.error, 'sentence'),
      meaning: explanationOf(registered.error, 'advice'),
    }
  }
  const address = registered.webhook?.callbackUrl
  const meaning = textOf('onboarding.doctor.webhook.noneMeans')
  if (!address) {
    return {
      state: 'bad',
      finding: textOf('onboarding.doctor.webhook.none'),
      meaning,
      remedy: setAtMeta(first),
    }
  }
  if (isOnlyHere(address) && !isOnlyHere(app.settings.meta.dialogUrl)) {
    return {
      state: 'bad',
      finding: textOf('onboarding.doctor.webhook.local', { address }),
      meaning: textOf('onboarding.doctor.webhook.localMeans'),
    }
  }
  const answer = await shakeHands(address, app.settings.meta.verifyToken)
  if (!answer.ok) {
    return {
      state: 'bad',
      finding: answer.problem,
      meaning,
      remedy: address === webhookUrl(app) ? null : setAtMeta(first),
    }
  }
  const finding = textOf('onboarding.doctor.webhook.good', { address, ms: answer.ms })
  if (app.settings.publicUrl && address !== webhookUrl(app) && !isOnlyHere(address)) {
    return {
      state: 'attention',
      finding,
      meaning: textOf('onboarding.doctor.webhook.otherMeans', { address: webhookUrl(app) }),
      remedy: setAtMeta(first),
    }
  }
  return { state: 'good', finding }
}

/** Loopback, a private network, or a name without a dot: not reachable for the provider. */
export function isOnlyHere(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 6) return host === '::1' || /^f[cd]|^fe80/i.test(host)
  if (isIP(host) === 4) return /^(127|10|0)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(host)
  return host === 'localhost' || !host.includes('.') || /\.(local|localhost|internal|test)$/.test(host)
}

const handshakeTimeoutMs = 5000

/** The provider's own check of an address: it must answer with the challenge. */
async function shakeHands(
  address: string,
  verifyToken: string,
): Promise<{ ok: true; ms: number } | { ok: false; problem: StoredText }> {
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
          ? textOf('onboarding.doctor.webhook.wrongAnswer', { address })
          : textOf('onboarding.doctor.webhook.wrongStatus', { address, status: String(answer.status) }),
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { ok: false, problem: textOf('onboarding.doctor.webhook.unreachable', { address }) }
  }
}

function fieldsFinding(registered: Registered, first: FreshAccount | undefined): Finding {
  if ('error' in registered) return { state: 'unknown', finding: explanationOf(registered.error, 'sentence') }
  if (!registered.webhook)
    return { state: 'unknown', finding: textOf('onboarding.doctor.fields.afterAddress') }
  const missing = missingFields(registered.webhook)
  if (!registered.webhook.active) {
    return {
      state: 'attention',
      finding: textOf('onboarding.doctor.fields.notConfirmed'),
      meaning: textOf('onboarding.doctor.fields.notConfirmedMeans'),
      remedy: setAtMeta(first),
    }
  }
  if (missing.length === 0) {
    // Many apps do not have it: its absence is no fault, but opt-outs written there are not received.
    const lacksStandby = missingExtraFields(registered.webhook).includes('standby')
    const finding = textOf(`onboarding.doctor.fields.${lacksStandby ? 'noStandby' : 'all'}`, {
      count: webhookFields.length,
    })
    return { state: 'good', finding }
  }
  return {
    state: missing.includes('messages') ? 'bad' : 'attention',
    finding: textOf('onboarding.doctor.fields.missing', { fields: missing.join(', ') }),
    meaning: missing.includes('messages')
      ? textOf('onboarding.doctor.fields.missingMessages')
      : textOf('onboarding.doctor.fields.missingMeans'),
    remedy: setAtMeta(first),
  }
}

async function subscribedFinding(app: App, { token, waba, waba_id }: FreshAccount): Promise<Finding> {
  if (!token || !waba) return { state: 'unknown', finding: textOf('onboarding.doctor.afterAccount') }
  const label = textOf('onboarding.doctor.action.subscribe')
  const remedy = { kind: 'repair', label, repair: 'subscribe', waba_id } as const
  try {
    const apps = await app.meta.subscribedApps.list(token, waba_id)
    const ours = apps.find(({ appId }) => appId === app.settings.meta.appId)
    if (!ours) {
      return {
        state: 'bad',
        finding: textOf('onboarding.doctor.subscribed.none'),
        meaning: textOf('onboarding.doctor.subscribed.noneMeans'),
        remedy,
      }
    }
    if (ours.overrideCallbackUrl) {
      return {
        state: 'attention',
        finding: textOf('onboarding.doctor.subscribed.elsewhere', { address: ours.overrideCallbackUrl }),
        meaning: textOf('onboarding.doctor.subscribed.elsewhereMeans'),
        remedy: { ...remedy, label: textOf('onboarding.doctor.action.subscribeHere') },
      }
    }
    return { state: 'good', finding: textOf('onboarding.doctor.subscribed.good') }
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    return {
      state: 'unknown',
      finding: explanationOf(error, 'sentence'),
      meaning: explanationOf(error, 'advice'),
    }
  }
}
