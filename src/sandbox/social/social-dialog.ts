import type { ServerResponse } from 'node:http'
import { respond } from '../http/answer.ts'
import { escapeHtml, htmlPage } from '../login/login-pages.ts'
import { giveCode, type Network, socialPerson } from '../world/social-world.ts'
import type { World } from '../world/world.ts'

const html = 'text/html; charset=utf-8'

/** Each network's parameters of its login dialog, and its answer when the person declines. */
type Dialog = {
  title: string
  scopeSeparator: string
  codeMs: number
  denied: Record<string, string>
  /** What it appends to the address behind a `#`. */
  tail?: string
  /** What a login configuration asks for, where the address names no scopes. */
  configured?: string[]
}

const minuteMs = 60_000

const dialogs: Record<Network, Dialog> = {
  facebook: {
    title: 'Facebook',
    scopeSeparator: ',',
    codeMs: 10 * minuteMs,
    denied: { error: 'access_denied', error_code: '200', error_reason: 'user_denied' },
    tail: '_=_',
    configured: [
      'pages_show_list',
      'pages_read_engagement',
      'pages_manage_posts',
      'read_insights',
      'pages_manage_engagement',
      'pages_read_user_content',
      'pages_messaging',
      'business_management',
    ],
  },
  instagram: {
    title: 'Instagram',
    scopeSeparator: ',',
    codeMs: 60 * minuteMs,
    denied: { error: 'access_denied', error_reason: 'user_denied' },
    tail: '_',
  },
  google: {
    title: 'Google',
    scopeSeparator: ' ',
    codeMs: 10 * minuteMs,
    denied: { error: 'access_denied' },
  },
  linkedin: {
    title: 'LinkedIn',
    scopeSeparator: ' ',
    codeMs: 30 * minuteMs,
    denied: { error: 'user_cancelled_login', error_description: 'The user cancelled the login' },
  },
}

const dialogPaths: Record<Network, RegExp> = {
  facebook: /^\/v\d+\.\d+\/dialog\/oauth$/,
  instagram: /^\/oauth\/authorize$/,
  google: /^\/o\/oauth2\/v2\/auth$/,
  linkedin: /^\/oauth\/v2\/authorization$/,
}

export const isDialog = (network: Network, path: string): boolean => dialogPaths[network].test(path)

/** Shows the login dialog of a network, or carries out what was chosen in it. */
export function answerDialog(
  world: World,
  network: Network,
  res: ServerResponse,
  asked: { method: string; action: string; fields: URLSearchParams },
): void {
  const { fields } = asked
  const fault = faultOf(world, fields)
  if (fault) {
    respond(res, 400, page(network, `<h1>Sorry</h1><p>${escapeHtml(fault)}</p>`), {}, html)
    return
  }
  const ending = asked.method === 'POST' ? (fields.get('ending') ?? 'continue') : 'show'
  if (ending === 'show' || ending === 'switch') {
    respond(res, 200, dialogPage(world, network, asked.action, fields), {}, html)
    return
  }
  const query =
    ending === 'cancel'
      ? dialogs[network].denied
      : ending === 'server_error'
        ? { error: 'server_error', error_description: 'Something went wrong.' }
        : { code: codeOf(world, network, fields, ending === 'expired') }
  respond(res, 302, '', { location: returnTo(fields, query, dialogs[network].tail) }, html)
}

/** What makes a network show a page of its own instead of returning to an address it distrusts. */
function faultOf(world: World, fields: URLSearchParams): string | null {
  const app = world.accounts.apps.get(fields.get('client_id') ?? '')
  if (!app) return 'The client_id is not that of an app.'
  const redirect = fields.get('redirect_uri') ?? ''
  if (!URL.canParse(redirect) || !/^https?:$/.test(new URL(redirect).protocol))
    return 'The redirect_uri is not an absolute address.'
  if (app.redirectUris && !app.redirectUris.includes(redirect))
    return 'The redirect_uri is not among the addresses of the app.'
  if (fields.get('response_type') !== 'code') return 'The response_type must be code.'
  return null
}

function scopesOf(network: Network, fields: URLSearchParams): string[] {
  const { scopeSeparator, configured } = dialogs[network]
  const named = (fields.get('scope') ?? '').split(scopeSeparator).filter(Boolean)
  return named.length > 0 || !fields.get('config_id') ? named : (configured ?? [])
}

function codeOf(world: World, network: Network, fields: URLSearchParams, expired: boolean): string {
  const person = socialPerson(world.social, fields.get('person') ?? '')
  const wanted = scopesOf(network, fields)
  // LinkedIn's consent is all or nothing.
  const scopes =
    network === 'linkedin' ? wanted : fields.getAll('granted').filter((one) => wanted.includes(one))
  const { value } = giveCode(world.social, {
    network,
    person: person.name,
    redirectUri: fields.get('redirect_uri') ?? '',
    scopes,
    pageIds: fields.getAll('page'),
    challenge: fields.get('code_challenge'),
    expiresAt: Date.now() + (expired ? -1 : dialogs[network].codeMs),
  })
  world.keep()
  return value
}

/** The address of the app, with what each network appends. */
function returnTo(fields: URLSearchParams, query: Record<string, string>, tail: string | undefined): string {
  const target = new URL(fields.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  const state = fields.get('state')
  if (state) target.searchParams.set('state', state)
  if (tail) target.hash = tail
  return target.href
}

const page = (network: Network, body: string): string =>
  htmlPage(
    dialogs[network].title,
    `<div class="note">Provider sandbox. This page stands in for the login at ${dialogs[network].title}; nothing leaves this machine.</div>${body}`,
  )

function dialogPage(world: World, network: Network, action: string, fields: URLSearchParams): string {
  const person = socialPerson(world.social, fields.get('person') ?? '')
  const own = new Set(['person', 'granted', 'page', 'ending'])
  const hidden = [...fields]
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  const scopes = scopesOf(network, fields).map((scope) =>
    network === 'linkedin'
      ? `<p>${escapeHtml(scope)}</p>`
      : `<label><input type="checkbox" name="granted" value="${escapeHtml(scope)}" checked> ${escapeHtml(scope)}</label>`,
  )
  const title = `Log in to ${dialogs[network].title}`
  return page(
    network,
    `<h1>${title}</h1><form method="post" action="${escapeHtml(action)}">${hidden.join('')}<button name="ending" value="continue" hidden></button>
<fieldset><legend>You</legend><label><span>Continue as</span><input name="person" value="${escapeHtml(person.name)}"></label><button name="ending" value="switch">Show this person’s accounts</button><p>${escapeHtml(reach(network, person))}</p></fieldset>
${network === 'facebook' ? `<fieldset><legend>Pages</legend>${person.pages.map(({ id, name }) => `<label><input type="checkbox" name="page" value="${id}" checked> ${escapeHtml(name)}</label>`).join('')}</fieldset>` : ''}
<fieldset><legend>Permissions</legend>${scopes.join('')}</fieldset>
<div class="row"><button class="main" name="ending" value="continue">Continue</button><button name="ending" value="cancel">Cancel</button></div>
<details><summary>Or let something go wrong</summary><div class="row"><button name="ending" value="expired">Continue with an expired code</button><button name="ending" value="server_error">Fail with a server error</button></div></details></form>`,
  )
}

function reach(network: Network, person: ReturnType<typeof socialPerson>): string {
  if (network === 'instagram') return `@${person.instagram.username}`
  if (network === 'google') return person.channel?.title ?? 'This account has no channel.'
  return person.name
}
