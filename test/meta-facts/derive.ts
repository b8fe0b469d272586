import { parse } from 'yaml'

/**
 * Derives the paths, fields and enums that our calls use from Meta's OpenAPI file: facts only, none of its
 * sentences or example values.
 */
export type MetaFacts = {
  version: string
  operations: Record<string, OperationFacts>
  /** Schemas of request bodies by name, without their words. */
  schemas: Record<string, Json>
  /** Events that the file shows, with values of our own. */
  webhooks: Record<string, unknown>
}
export type OperationFacts = {
  /** What a JSON body has to be; none where the file describes none. */
  body?: Json
  /** Answers that the file shows, by status, with values of our own. */
  answers: { status: number; name: string; value: unknown }[]
}
export type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `operations` as `post /{Version}/{Phone-Number-ID}/messages`. */
export function deriveFacts(yaml: string, operations: readonly string[]): MetaFacts {
  const spec = repaired(parse(yaml))
  const schemas: Record<string, Json> = {}
  /** A schema without its words; what it refers to comes along. */
  const structure = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(structure)
    if (!isObject(schema)) return schema
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.replace('#/components/schemas/', '')
      if (!(name in schemas)) {
        schemas[name] = {}
        schemas[name] = structure(at(spec, 'components', 'schemas', name)) as Json
      }
      return { $ref: `#/schemas/${name}` }
    }
    return Object.fromEntries(
      Object.entries(schema)
        .filter(([key]) => structural.has(key))
        .map(([key, value]) => [
          key,
          key === 'properties' && isObject(value)
            ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, structure(one)]))
            : key === 'enum' || key === 'const' || key === 'required'
              ? value
              : structure(value),
        ]),
    )
  }
  const facts = (operation: string): OperationFacts => {
    const [method = '', path = ''] = operation.split(' ')
    const found = at(spec, 'paths', path, method)
    if (!isObject(found)) throw new Error(`the OpenAPI file has no ${operation}`)
    const body = at(found, 'requestBody', 'content', 'application/json', 'schema')
    const responses = at(found, 'responses')
    const answers = Object.entries(isObject(responses) ? responses : {}).flatMap(([status, response]) =>
      Object.entries(examplesAt(response, 'content')).map(([name, value]) => ({
        status: Number(status),
        name,
        value,
      })),
    )
    return { ...(isObject(body) && { body: structure(body) as Json }), answers }
  }
  const found = {
    version: String(at(spec, 'info', 'version')),
    operations: Object.fromEntries(operations.map((operation) => [operation, facts(operation)])),
    webhooks: examplesAt(at(spec, 'paths', '/whatsapp/webhooks', 'post', 'requestBody'), 'content'),
  }
  structure({ $ref: '#/components/schemas/TemplateMessage' })
  return { ...found, schemas }
}

const structural = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'const',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'additionalProperties',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
])

function examplesAt(node: unknown, ...path: string[]): Record<string, unknown> {
  const found = at(node, ...path, 'application/json', 'examples')
  return Object.fromEntries(
    Object.entries(isObject(found) ? found : {}).map(([name, example]) => {
      const value = isObject(example) ? example.value : undefined
      return [name, ownValues(typeof value === 'string' ? JSON.parse(value) : value)]
    }),
  )
}

/** Words that name a kind rather than say something: `type: "text"`. */
const kinds = new Set(
  'object field type status messaging_product category event role conversation_type pricing_model source_type'.split(
    ' ',
  ),
)

/** The same shape with values of our own: kinds, codes and enums stay, for they are facts. */
function ownValues(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => ownValues(one, key))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, ownValues(one, name)]))
  if (typeof value !== 'string') return value
  if (/^[A-Z][A-Z0-9_]*$/.test(value) || (kinds.has(key) && /^[a-z_]+$/.test(value))) return value
  if (/^\d{10}$/.test(value) && /time|expir|start|end/.test(key)) return '1700000000'
  if (/^\d+$/.test(value)) return '1'.repeat(value.length)
  if (/^\+?[\d\s()-]+$/.test(value)) return value.replace(/\d/g, '1')
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return '2026-01-02T03:04:05+0000'
  if (/^https?:/.test(value)) return 'https://files.example/x'
  if (/^[a-z]{2}(_[A-Z]{2})?$/.test(value)) return 'en_US'
  if (/^wamid/.test(value)) return 'wamid.sample'
  if (/^[a-z]+\/[a-z0-9.+-]+/.test(value)) return value
  return 'sample'
}

/** The file's known errors, corrected where our requests would fail on them. */
function repaired(spec: unknown): Json {
  if (!isObject(spec)) throw new Error('the OpenAPI file is no object')
  const component = pick(spec, 'components', 'schemas', 'TemplateComponent', 'properties')
  // A character class that was meant as a list of numbers.
  delete pick(component, 'index').pattern
  // Each message is all of the common part and its own, and its own forbids the common fields.
  for (const schema of Object.values(pick(spec, 'components', 'schemas'))) {
    const parts = isObject(schema) && Array.isArray(schema.allOf) ? schema.allOf : []
    for (const part of parts) if (isObject(part)) delete part.additionalProperties
  }
  // Kinds that the manual describes.
  pick(component, 'sub_type').enum = ['quick_reply', 'url', 'catalog', 'copy_code', 'flow', 'mpm']
  return spec
}

const at = (node: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((current, key) => (isObject(current) ? current[key] : undefined), node)

function pick(node: Json, ...path: string[]): Json {
  return path.reduce<Json>((current, key) => {
    const child = current[key]
    if (!isObject(child)) throw new Error(`the OpenAPI file has no ${path.join('.')}`)
    return child
  }, node)
}
