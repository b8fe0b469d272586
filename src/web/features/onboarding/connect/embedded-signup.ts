import type { OnboardingSettings } from '#contract/onboarding.ts'
import { t } from '#web/messages/t.ts'
import { readSignupMessage, type SignupMessage } from './provider-messages.ts'

type LoginAnswer = { authResponse?: { code?: string } | null; status?: string }
/** The part of the provider's JavaScript SDK that is used here. */
type Sdk = {
  init: (options: { appId: string; autoLogAppEvents: boolean; xfbml: boolean; version: string }) => void
  login: (callback: (answer: LoginAnswer) => void, options: Record<string, unknown>) => void
}

declare global {
  interface Window {
    FB?: Sdk
  }
}

let loading: Promise<Sdk> | undefined

/** Loads the SDK once. It is loaded ahead of the press: a popup opens only straight from one. */
export function loadSdk(settings: OnboardingSettings): Promise<Sdk> {
  loading ??= new Promise<Sdk>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = settings.sdk_url
    script.async = true
    script.onload = () => {
      if (!window.FB) return reject(new Error(t('onboarding.connect.dialog.scriptInvalid')))
      window.FB.init({
        appId: settings.app_id,
        autoLogAppEvents: false,
        xfbml: false,
        version: settings.graph_version,
      })
      resolve(window.FB)
    }
    script.onerror = () => {
      script.remove()
      reject(new Error(t('onboarding.connect.dialog.scriptFailed')))
    }
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** What a signup in a window ended with: the code and, where a message came, its ids. */
export type SignupOutcome =
  | { kind: 'code'; code: string; message: Extract<SignupMessage, { kind: 'finished' }> | undefined }
  | Exclude<SignupMessage, { kind: 'finished' }>

/** The message may come after the code; the code lives 30 seconds, so it is not waited for long. */
const messageGraceMs = 1_500

/**
 * Opens the signup in a window of its own. Call it straight from a press. Code and message arrive in either order:
 * both are waited for, the message only for a moment.
 */
export function signUpInWindow(sdk: Sdk, settings: OnboardingSettings): Promise<SignupOutcome> {
  return new Promise((resolve) => {
    let said: SignupMessage | undefined
    let code: string | undefined
    let ended = false
    const settle = (outcome: SignupOutcome) => {
      window.removeEventListener('message', receive)
      resolve(outcome)
    }
    const receive = (event: MessageEvent) => {
      const message = readSignupMessage(event, settings.trusted_origins)
      if (!message) return
      said = message
      if (message.kind === 'token') settle(message)
      else if (code !== undefined && message.kind === 'finished') settle({ kind: 'code', code, message })
      else if (ended && message.kind !== 'finished') settle(message)
    }
    window.addEventListener('message', receive)
    sdk.login(
      (answer) => {
        ended = true
        code = answer.authResponse?.code
        if (said && said.kind !== 'finished' && said.kind !== 'incomplete') return settle(said)
        if (code === undefined) {
          // Closed without a word: the message of leaving may still be under way.
          setTimeout(() => settle(leftWith(said)), 250)
          return
        }
        if (said?.kind === 'finished') return settle({ kind: 'code', code, message: said })
        const given = code
        setTimeout(() => {
          settle({ kind: 'code', code: given, message: said?.kind === 'finished' ? said : undefined })
        }, messageGraceMs)
      },
      {
        config_id: settings.config_id ?? undefined,
        response_type: 'code',
        override_default_response_type: true,
        // Embedded Signup v4: the products come from the configuration.
        extras: { setup: {} },
      },
    )
  })
}

function leftWith(said: SignupMessage | undefined): SignupOutcome {
  return said && said.kind !== 'finished' ? said : { kind: 'cancelled', step: undefined }
}
