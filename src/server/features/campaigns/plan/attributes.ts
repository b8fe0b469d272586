import { sql } from 'kysely'
import type { ParameterMapping } from '#contract/campaigns.ts'
import type { App } from '#server/app.ts'
import { customMessageVariable, isKnownName, type TemplateVariable } from './variables.ts'

/** Further columns that are offered for variables: more are of no use in a list. */
const offeredAttributes = 100

/** Names of further columns that this business's leads have. */
export async function listAttributes(app: App, businessId: number): Promise<string[]> {
  // The newest leads tell the columns of the newest lists; all of a million are not read for a menu.
  const { rows } = await sql<{ key: string }>`
    select distinct k.key from (
      select attributes from leads where business_id = ${businessId} order by id desc limit 5000
    ) l, jsonb_object_keys(l.attributes) as k (key)
    order by 1 limit ${sql.lit(offeredAttributes)}`.execute(app.db)
  return rows.map(({ key }) => key).filter((key) => key !== customMessageVariable)
}

/**
 * Columns of the leads that have the name of a variable fill it, unless the owner says otherwise: `Order number` fills
 * `{{order_number}}`. A name that every lead has a field for comes first.
 */
export async function columnsByName(
  app: App,
  businessId: number,
  variables: readonly TemplateVariable[],
  given: ParameterMapping,
): Promise<ParameterMapping> {
  const open = variables.filter(
    ({ key, name }) =>
      !Object.hasOwn(given, key) && /\D/.test(name) && !isKnownName(name) && name !== customMessageVariable,
  )
  if (open.length === 0) return {}
  const columns = new Map((await listAttributes(app, businessId)).map((column) => [plain(column), column]))
  return Object.fromEntries(
    open.flatMap(({ key, name }) => {
      const attribute = columns.get(plain(name))
      return attribute === undefined ? [] : [[key, { attribute }]]
    }),
  )
}

/** `Order number`, `order-number` and `order_number` are one name. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
