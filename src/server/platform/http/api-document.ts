import { sample } from 'openapi-sampler'
import { idempotencyHours, longestIdempotencyKey } from '#contract/endpoint.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'

/** The parts of an OpenAPI 3.1 document that are completed here. */
type Schema = Record<string, unknown>
type Content = Record<string, { schema?: Schema; example?: unknown }>
type Answer = { description?: string; content?: Content } | { $ref: string }
type Parameter = {
  name: string
  in: string
  description?: string
  required?: boolean
  schema?: Schema
  example?: unknown
}
type Operation = {
  operationId?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
  security?: unknown[]
  'x-idempotent'?: boolean
}
export type ApiDocument = {
  tags?: { name: string }[]
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, Answer> }
  paths?: Record<string, Record<string, Operation>>
}

/** When a caller meets each failure; the sentences they are answered are longer and name the thing. */
const meanings: Record<ErrorCode, string> = {
  invalid_input: 'The request is not what the endpoint takes. `fields` names what is wrong where.',
  unauthenticated: 'No session, or a token that is malformed, expired or revoked.',
  wrong_credentials: 'Wrong email or password.',
  two_factor_required:
    'The operator demands two factors: turn on two-factor authentication, or log in with a passkey.',
  two_factor_needed: 'The account asks for a code as well, or the code is wrong. Send it as `code`.',
  forbidden: 'This person may not do this.',
  not_found: 'It does not exist, or belongs to another business.',
  method_not_allowed: 'The path exists, but not with this method.',
  conflict: 'It is in a state that does not allow this, or exists already.',
  duplicate:
    'The same text or media went to the account within 24 hours. `earlier_posts` lists it; `again` goes on.',
  answered_meanwhile:
    'A colleague answered a moment ago. Send it without `unless_answered_after` if it is meant.',
  idempotency_under_way:
    'An earlier call with this `Idempotency-Key` is still under way. Ask again in a few seconds.',
  idempotency_outcome_unknown:
    'An earlier call with this `Idempotency-Key` ended without an answer and may have been done. Look before you send it with a new key.',
  too_large: 'The body or the file is too large.',
  unsupported_media_type: 'The content type is not accepted.',
  rule_broken: 'Well-formed, but against a rule of the business. `fields` names what is wrong where.',
  idempotency_key_reused: 'This `Idempotency-Key` was used for another call or another body.',
  rate_limited: 'Too many requests. `Retry-After` says when to try again, in seconds.',
  internal: 'A fault of the product. `request_id` finds it in the log.',
  provider_failed: 'WhatsApp or another provider refused, or had a fault.',
  unavailable: 'The database or the queue is down for now.',
  provider_timeout: 'A provider did not answer in time.',
}

/** One description for each status; several codes can share one. */
const failures = Map.groupBy(Object.entries(errorStatus) as [ErrorCode, number][], ([, status]) => status)

/**
 * Completes the generated document: each operation names every status that it can answer, and has an example of what
 * goes in and what comes out.
 */
export function completeApiDocument(document: ApiDocument): void {
  document.components ??= {}
  dropUnused(document)
  document.components.schemas = { ...document.components.schemas, Failure: failureSchema }
  document.components.responses = Object.fromEntries(
    [...failures].map(([status, codes]) => [String(status), failureAnswer(codes)]),
  )
  const tags = new Set<string>()
  const ids = new Set<string>()
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations)) {
      for (const tag of operation.tags ?? []) tags.add(tag)
      const [id = ''] = operationIds(method, path).filter((one) => !ids.has(one))
      ids.add(id)
      operation.operationId = id
      for (const status of statusesOf(path, method, operation))
        operation.responses[status] ??= { $ref: `#/components/responses/${status}` }
      if (operation['x-idempotent']) operation.parameters = [...(operation.parameters ?? []), idempotencyKey]
      addExamples(operation, document)
    }
  }
  document.tags = [...tags].sort().map((name) => ({ name }))
}

/**
 * Names for an operation, the shortest first: generated clients call their functions so. `GET /marketing/api/get_leads`
 * is `getLeads`, `GET /marketing/api/campaigns/{id}` is `getCampaignsById`.
 */
function operationIds(method: string, path: string): string[] {
  const named = (text: string): string => {
    const words = text.replaceAll(/\{(\w+)\}/g, 'by/$1').match(/[a-z0-9]+/gi) ?? []
    const all = words[0] === method ? words : [method, ...words]
    return all.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
  }
  const inside = path.replace(/^\/marketing\/api\//, '')
  return [named(inside.replace(/^\/?meta\//, '')), named(inside), named(path)]
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `A text of your own, such as a UUID. For ${idempotencyHours} hours a call with the same key and body is not done again and gets the same answer, with \`Idempotency-Replayed: true\`.`,
  schema: { type: 'string', minLength: 1, maxLength: longestIdempotencyKey },
  example: '3f0d3c1e-5d0b-4a3c-9d8e-2a1b7c6d5e4f',
}

/** Each named schema comes as input and as output; most are used as one of them. */
function dropUnused({ components, paths }: ApiDocument): void {
  const all = components?.schemas ?? {}
  const used = new Set<string>()
  const find = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!name || used.has(name)) continue
      used.add(name)
      find(all[name])
    }
  }
  find(paths)
  for (const name of Object.keys(all)) if (!used.has(name)) delete all[name]
}

function statusesOf(path: string, method: string, { requestBody, security }: Operation): number[] {
  const isPublic = security?.length === 0
  const changes = method !== 'get'
  return [
    400,
    ...(isPublic ? [] : [401]),
    ...(path.includes('{') ? [404] : []),
    ...(changes ? [409, 413, 415, 422, 502, 504] : []),
    ...(requestBody && isPublic ? [401] : []),
    429,
    500,
    503,
  ]
}

function addExamples({ requestBody, responses }: Operation, document: ApiDocument): void {
  const contents = [
    requestBody?.content,
    ...Object.values(responses).map((one) => ('content' in one ? one.content : undefined)),
  ]
  for (const content of contents) {
    const json = content?.['application/json']
    if (json?.schema && json.example === undefined)
      json.example = named(sample(json.schema, { quiet: true }, document))
  }
}

/** What texts of these names look like; a schema says only that they are texts. */
const texts: Record<string, string> = {
  phone: '+919876543210',
  to: '+919876543210',
  recipient_phone: '+919876543210',
  phone_number: '+919876543210',
  name: 'Asha Kulkarni',
  email: 'asha@example.com',
  tag: 'newsletter',
  title: 'Order ready',
  template_name: 'order_ready',
  language: 'en_US',
  body: 'Hello {{1}}, your order is ready.',
  message: 'Hello {{1}}, your order is ready.',
  business_name: 'Kulkarni Mithai',
  search: 'asha',
}

/** The sample with values that say something in place of the word "string" and of extreme numbers. */
function named(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => named(item, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(inner, key)]))
  // Where a schema has no bounds, the sample is the smallest safe integer.
  if (typeof value === 'number') return Number.isSafeInteger(value - 1) ? value : 12
  if (value !== 'string') return value
  if (name.endsWith('_at') || name === 'timestamp') return '2026-11-24T09:00:00.000Z'
  return texts[name] ?? 'text'
}

const failureSchema = {
  type: 'object',
  required: ['success', 'code', 'message', 'error'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    message: { type: 'string', description: 'One sentence for the person who reads it.' },
    error: { type: 'string', description: 'The same sentence.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: "A sentence for each field at fault, by the field's path, such as `leads.0.phone`.",
    },
    message_id: { type: 'integer', description: 'Of a message that failed: its id in the logs.' },
    request_id: { type: 'string', description: "Finds this request in the server's log." },
  },
}

function failureAnswer(codes: readonly [ErrorCode, number][]): Answer {
  return {
    description: codes.map(([code]) => `\`${code}\`: ${meanings[code]}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        example: {
          success: false,
          code: codes[0]?.[0],
          message: 'A sentence that says what happened and what to do.',
          error: 'A sentence that says what happened and what to do.',
        },
      },
    },
  }
}
