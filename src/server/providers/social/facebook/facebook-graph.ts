import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { AskNetwork } from '../social-http.ts'
import { graphError } from './graph-error.ts'

/** Where Facebook is, and our app there. */
export type FacebookOptions = {
  graphUrl: string
  dialogUrl: string
  version: string
  appId: string | undefined
  appSecret: string | undefined
  /** A Login for Business configuration and the business of the app: for the operator's login. */
  configId: string | undefined
  businessId: string | undefined
}

export type FacebookGraph = {
  options: FacebookOptions
  call: <T>(
    path: string,
    answer: z.ZodType<T>,
    more: {
      method?: 'GET' | 'POST' | 'DELETE'
      token?: string
      query?: Record<string, string | undefined>
      form?: Record<string, string>
      body?: FormData
      timeoutMs?: number
    },
  ) => Promise<T>
  /** For hosts besides Graph that take uploads. */
  ask: AskNetwork
}

/** Graph with our app's proof on each call that carries a token, so that a stolen token alone is of no use. */
export function openFacebookGraph(ask: AskNetwork, options: FacebookOptions): FacebookGraph {
  return {
    options,
    ask,
    call: (path, answer, { method = 'GET', token, query, form, body, timeoutMs }) =>
      ask({
        method,
        url: `${options.graphUrl}/${options.version}${path}`,
        query: { ...query, ...(token && { appsecret_proof: proofOf(token, options.appSecret) }) },
        token,
        form,
        body,
        timeoutMs,
        answer,
        errorOf: graphError,
      }),
  }
}

const proofOf = (token: string, secret: string | undefined): string | undefined =>
  secret && createHmac('sha256', secret).update(token).digest('hex')
