import type { IncomingMessage } from 'node:http'
import type { Token } from '../world/accounts.ts'
import type { Part, World } from '../world/world.ts'
import { badParameter } from './graph-errors.ts'

/** One Graph call, read whole, with the parts of the state that its handler needs. */
export type Exchange<Needs extends keyof World = never> = {
  world: Part<Needs>
  method: 'GET' | 'POST' | 'DELETE'
  /** The Graph version as a number: 23 for v23.0. */
  version: number
  headers: IncomingMessage['headers']
  /** Query, form fields and JSON body together; the body wins, as with Graph. */
  params: Record<string, unknown>
  raw: Buffer
  /** The caller's token; calls that need none have none. */
  token: Token | null
}

/** What a handler answers. */
export type Answer = { status?: number; body: unknown; headers?: Record<string, string> }

/** A parameter as text; undefined if it is absent. */
export function textParam(x: Exchange, name: string): string | undefined {
  const value = x.params[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw badParameter(`Param ${name} must be a string.`)
}

export function requiredText(x: Exchange, name: string): string {
  const value = textParam(x, name)
  if (value === undefined || value === '') throw badParameter(`The parameter ${name} is required.`)
  return value
}

/** A parameter that is an object or a list; in a form or a query it comes as JSON text. */
export function jsonParam(x: Exchange, name: string): unknown {
  const value = x.params[name]
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    throw badParameter(`Param ${name} must be valid JSON.`)
  }
}

/** The fields asked for: all of `row` without `fields`, else those named, nested selections by their outer name. */
export function selected(
  x: Exchange,
  row: Record<string, unknown>,
  usual: readonly string[],
): Record<string, unknown> {
  const asked = textParam(x, 'fields')
  const names = asked === undefined || asked === '' ? usual : splitFields(asked)
  const result: Record<string, unknown> = {}
  for (const name of names) {
    if (!(name in row)) throw badParameter(`Tried accessing nonexisting field (${name})`)
    if (row[name] !== undefined) result[name] = row[name]
  }
  result.id = row.id
  return result
}

/** `id,name,phone_numbers{id}` → id, name, phone_numbers. */
function splitFields(fields: string): string[] {
  const flat = fields.replace(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '').replace(/\.[a-z]+\([^)]*\)/g, '')
  return [
    ...new Set(
      flat
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ]
}

/** One page of a list with Graph's cursors, which hold the last id of the page before. */
export function page<T extends { id: string }>(
  x: Exchange<'url'>,
  rows: T[],
  path: string,
  badCursor: () => Error,
  limitDefault = 25,
) {
  const limit = Math.min(Math.max(Number(textParam(x, 'limit') ?? limitDefault) || limitDefault, 1), 1000)
  const after = textParam(x, 'after')
  const before = textParam(x, 'before')
  let from = 0
  if (after !== undefined && after !== '') from = position(rows, after, badCursor) + 1
  else if (before !== undefined && before !== '')
    from = Math.max(0, position(rows, before, badCursor) - limit)
  const data = rows.slice(from, from + limit)
  const first = data[0]
  const last = data.at(-1)
  if (!first || !last) return { data }
  const cursors = { before: cursorOf(first.id), after: cursorOf(last.id) }
  const link = (name: string, cursor: string) => {
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries(x.params)) {
      if (key !== 'after' && key !== 'before' && typeof value === 'string') query.set(key, value)
    }
    query.set(name, cursor)
    return `${x.world.url}/v${x.version}.0${path}?${query}`
  }
  return {
    data,
    paging: {
      cursors,
      ...(from + limit < rows.length ? { next: link('after', cursors.after) } : {}),
      ...(from > 0 ? { previous: link('before', cursors.before) } : {}),
    },
  }
}

const cursorOf = (id: string) => Buffer.from(`QVFI:${id}`).toString('base64url')

function position(rows: { id: string }[], cursor: string, badCursor: () => Error): number {
  const id = Buffer.from(cursor, 'base64url')
    .toString()
    .replace(/^QVFI:/, '')
  const index = rows.findIndex((row) => row.id === id)
  if (index < 0) throw badCursor()
  return index
}
