import type { IncomingMessage } from 'node:http'
import type { World } from '../world/world.ts'

/** One call to a network, read whole. */
export type SocialRequest = {
  world: World
  method: string
  /** After the network's prefix: `/v25.0/me/accounts`. */
  path: string
  query: URLSearchParams
  /** A form's fields, or the query's where there is no form. */
  form: URLSearchParams
  headers: IncomingMessage['headers']
  raw: Buffer
}

export type SocialAnswer = { status: number; body: unknown; headers?: Record<string, string> }

export const ok = (body: unknown): SocialAnswer => ({ status: 200, body })

export function bearerOf({ headers, query, form }: SocialRequest): string | undefined {
  const header = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  return header ?? query.get('access_token') ?? form.get('access_token') ?? undefined
}

/** The app's id and secret as they came; a text says what is wrong with them. */
export function appFault(request: SocialRequest, idName: string, secretName: string): string | null {
  const app = [...request.world.accounts.apps.values()].find(({ id }) => id === request.form.get(idName))
  if (!app) return 'unknown app'
  return request.form.get(secretName) === app.secret ? null : 'wrong secret'
}
