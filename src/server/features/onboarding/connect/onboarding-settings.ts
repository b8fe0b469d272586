import type { OnboardingSettings } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { webhookFields } from '#server/providers/meta/calls/app-webhooks.ts'
import { dialogAddress } from './registration.ts'
import {
  hostedSignupUrl,
  mayBeFramed,
  redirectUrl,
  sdkUrl,
  trustedOrigins,
  webhookUrl,
} from './signup-addresses.ts'

/**
 * What the signup dialog is opened with, and the addresses to enter at the provider. The address for a frame carries
 * a state of its own, so it is made anew each time and works once.
 */
export async function onboardingSettings(
  app: App,
  caller: Caller,
  operator: boolean,
): Promise<OnboardingSettings> {
  const { meta, publicUrl, metaPageUrl, practice } = app.settings
  return {
    practice,
    app_id: meta.appId,
    config_id: meta.configId ?? null,
    graph_version: meta.graphVersion,
    sdk_url: sdkUrl(app),
    dialog_page: `${metaPageUrl ?? ''}/marketing/meta/dialog`,
    trusted_origins: trustedOrigins(app),
    frame_url: mayBeFramed(app) ? await dialogAddress(app, caller) : null,
    hosted_signup_url: hostedSignupUrl(app),
    webhook_url: webhookUrl(app),
    redirect_url: redirectUrl(app),
    domain: new URL(publicUrl).host,
    verify_token: operator ? meta.verifyToken : null,
    webhook_fields: [...webhookFields],
    operator,
  }
}
