import type { App } from '#server/app.ts'

const facebook = 'https://www.facebook.com'

/** Where the provider sends the browser back to. It must stand in the app's list of valid addresses, letter by letter. */
export const redirectUrl = (app: App): string => `${app.settings.publicUrl}/marketing/api/meta/oauth/callback`

/** Where the provider posts events to. */
export const webhookUrl = (app: App): string => `${app.settings.publicUrl}/marketing/api/webhooks/meta`

const dialogOrigin = (app: App): string => new URL(app.settings.meta.dialogUrl).origin

/**
 * The origins whose messages a page of ours believes: an exact list. (The provider's own sample compares the end of
 * the name, which `evilfacebook.com` passes.)
 */
export function trustedOrigins(app: App): string[] {
  const origin = dialogOrigin(app)
  return origin === facebook
    ? [facebook, 'https://web.facebook.com', 'https://business.facebook.com']
    : [origin]
}

/** The provider's JavaScript SDK stands on a host of its own. */
export function sdkUrl(app: App): string {
  const origin = dialogOrigin(app)
  return origin === facebook
    ? 'https://connect.facebook.net/en_US/sdk.js'
    : `${app.settings.meta.dialogUrl}/en_US/sdk.js`
}

/** Whether a page may show the dialog in a frame: Facebook sends `X-Frame-Options: DENY` with it. */
export const mayBeFramed = (app: App): boolean => dialogOrigin(app) !== facebook

/** Signup on the provider's own page (…/embedded-signup/hosted-es); null without a configuration. */
export function hostedSignupUrl(app: App): string | null {
  const { appId, configId, dialogUrl } = app.settings.meta
  if (!configId) return null
  const base = dialogOrigin(app) === facebook ? 'https://business.facebook.com' : dialogUrl
  const query = new URLSearchParams({
    app_id: appId,
    config_id: configId,
    extras: JSON.stringify({ setup: {} }),
  })
  return `${base}/messaging/whatsapp/onboard/?${query}`
}
