import { timingSafeEqual } from 'node:crypto'
import {
  type LoginCode,
  type MetaApp,
  newTokenValue,
  seconds,
  type Token,
  wabasOf,
} from '../world/accounts.ts'
import { appToken } from './access.ts'
import { type Answer, type Exchange, requiredText, textParam } from './exchange.ts'
import { badParameter, GraphError } from './graph-errors.ts'

const sixtyDaysMs = 5_183_944_000
const ninetyDaysMs = 90 * 86_400_000

/** An OAuth refusal: code 100, type OAuthException, and a subcode of its own. */
const oauthError = (message: string, subcode?: number) =>
  new GraphError(100, { message, ...(subcode === undefined ? {} : { subcode }) })

function appOf(x: Exchange<'accounts'>): MetaApp {
  const app = x.world.accounts.apps.get(requiredText(x, 'client_id'))
  if (!app)
    throw new GraphError(101, {
      message: 'Error validating application. Cannot get application info due to a system error.',
    })
  const secret = Buffer.from(textParam(x, 'client_secret') ?? '')
  const right = Buffer.from(app.secret)
  if (secret.length !== right.length || !timingSafeEqual(secret, right))
    throw new GraphError(1, { message: 'Error validating client secret.' })
  return app
}

/** `GET|POST /oauth/access_token`: a code, a short token, or the app's own credentials for a token. */
export function exchangeToken(x: Exchange<'accounts' | 'keep'>): Answer {
  const grant = textParam(x, 'grant_type')
  if (grant === 'client_credentials') {
    const app = appOf(x)
    return { body: { access_token: `${app.id}|${app.secret}`, token_type: 'bearer' } }
  }
  if (grant === 'fb_exchange_token') return exchangeShortToken(x)
  const app = appOf(x)
  const code = x.world.accounts.codes.get(requiredText(x, 'code'))
  checkCode(x, app, code)
  code.used = true
  const token = tokenOf(app, code)
  x.world.accounts.tokens.set(token.value, token)
  const person = x.world.accounts.people.get(code.personId)
  if (person) {
    person.granted = code.scopes
    person.declined = code.declined
  }
  x.world.keep()
  return {
    body: {
      access_token: token.value,
      token_type: 'bearer',
      ...(token.expiresAt === 0 ? {} : { expires_in: seconds(token.expiresAt - Date.now()) }),
    },
  }
}

function checkCode(x: Exchange, app: MetaApp, code: LoginCode | undefined): asserts code is LoginCode {
  if (!code) throw oauthError('Invalid verification code format.')
  if (code.appId !== app.id) throw oauthError('Code was not issued for this client_id.')
  if (code.used) throw oauthError('This authorization code has been used.', 36009)
  if (code.expiresAt < Date.now()) throw oauthError('This authorization code has expired.', 36007)
  // The JavaScript SDK's codes belong to no address: naming one, even an empty one, fails.
  const redirectUri = 'redirect_uri' in x.params ? String(x.params.redirect_uri) : null
  if (redirectUri !== code.redirectUri) {
    throw oauthError(
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      36008,
    )
  }
}

const tokenOf = (app: MetaApp, code: LoginCode): Token => ({
  value: newTokenValue(),
  kind: code.kind,
  appId: app.id,
  personId: code.personId,
  scopes: code.scopes,
  wabaIds: code.wabaIds,
  businessIds: code.businessIds,
  issuedAt: Date.now(),
  expiresAt: Date.now() + (code.kind === 'USER' ? 2 * 3_600_000 : sixtyDaysMs),
  deadBy: null,
})

function exchangeShortToken(x: Exchange<'accounts' | 'keep'>): Answer {
  const app = appOf(x)
  const short = x.world.accounts.tokens.get(requiredText(x, 'fb_exchange_token'))
  if (
    !short ||
    short.appId !== app.id ||
    short.deadBy !== null ||
    (short.expiresAt !== 0 && short.expiresAt < Date.now())
  ) {
    throw new GraphError(190, {
      message: 'Error validating access token: Session has expired or is invalid.',
      subcode: 463,
    })
  }
  const long: Token = {
    ...short,
    value: newTokenValue(),
    issuedAt: Date.now(),
    expiresAt: Date.now() + sixtyDaysMs,
  }
  x.world.accounts.tokens.set(long.value, long)
  x.world.keep()
  return { body: { access_token: long.value, token_type: 'bearer', expires_in: seconds(sixtyDaysMs) } }
}

/** `GET /debug_token?input_token=`; asked with the app's token or with the token itself. */
export function debugToken(x: Exchange<'accounts'>): Answer {
  const asked = requiredText(x, 'input_token')
  const token = x.world.accounts.tokens.get(asked) ?? appToken(x.world, asked)
  const asker = x.token!
  if (!token) {
    return {
      body: {
        data: {
          error: { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
          is_valid: false,
          scopes: [],
        },
      },
    }
  }
  if (asker.appId !== token.appId)
    throw new GraphError(100, {
      message: '(#100) The App_id in the input_token did not match the Viewing App',
    })
  const app = x.world.accounts.apps.get(token.appId)!
  const expired = token.expiresAt !== 0 && token.expiresAt < Date.now()
  const isValid = token.deadBy === null && !expired
  const error = expired
    ? {
        code: 190,
        message: `Error validating access token: Session has expired on ${new Date(token.expiresAt).toUTCString()}.`,
        subcode: 463,
      }
    : token.deadBy !== null
      ? {
          code: 190,
          message: 'Error validating access token: The session was invalidated.',
          subcode: token.deadBy,
        }
      : undefined
  const wabaIds = token.wabaIds === null ? null : wabasOf(x.world.accounts, token).map(({ id }) => id)
  return {
    body: {
      data: {
        app_id: token.appId,
        type: token.kind,
        application: app.name,
        data_access_expires_at: token.kind === 'USER' ? seconds(token.issuedAt + ninetyDaysMs) : 0,
        ...(error ? { error } : {}),
        expires_at: seconds(token.expiresAt),
        is_valid: isValid,
        issued_at: seconds(token.issuedAt),
        scopes: token.scopes,
        // No target_ids: the permission holds for all assets of its kind.
        granular_scopes: token.scopes.map((scope) =>
          scope.startsWith('whatsapp_') && wabaIds
            ? { scope, target_ids: wabaIds }
            : scope === 'business_management' && token.wabaIds !== null
              ? { scope, target_ids: token.businessIds }
              : { scope },
        ),
        user_id: token.personId,
      },
    },
  }
}

/** `GET /me/permissions` */
export function listPermissions(x: Exchange<'accounts'>): Answer {
  const person = x.world.accounts.people.get(x.token!.personId)
  const rows = [
    ...x.token!.scopes.map((permission) => ({ permission, status: 'granted' })),
    ...(person?.declined ?? []).map((permission) => ({ permission, status: 'declined' })),
  ]
  return { body: { data: rows } }
}

/** `DELETE /me/permissions[/{permission}]`: the person takes back what was granted. */
export function revokePermissions(x: Exchange<'accounts' | 'keep'>, permission: string | undefined): Answer {
  const { personId, appId } = x.token!
  for (const token of x.world.accounts.tokens.values()) {
    if (token.personId !== personId || token.appId !== appId) continue
    if (permission === undefined) token.deadBy = 458
    else token.scopes = token.scopes.filter((scope) => scope !== permission)
  }
  x.world.keep()
  return { body: { success: true } }
}

/** `GET /me` */
export function currentUser(x: Exchange<'accounts'>): Answer {
  const token = x.token!
  if (token.kind === 'APP')
    throw badParameter('An active access token must be used to query information about the current user.')
  const name = x.world.accounts.people.get(token.personId)?.name ?? 'Sandbox System User'
  return { body: { id: token.personId, name } }
}
