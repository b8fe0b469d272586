import type { ServerResponse } from 'node:http'
import { type OtherHandler, respond } from '../http/answer.ts'
import type { MetaApp } from '../world/accounts.ts'
import { newId, newTokenValue, seconds, whatsappScopes } from '../world/accounts.ts'
import { sandboxSeed } from '../world/seed.ts'
import type { Part } from '../world/world.ts'
import { issueCode, type LoginForm, type Shared, share } from './login.ts'
import { type Asked, donePage, errorPage, hostedDonePage, loginPage, sdkScript } from './login-pages.ts'

const html = 'text/html; charset=utf-8'

/** Answers the login dialog, Embedded Signup in popup, frame and hosted form, and the JavaScript SDK. */
export function createLoginHandler(
  world: Part<'settings' | 'accounts' | 'templates' | 'webhooks' | 'keep' | 'later'>,
): OtherHandler {
  return (req, res, url, raw) => {
    if (/^\/[a-z]{2}_[A-Z]{2}\/sdk(\/debug)?\.js$/.test(url.pathname)) {
      respond(
        res,
        200,
        sdkScript,
        {
          'cache-control': 'no-store',
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        },
        'text/javascript; charset=utf-8',
      )
      return true
    }
    const isDialog = /^(\/v\d+\.\d+)?\/dialog\/oauth\/?$/.test(url.pathname)
    const isHosted = /^\/messaging\/whatsapp\/onboard\/?$/.test(url.pathname)
    if (url.pathname === '/sandbox/untrusted-message') {
      respond(res, 200, donePage([forgedMessage], '*', null), {}, html)
      return true
    }
    if (!isDialog && !isHosted) return false
    const form = req.method === 'POST' ? new URLSearchParams(raw.toString()) : url.searchParams
    const asked = read(world, form, isHosted, url.pathname)
    if ('problem' in asked) {
      respond(res, 400, errorPage(asked.title, asked.problem), {}, html)
      return true
    }
    if (req.method === 'POST' && form.get('ending') !== 'switch') finish(world, res, asked, form)
    else respond(res, 200, loginPage(world, asked), {}, html)
    return true
  }
}

/** What a page that is none of the provider's would try. */
const forgedMessage = JSON.stringify({
  type: 'WA_EMBEDDED_SIGNUP',
  event: 'FINISH',
  data: { phone_number_id: '666666666666666', waba_id: '666666666666667' },
})

type Problem = { title: string; problem: string }

function read(
  world: Part<'accounts'>,
  form: URLSearchParams,
  isHosted: boolean,
  action: string,
): Asked | Problem {
  const text = (name: string) => form.get(name) ?? ''
  const app: MetaApp | undefined = world.accounts.apps.get(text('client_id') || text('app_id'))
  if (!app)
    return { title: 'Invalid App ID', problem: 'The provided app ID does not look like a valid app ID.' }
  const redirectUri = form.get('redirect_uri')
  const display = text('display')
  const hasConfig = text('config_id') !== '' || text('kind') === 'signup'
  const kind = isHosted ? 'hosted' : hasConfig ? 'signup' : 'oauth'
  if (kind !== 'hosted' && display !== 'popup') {
    if (!redirectUri)
      return { title: 'Invalid parameter', problem: 'The parameter redirect_uri is required.' }
    if (!/^https?:$/.test(URL.canParse(redirectUri) ? new URL(redirectUri).protocol : '')) {
      return { title: 'URL Blocked', problem: 'The redirect_uri URL must be absolute.' }
    }
    if (app.redirectUris && !app.redirectUris.includes(redirectUri)) {
      return {
        title: 'URL Blocked',
        problem:
          "This redirect failed because the redirect URI is not whitelisted in the app's Client OAuth Settings. Make sure Client and Web OAuth Login are on and add all your app domains as Valid OAuth Redirect URIs.",
      }
    }
  }
  const extras = readExtras(text('extras'))
  const scopes = text('scope').split(/[ ,]+/).filter(Boolean)
  return {
    kind,
    action,
    clientId: app.id,
    configId: text('config_id'),
    appName: app.name,
    redirectUri,
    state: text('state'),
    scopes: scopes.length > 0 ? scopes : ['business_management', ...whatsappScopes],
    display,
    origin: text('origin') || (redirectUri && URL.canParse(redirectUri) ? new URL(redirectUri).origin : ''),
    responseType: text('response_type') || 'token',
    person: text('person') || 'Asha Rao',
    coexistence: extras.featureType === 'whatsapp_business_app_onboarding',
    businessName: form.get('business_name') ?? extras.setup?.business?.name ?? '',
    number: form.get('number') ?? numberIn(extras),
    onlyWaba: extras.featureType === 'only_waba_sharing' || text('only_waba') === '1',
  }
}

/** What the app may fill in for its customer beforehand. */
type Extras = {
  featureType?: string
  setup?: { business?: { name?: string; phone?: { code?: string | number; number?: string } } }
}

function numberIn({ setup }: Extras): string {
  const { code, number } = setup?.business?.phone ?? {}
  return [code && `+${code}`, number].filter(Boolean).join(' ')
}

function readExtras(text: string): Extras {
  try {
    return text === '' ? {} : (JSON.parse(text) as Extras)
  } catch {
    // Meta ignores extras that it cannot read.
    return {}
  }
}

function readForm(form: URLSearchParams, asked: Asked): LoginForm {
  const granted = form.getAll('granted').filter((scope) => asked.scopes.includes(scope))
  const state = form.get('number_state')
  return {
    person: asked.person,
    waba: form.get('waba') ?? 'new',
    businessName: form.get('business_name') ?? '',
    number: form.get('number') ?? '',
    numberState: state === 'unverified' || state === 'in_review' || state === 'none' ? state : 'verified',
    coexistence: form.get('coexistence') === '1',
    granted,
    declined: asked.scopes.filter((scope) => !granted.includes(scope)),
  }
}

function finish(
  world: Part<'settings' | 'accounts' | 'templates' | 'webhooks' | 'keep' | 'later'>,
  res: ServerResponse,
  asked: Asked,
  form: URLSearchParams,
) {
  const ending =
    asked.configId === sandboxSeed.app.oldConfigId ? 'outdated' : (form.get('ending') ?? 'continue')
  const failed = failureOf(ending)
  if (failed) {
    turnAway(res, asked, failed)
    return
  }
  const filled = readForm(form, asked)
  const shared = share(world, filled, asked.clientId)
  if (asked.kind === 'hosted') {
    respond(res, 200, hostedDonePage(shared.waba), {}, html)
    return
  }
  const inPopup = asked.display === 'popup'
  const how = {
    redirectUri: inPopup ? null : asked.redirectUri,
    signup: asked.kind === 'signup',
    expired: ending === 'expired',
  }
  const code = issueCode(world, asked.clientId, shared, filled, how)
  const next = inPopup ? null : returnTo(asked, { code })
  if (asked.kind === 'oauth' && !inPopup) {
    respond(
      res,
      302,
      '',
      {
        location:
          asked.responseType === 'token' ? returnWithToken(world, asked, shared, filled) : (next ?? ''),
      },
      html,
    )
    return
  }
  const finished =
    ending === 'legacy' ? legacyMessage(world, asked, shared, filled) : finishMessage(shared, filled)
  const login = {
    sandboxLogin: {
      authResponse: { code, userID: null, accessToken: null, expiresIn: null },
      status: 'unknown',
    },
  }
  const messages =
    asked.kind === 'oauth' ? [login] : ending === 'code_first' ? [login, finished] : [finished, login]
  respond(res, 200, donePage(inPopup ? messages : [finished], asked.origin, next), {}, html)
}

/** Embedded Signup's last word: a JSON text, as Meta posts it. */
function finishMessage({ waba, phone, business }: Shared, form: LoginForm): string {
  if (form.coexistence)
    return JSON.stringify({
      type: 'WA_EMBEDDED_SIGNUP',
      event: 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING',
      data: { waba_id: waba.id },
      version: 4,
    })
  return JSON.stringify({
    type: 'WA_EMBEDDED_SIGNUP',
    event: phone ? 'FINISH' : 'FINISH_ONLY_WABA',
    data: { ...(phone ? { phone_number_id: phone.id } : {}), waba_id: waba.id, business_id: business.id },
    version: 4,
  })
}

/** The older message that carries a token in place of a code. */
function legacyMessage(
  world: Part<'accounts' | 'keep'>,
  asked: Asked,
  shared: Shared,
  form: LoginForm,
): unknown {
  return {
    type: 'facebook_embedded_signup',
    access_token: grantToken(world, asked, shared, form),
    waba_id: shared.waba.id,
    phone_number_id: shared.phone?.id,
    business_id: shared.business.id,
  }
}

function grantToken(
  world: Part<'accounts' | 'keep'>,
  asked: Asked,
  { person, waba, business }: Shared,
  form: LoginForm,
): string {
  const value = newTokenValue()
  world.accounts.tokens.set(value, {
    value,
    kind: asked.kind === 'signup' ? 'SYSTEM_USER' : 'USER',
    appId: asked.clientId,
    personId: person.id,
    scopes: form.granted,
    wabaIds: [waba.id],
    businessIds: [business.id],
    issuedAt: Date.now(),
    expiresAt: Date.now() + 2 * 3_600_000,
    deadBy: null,
  })
  world.keep()
  return value
}

type Failure = { query: Record<string, string>; message: unknown; silent?: true }

const steps = { cancel: 'PHONE_NUMBER_SETUP' }

function failureOf(ending: string): Failure | null {
  const denied = {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  }
  const reported = {
    error_message: 'Your verified name violates WhatsApp guidelines.',
    error_id: '524126',
    session_id: newId(12),
    timestamp: String(seconds(Date.now())),
  }
  switch (ending) {
    case 'cancel':
      return {
        query: denied,
        message: { type: 'WA_EMBEDDED_SIGNUP', event: 'CANCEL', data: { current_step: steps.cancel } },
      }
    case 'report':
      return { query: denied, message: { type: 'WA_EMBEDDED_SIGNUP', event: 'CANCEL', data: reported } }
    case 'error':
      return { query: denied, message: { type: 'WA_EMBEDDED_SIGNUP', event: 'ERROR', data: reported } }
    case 'server_error':
      return {
        query: { error: 'server_error', error_code: '2', error_message: 'Sorry, something went wrong.' },
        message: {
          type: 'WA_EMBEDDED_SIGNUP',
          event: 'ERROR',
          data: { ...reported, error_message: 'Sorry, something went wrong.' },
        },
      }
    case 'outdated': {
      const error_message = 'This version of Embedded Signup is no longer available.'
      return {
        query: { error: 'unsupported_version', error_message },
        message: { type: 'WA_EMBEDDED_SIGNUP', event: 'ERROR', data: { error_message }, version: 3 },
      }
    }
    case 'close':
      return { query: denied, message: null, silent: true }
    default:
      return null
  }
}

function turnAway(res: ServerResponse, asked: Asked, failure: Failure) {
  const inPopup = asked.display === 'popup'
  const next = inPopup || asked.redirectUri === null ? null : returnTo(asked, failure.query)
  if (asked.kind === 'oauth' && next !== null) {
    respond(res, 302, '', { location: next }, html)
    return
  }
  const said = failure.silent ? [] : [JSON.stringify(failure.message)]
  const login = { sandboxLogin: { authResponse: null, status: 'unknown' } }
  const messages = asked.kind === 'hosted' ? [] : inPopup ? [...said, login] : said
  respond(res, 200, donePage(messages, asked.origin, failure.silent ? null : next), {}, html)
}

/** The address of the app with the result, the state, and Facebook's own tail. */
function returnTo(asked: Asked, query: Record<string, string>): string {
  const target = new URL(asked.redirectUri ?? '')
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  if (asked.state !== '') target.searchParams.set('state', asked.state)
  target.hash = '_=_'
  return target.href
}

/** Without `response_type=code` the token comes in the fragment, where no server sees it. */
function returnWithToken(
  world: Part<'accounts' | 'keep'>,
  asked: Asked,
  shared: Shared,
  form: LoginForm,
): string {
  const target = new URL(asked.redirectUri ?? '')
  const fragment = new URLSearchParams({
    access_token: grantToken(world, asked, shared, form),
    expires_in: '7200',
  })
  if (asked.state !== '') fragment.set('state', asked.state)
  target.hash = fragment.toString()
  return target.href
}
