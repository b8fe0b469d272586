import { LosslessNumber, parse, stringify } from 'lossless-json'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** What a stored webhook says; null where it is no JSON. */
export function parseBody(body: Buffer): Json {
  try {
    return JSON.parse(body.toString('utf8')) as Json
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
}

/**
 * The messages, statuses and contacts of a webhook that name one of these people, and nothing about others in it.
 * @param needles phones without `+`, and user ids.
 * @param accounts ids of the accounts whose entries are looked at.
 */
export function itemsNaming(body: Json, needles: readonly string[], accounts: ReadonlySet<string>): Json[] {
  const wanted = new Set(needles)
  return listOf(body, 'entry')
    .filter((entry) => accounts.has(String(fieldOf(entry, 'id'))))
    .flatMap((entry) => listOf(entry, 'changes'))
    .flatMap((change) => {
      const value = fieldOf(change, 'value')
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
      const lists = Object.entries(value).flatMap(([kind, items]) =>
        Array.isArray(items)
          ? items.filter((item) => names(item, wanted)).map((item) => ({ [kind]: item }))
          : [],
      )
      return lists.length > 0 || !names(value, wanted) ? lists : [value]
    })
}

/**
 * A body without what names these people; undefined where nothing does. What is no JSON is emptied: nobody can tell
 * whom it is about.
 */
export function withoutNamed(
  body: Buffer,
  needles: readonly string[],
  accounts: ReadonlySet<string>,
): Buffer | undefined {
  const wanted = new Set(needles)
  let json: unknown
  try {
    // Ids are larger than a double holds.
    json = parse(body.toString('utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return Buffer.from('{}')
  }
  const entries = (json as { entry?: unknown } | null)?.entry
  if (!Array.isArray(entries)) return names(json, wanted) ? Buffer.from('{}') : undefined
  const kept = entries.map((entry: unknown) =>
    accounts.has(String((entry as { id?: unknown } | null)?.id)) ? scrubbed(entry, wanted) : entry,
  )
  if (kept.every((entry, at) => entry === entries[at])) return undefined
  const clean = { ...(json as object), entry: kept.filter((entry) => entry !== undefined) }
  return Buffer.from(stringify(clean) ?? '{}')
}

/** A value without the smallest items of its lists that name somebody; undefined where it names them itself. */
function scrubbed(value: unknown, wanted: ReadonlySet<string>): unknown {
  if (!names(value, wanted)) return value
  if (Array.isArray(value))
    return value.map((item) => scrubbed(item, wanted)).filter((item) => item !== undefined)
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return undefined
  const clean: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(value)) {
    const isList = Array.isArray(field) || Object.values(asObject(field)).some(Array.isArray)
    const left = isList ? scrubbed(field, wanted) : field
    if (left !== undefined) clean[key] = left
  }
  return names(clean, wanted) ? undefined : clean
}

const asObject = (value: unknown): object =>
  typeof value === 'object' && value !== null && !(value instanceof LosslessNumber) ? value : {}

/** Whether some text or number in it is one of these, with or without a `+`. */
function names(json: unknown, wanted: ReadonlySet<string>): boolean {
  if (typeof json === 'string') return wanted.has(json.replace(/^\+/, ''))
  if (typeof json === 'number' || json instanceof LosslessNumber) return wanted.has(String(json))
  if (Array.isArray(json)) return json.some((item) => names(item, wanted))
  if (typeof json === 'object' && json !== null)
    return Object.values(json).some((item) => names(item, wanted))
  return false
}

function fieldOf(json: Json, name: string): Json {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json[name] ?? null) : null
}

function listOf(json: Json, name: string): Json[] {
  const field = fieldOf(json, name)
  return Array.isArray(field) ? field : []
}
