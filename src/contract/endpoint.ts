import { z } from 'zod'
import type { ApiScope } from './api/scopes.ts'
import type { AuditKind } from './audit/kinds.ts'
import './text/wording.ts'

type Shape = z.ZodRawShape

/**
 * One call of the API: the server mounts it (validation, serialisation, documentation), the browser is typed
 * by it, and the tenancy test reads the ids it takes from it.
 */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The full path; parameters in braces, as OpenAPI writes them: `/marketing/api/templates/{id}`. */
  path: string
  /** Further paths to the same handler. */
  also?: readonly string[]
  summary: string
  description?: string
  /** `public` needs no session. Everything else does. */
  access?: 'public' | 'session'
  /** The body is multipart/form-data and is read by the handler as a stream; `body` then documents its fields. */
  multipart?: boolean
  /** The answer is not JSON (a file, a stream): the handler writes it itself. `response` is then not applied. */
  raw?: boolean
  /** What an API key needs to call it; `any`: each key may. Absent: only people may. */
  scope?: ApiScope | 'any'
  /** Also for a person who has no second factor on an install that demands one. */
  beforeFactor?: true
  /** The activity log of the business gets a line of this kind when the call was answered. */
  audit?: AuditKind
  /** The largest body taken, in bytes; the server's default otherwise. */
  maxBytes?: number
  params?: Params
  query?: Query
  body?: Body
  /** The fields beside `success: true`. Others never leave the server. */
  response: Response
}

export type ParamsOf<E> = E extends { params: infer S extends z.ZodType } ? z.output<S> : undefined
export type QueryOf<E> = E extends { query: infer S extends z.ZodType } ? z.output<S> : undefined
export type BodyOf<E> = E extends { body: infer S extends z.ZodType } ? z.output<S> : undefined
/** What the handler gives: the response before defaults are applied, without `success`, which the server adds. */
export type AnswerOf<E> = E extends { response: infer S extends z.ZodType }
  ? Omit<z.input<S>, 'success'>
  : never
/** What the caller reads. */
export type ResponseOf<E> = E extends { response: infer S extends z.ZodType } ? z.output<S> : never
/** What the caller passes: the parts that the endpoint takes, before defaults are applied. */
export type InputOf<E> = (E extends { params: infer S extends z.ZodType }
  ? { params: z.input<S> }
  : unknown) &
  (E extends { query: infer S extends z.ZodType } ? { query?: z.input<S> } : unknown) &
  (E extends { body: infer S extends z.ZodType } ? { body: z.input<S> } : unknown)

/** For so long a call with the same `Idempotency-Key` gets the answer of the first. */
export const idempotencyHours = 24
export const longestIdempotencyKey = 255

/** Whether a call with an `Idempotency-Key` is done once: each that changes something for a business. */
export const takesIdempotencyKey = ({ method, access, raw }: Endpoint): boolean =>
  method !== 'GET' && access !== 'public' && raw !== true

/**
 * An answer to a call that was given the password or a code carries a new token in it: the session goes on with that
 * one, and the earlier ends a moment later.
 */
export const sessionTokenHeader = 'session-token'

/** Declares a feature's calls. It changes nothing: it keeps each schema's exact type. */
export function endpoints<const Table extends Record<string, Endpoint>>(table: Table): Table {
  return table
}

/** The body of a successful answer: `success: true`, a sentence where there is one to say, and the given fields. */
export function answer<S extends Shape>(shape: S) {
  return z.object({ success: z.literal(true), message: z.string().optional(), ...shape })
}

/** Fills the braces of a path: `pathWith('/templates/{id}', { id: 7 })` is `/templates/7`. */
export function pathWith(path: string, params: Record<string, string | number> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`path ${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}
