import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { findCatalogueRow } from '../errors/error-catalogue.ts'
import type { Explanation } from '../errors/error-explanation.ts'
import { type Graph, idPart } from '../graph/graph-call.ts'
import { graphId, optionalSeconds, optionalText, successAnswer } from '../graph/graph-values.ts'

/** Our app at Meta. */
export type AppCredentials = { appId: string; appSecret: string }

type GrantedToken = {
  accessToken: string
  /** From now; absent for a token without end. */
  expiresInSeconds?: number
}

/** What a token is good for. */
export type TokenFacts = {
  valid: boolean
  appId?: string
  /** USER, PAGE, SYSTEM_USER. */
  type?: string
  application?: string
  userId?: string
  /** Undefined: never. */
  expiresAt?: Date
  /** When reading data ends although the token is valid (90 days after the person last used the app). */
  dataAccessExpiresAt?: Date
  issuedAt?: Date
  scopes: string[]
  /** Things each scope reaches; `targetIds` absent: everything of that kind. */
  granularScopes: { scope: string; targetIds?: string[] }[]
  /** Why it is not valid, in Meta's words. */
  problem?: string
  /** The catalogue's row of its subcode; absent for an unknown one. */
  cause?: { explanation: Explanation }
}

/**
 * WABAs a token reaches, the most recently shared first; undefined: all of the business, to be listed by
 * `waba.ownedBy` and `waba.clientsOf`.
 */
export function wabaIdsOf(facts: TokenFacts): string[] | undefined {
  const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging']
  const granted = facts.granularScopes.filter(({ scope }) => scopes.includes(scope))
  const ids = granted.flatMap(({ targetIds }) => targetIds ?? [])
  return ids.length > 0 ? [...new Set(ids)] : undefined
}

/** Source: …/facebook-login/guides, …/whatsapp/embedded-signup. */
export type TokenCalls = {
  /**
   * Exchanges the code of a login for a token; a code is valid for 30 seconds and once. Omit `redirectUri`
   * for a code of the JavaScript SDK (an empty one fails too); else give exactly the dialog's.
   */
  exchangeCode: (input: { code: string; redirectUri?: string }) => Promise<GrantedToken>
  /** A user token of about 60 days from one of about an hour. */
  longLivedToken: (token: string) => Promise<GrantedToken>
  debugToken: (token: string) => Promise<TokenFacts>
  /** What the person agreed to, and what not. */
  permissions: (token: string) => Promise<{ permission: string; granted: boolean }[]>
  /** Hosted Embedded Signup: the token for a customer's business, by our own system token. */
  systemUserToken: (systemToken: string, customerBusinessId: string) => Promise<string>
  /** A person to try the app with, who has given it these permissions. Answers their token. */
  testUser: (name: string, permissions: readonly string[]) => Promise<string>
  /** Takes our app off the person's account. */
  revoke: (token: string, userId: string) => Promise<void>
}

const tokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  token_type: optionalText,
  expires_in: z.number().nullish(),
})

const testUserAnswer = z.looseObject({ access_token: z.string().min(1) })

const debugAnswer = z.looseObject({
  data: z.looseObject({
    is_valid: z.boolean(),
    app_id: graphId.nullish(),
    type: optionalText,
    application: optionalText,
    user_id: graphId.nullish(),
    expires_at: optionalSeconds,
    data_access_expires_at: optionalSeconds,
    issued_at: optionalSeconds,
    scopes: z.array(z.string()).default([]),
    granular_scopes: z
      .array(z.looseObject({ scope: z.string(), target_ids: z.array(graphId).nullish() }))
      .default([]),
    error: z
      .looseObject({ message: optionalText, code: z.number().nullish(), subcode: z.number().nullish() })
      .nullish(),
  }),
})

const permissionsAnswer = z.looseObject({
  data: z.array(z.looseObject({ permission: z.string(), status: z.string() })),
})

export function tokenCalls(graph: Graph, { appId, appSecret }: AppCredentials): TokenCalls {
  const appToken = `${appId}|${appSecret}`
  const grant = async (query: Record<string, string>, secrets: string[]): Promise<GrantedToken> => {
    const answer = await graph.call({
      method: 'GET',
      path: '/oauth/access_token',
      query: { client_id: appId, client_secret: appSecret, ...query },
      secrets: [appSecret, ...secrets],
      answer: tokenAnswer,
    })
    return {
      accessToken: answer.access_token,
      ...(answer.expires_in && { expiresInSeconds: answer.expires_in }),
    }
  }
  return {
    exchangeCode: ({ code, redirectUri }) =>
      grant(redirectUri === undefined ? { code } : { code, redirect_uri: redirectUri }, [code]),
    longLivedToken: (token) => grant({ grant_type: 'fb_exchange_token', fb_exchange_token: token }, [token]),
    debugToken: async (token) => {
      const { data } = await graph.call({
        method: 'GET',
        path: '/debug_token',
        token: appToken,
        query: { input_token: token },
        secrets: [token, appSecret],
        answer: debugAnswer,
      })
      return readFacts(data)
    },
    permissions: async (token) => {
      const { data } = await graph.call({
        method: 'GET',
        path: '/me/permissions',
        token,
        answer: permissionsAnswer,
      })
      return data.map(({ permission, status }) => ({ permission, granted: status === 'granted' }))
    },
    systemUserToken: async (systemToken, customerBusinessId) => {
      const answer = await graph.call({
        method: 'POST',
        path: `/${idPart(customerBusinessId)}/system_user_access_tokens`,
        token: systemToken,
        form: { appsecret_proof: appSecretProof(systemToken, appSecret), fetch_only: 'true' },
        answer: tokenAnswer,
      })
      return answer.access_token
    },
    testUser: async (name, permissions) => {
      const answer = await graph.call({
        method: 'POST',
        path: `/${idPart(appId)}/accounts/test-users`,
        token: appToken,
        form: { installed: 'true', name, permissions: permissions.join(',') },
        secrets: [appSecret],
        answer: testUserAnswer,
      })
      return answer.access_token
    },
    revoke: async (token, userId) => {
      await graph.call({
        method: 'DELETE',
        path: `/${idPart(userId)}/permissions`,
        token,
        answer: successAnswer,
      })
    },
  }
}

/** Proves that who sends the token also has the app's secret. */
function appSecretProof(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex')
}

function readFacts(data: z.infer<typeof debugAnswer>['data']): TokenFacts {
  const date = (seconds: number | undefined) => (seconds ? new Date(seconds * 1000) : undefined)
  const expiresAt = date(data.expires_at)
  const dataAccessExpiresAt = date(data.data_access_expires_at)
  const issuedAt = date(data.issued_at)
  const { code, subcode } = data.error ?? {}
  const row = code && subcode ? findCatalogueRow(code, subcode) : undefined
  return {
    valid: data.is_valid,
    ...(data.app_id && { appId: data.app_id }),
    ...(data.type && { type: data.type }),
    ...(data.application && { application: data.application }),
    ...(data.user_id && { userId: data.user_id }),
    ...(expiresAt && { expiresAt }),
    ...(dataAccessExpiresAt && { dataAccessExpiresAt }),
    ...(issuedAt && { issuedAt }),
    scopes: data.scopes,
    granularScopes: data.granular_scopes.map(({ scope, target_ids }) => ({
      scope,
      ...(target_ids && { targetIds: target_ids }),
    })),
    ...(data.error?.message && { problem: data.error.message }),
    ...(row?.subcode && { cause: { explanation: row } }),
  }
}
