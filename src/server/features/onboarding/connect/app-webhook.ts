import type { App } from '#server/app.ts'
import {
  type AppWebhook,
  extraWebhookFields,
  webhookFields,
} from '#server/providers/meta/calls/app-webhooks.ts'
import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { asAppError } from '../token/provider-failure.ts'
import { webhookUrl } from './signup-addresses.ts'

/** Where our app's WhatsApp events go at the provider; undefined when no address is set. */
export async function findAppWebhook(app: App): Promise<AppWebhook | undefined> {
  const webhooks = await app.meta.appWebhooks.list()
  return webhooks.find(({ object }) => object === 'whatsapp_business_account')
}

export const missingFields = ({ fields }: AppWebhook): string[] =>
  webhookFields.filter((field) => !fields.includes(field))

/** Of the fields that only some apps have, those that ours does not listen to. */
export const missingExtraFields = ({ fields }: AppWebhook): string[] =>
  extraWebhookFields.filter((field) => !fields.includes(field))

/** Has the provider send our app's events to this install, all fields of them. The provider calls the address first. */
export async function setAppWebhook(app: App, callbackUrl = webhookUrl(app)): Promise<void> {
  await subscribe(app, callbackUrl).catch(asAppError)
}

/** "(#100) Param fields[…] must be one of …": a field that the provider does not know, or not for this app. */
const isFieldRefused = (error: unknown): boolean =>
  error instanceof MetaError && isOfClass(error.code, 'invalidParameter')

/**
 * Subscribes to all fields. Where one of the extra ones is refused, each is tried by itself, so that one does not keep
 * another out. What the app listens to beside ours stays.
 */
async function subscribe(app: App, callbackUrl: string, present: readonly string[] = []): Promise<void> {
  const { verifyToken } = app.settings.meta
  const ask = (fields: readonly string[]) =>
    app.meta.appWebhooks.subscribe({ callbackUrl, verifyToken, fields: [...new Set(fields)] })
  try {
    return await ask([...webhookFields, ...present, ...extraWebhookFields])
  } catch (error) {
    if (!isFieldRefused(error)) throw error
  }
  let taken = [...webhookFields, ...present]
  await ask(taken)
  for (const field of extraWebhookFields) {
    if (taken.includes(field)) continue
    try {
      await ask([...taken, field])
      taken = [...taken, field]
    } catch (error) {
      if (!isFieldRefused(error)) throw error
    }
  }
}

/**
 * With a new connection: sets the address where the app has none, and adds what its subscription lacks. An address
 * that somebody else set stays. It cannot fail the connection: where it does not work out, the doctor tells.
 */
export async function ensureAppWebhook(app: App): Promise<void> {
  try {
    const webhook = await findAppWebhook(app)
    if (webhook?.callbackUrl && webhook.active) {
      if (missingFields(webhook).length + missingExtraFields(webhook).length === 0) return
    }
    await subscribe(app, webhook?.callbackUrl ?? webhookUrl(app), webhook?.fields)
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    app.log.info({ err: error }, 'the app’s webhook address could not be set at the provider')
  }
}
