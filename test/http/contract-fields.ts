import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** A call of the contract by its name in the tests' tables: `leads.update`. */
export type NamedEndpoint = { name: string; endpoint: Endpoint }

export const allEndpoints: NamedEndpoint[] = Object.entries(contract).flatMap(([feature, table]) =>
  Object.entries(table).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
)

export type Part = 'params' | 'query' | 'body'

/** A value that a request carries: `body.leads[].id`, `query.tag[]`, `params.id`. `{}` matches any key. */
export type Field = { part: Part; path: string; schema: JsonSchema }

/** Every field of an endpoint's request, at every depth; lists also by their elements. */
export function fieldsOf(endpoint: Endpoint): Field[] {
  const found = new Map<string, Field>()
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
    walk(json, part, json.$defs ?? {}, (path, field) => {
      // A union's other members would only say the same field again.
      const key = `${path} ${isIdShape(field)}`
      if (path !== part && !found.has(key)) found.set(key, { part, path, schema: field })
    })
  }
  return [...found.values()]
}

/** Large schemas have a name and are referred to by it; one within itself is walked once. */
function walk(
  given: JsonSchema,
  path: string,
  named: Record<string, unknown>,
  visit: (path: string, schema: JsonSchema) => void,
  within: readonly string[] = [],
): void {
  const name = given.$ref?.replace('#/$defs/', '')
  if (name !== undefined && within.includes(name)) return
  const schema = name === undefined ? given : named[name]
  if (!isSchema(schema)) return
  visit(path, schema)
  const inside = name === undefined ? within : [...within, name]
  const children: [string, unknown][] = [
    ...Object.entries(schema.properties ?? {}).map(([name, child]): [string, unknown] => [
      `${path}.${name}`,
      child,
    ]),
    ...[schema.items].flat().map((child): [string, unknown] => [`${path}[]`, child]),
    [`${path}.{}`, schema.additionalProperties],
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      (child): [string, unknown] => [path, child],
    ),
  ]
  for (const [childPath, child] of children) {
    if (isSchema(child) && Object.keys(child).length > 0) walk(child, childPath, named, visit, inside)
  }
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** Names under which ids travel, whatever their schema says. */
const idName = /(^|_)ids?$|Ids?$|^leads$/

/** Whether a field is an id of a business's row, by its name or by the contract's id schemas. */
export function isId({ path, schema }: Field): boolean {
  if (schema.type === 'array' || schema.type === 'object') return false
  if (schema.type === undefined || schema.type === 'null') return false
  // The name of a part within the request itself, as of a step in a flow.
  if (schema.pattern === '^[A-Za-z0-9_-]{1,40}$') return false
  const name =
    path
      .replaceAll(/\[\]|\.\{\}/g, '')
      .split('.')
      .at(-1) ?? ''
  return idName.test(name) || isIdShape(schema)
}

function isIdShape({ type, exclusiveMinimum, maximum, pattern, format }: JsonSchema): boolean {
  const ownId = type === 'integer' && exclusiveMinimum === 0 && maximum === Number.MAX_SAFE_INTEGER
  return ownId || pattern === '^\\d{1,20}$' || format === 'uuid'
}

/** Where the ids of an endpoint's request are, each once. */
export function idPathsOf(endpoint: Endpoint): string[] {
  return [
    ...new Set(
      fieldsOf(endpoint)
        .filter(isId)
        .map(({ path }) => path),
    ),
  ]
}
