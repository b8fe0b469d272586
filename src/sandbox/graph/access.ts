import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Phone, seesWaba, type Token, type Waba } from '../world/accounts.ts'
import type { Part } from '../world/world.ts'
import { GraphError, unknownObject } from './graph-errors.ts'

/** The token's text in the header (`Bearer` or `OAuth`) or in the query. */
export function tokenText(
  headers: IncomingMessage['headers'],
  query: string | undefined,
): string | undefined {
  const header = headers.authorization
  if (header) {
    const space = header.indexOf(' ')
    const scheme = header.slice(0, space).toLowerCase()
    if (scheme === 'bearer' || scheme === 'oauth') return header.slice(space + 1).trim()
  }
  return query
}

/** Finds the token or throws what Graph answers: 104 without one, 190 for one that is unknown, dead or expired. */
export function checkedToken(world: Part<'accounts'>, text: string | undefined): Token {
  if (!text) throw new GraphError(104)
  const token = world.accounts.tokens.get(text) ?? appToken(world, text)
  if (!token) {
    const looksRight = /^EAA[A-Za-z0-9]{20,}$/.test(text)
    throw new GraphError(190, {
      message: looksRight
        ? 'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.'
        : 'Invalid OAuth access token - Cannot parse access token',
      ...(looksRight ? { subcode: 460 } : {}),
    })
  }
  if (token.deadBy !== null) {
    throw new GraphError(190, {
      message:
        'Error validating access token: The user has not authorized the application or the session was invalidated.',
      subcode: token.deadBy,
    })
  }
  if (token.expiresAt !== 0 && token.expiresAt < Date.now()) {
    throw new GraphError(190, {
      message: `Error validating access token: Session has expired on ${new Date(token.expiresAt).toUTCString()}. The current time is ${new Date().toUTCString()}.`,
      subcode: 463,
    })
  }
  return token
}

/** Refuses a proof that was not made with the app's secret. */
export function checkProof(world: Part<'accounts'>, token: Token, proof: string): void {
  const secret = world.accounts.apps.get(token.appId)?.secret ?? ''
  if (proof === createHmac('sha256', secret).update(token.value).digest('hex')) return
  throw new GraphError(100, {
    message: 'Invalid appsecret_proof provided in the API argument',
    type: 'GraphMethodException',
  })
}

/** `{app-id}|{app-secret}` is a token too: the app's own. */
export function appToken(world: Part<'accounts'>, text: string): Token | undefined {
  const bar = text.indexOf('|')
  if (bar < 0) return undefined
  const app = world.accounts.apps.get(text.slice(0, bar))
  if (!app || app.secret !== text.slice(bar + 1)) return undefined
  return {
    value: text,
    kind: 'APP',
    appId: app.id,
    personId: app.id,
    scopes: [],
    wabaIds: [],
    businessIds: [],
    issuedAt: 0,
    expiresAt: 0,
    deadBy: null,
  }
}

/** The number, if the token sees it. */
export function phoneFor(world: Part<'accounts'>, token: Token, id: string, method = 'get'): Phone {
  const phone = world.accounts.phones.get(id)
  const waba = phone && world.accounts.wabas.get(phone.wabaId)
  if (!phone || !waba || !seesWaba(world.accounts, token, waba)) throw unknownObject(id, method)
  return phone
}

/** The account, if the token sees it. */
export function wabaFor(world: Part<'accounts'>, token: Token, id: string, method = 'get'): Waba {
  const waba = world.accounts.wabas.get(id)
  if (!waba || !seesWaba(world.accounts, token, waba)) throw unknownObject(id, method)
  return waba
}

/** Refuses a token without this permission. */
export function needsScope(token: Token, scope: string): void {
  if (token.scopes.includes(scope)) return
  throw new GraphError(200, {
    message: `(#200) You do not have the necessary permissions required to send messages on behalf of this WhatsApp Business Account or to manage it: ${scope} is missing.`,
  })
}
