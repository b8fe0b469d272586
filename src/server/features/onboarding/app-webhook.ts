import type { App } from '#server/app.ts'
import { type AppWebhook, webhookFields } from '#server/providers/meta/app-webhooks.ts'
import { MetaError } from '#server/providers/meta/meta-error.ts'
import { asAppError } from './provider-failure.ts'
import { webhookUrl } from './signup-addresses.ts'

/** Where our app's WhatsApp events go at the provider; undefined when no address is set. */
export async function findAppWebhook(app: App): Promise<AppWebhook | undefined> {
  const webhooks = await app.meta.appWebhooks.list()
  return webhooks.find(({ object }) => object === 'whatsapp_business_account')
}

export const missingFields = ({ fields }: AppWebhook): string[] =>
  webhookFields.filter((field) => !fields.includes(field))

/** Has the provider send our app's events to this install, all fields of them. The provider calls the address first. */
export async function setAppWebhook(app: App, callbackUrl = webhookUrl(app)): Promise<void> {
  await app.meta.appWebhooks
    .subscribe({ callbackUrl, verifyToken: app.settings.meta.verifyToken })
    .catch(asAppError)
}

/**
 * With a new connection: sets the address where the app has none, and adds what its subscription lacks. An address
 * that somebody else set stays. It cannot fail the connection: where it does not work out, the doctor tells.
 */
export async function ensureAppWebhook(app: App): Promise<void> {
  try {
    const webhook = await findAppWebhook(app)
    if (webhook?.callbackUrl && webhook.active && missingFields(webhook).length === 0) return
    await app.meta.appWebhooks.subscribe({
      callbackUrl: webhook?.callbackUrl ?? webhookUrl(app),
      verifyToken: app.settings.meta.verifyToken,
    })
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    app.log.info({ err: error }, 'the app’s webhook address could not be set at the provider')
  }
}
