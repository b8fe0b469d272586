import { type FieldKind, type LeadField, mostFields } from '#contract/leads/fields.ts'
import type { App, Db } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { breaksConstraint } from '#server/platform/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { fixedColumns } from './columns.ts'
import { readFieldValue } from './field-value.ts'

const columns = ['id', 'name', 'kind', 'choices'] as const
const fieldOf = (row: { id: number; name: string; kind: string; choices: string[] }): LeadField => ({
  ...row,
  kind: row.kind as FieldKind,
})
/** An export has these columns already. */
const takenNames = new Set([...fixedColumns, 'Attribution'].map((name) => name.toLowerCase()))

export async function listFields(db: Db, businessId: number): Promise<LeadField[]> {
  const rows = await db
    .selectFrom('lead_fields')
    .select(columns)
    .where('business_id', '=', businessId)
    .orderBy('id')
    .execute()
  return rows.map(fieldOf)
}

/** @throws AppError `conflict` where the name is taken, `rule_broken` */
export async function addField(
  app: App,
  businessId: number,
  { name, kind, choices }: Omit<LeadField, 'id'>,
): Promise<LeadField> {
  if (takenNames.has(name.toLowerCase())) throw nameTaken(name)
  const wanted = choicesOf(kind, choices)
  return await app.transaction(async (tx) => {
    // Two at once could pass the limit.
    await lockOfBusiness(tx.db, businessId, 'fields')
    const existing = await listFields(tx.db, businessId)
    if (existing.length >= mostFields) {
      throw new AppError('rule_broken', t('leads.fields.most', { most: mostFields }))
    }
    const row = await tx.db
      .insertInto('lead_fields')
      .values({ business_id: businessId, name, kind, choices: wanted, created_at: tx.now() })
      .returning(columns)
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw breaksConstraint(error, 'lead_fields_name') ? nameTaken(name) : error
      })
    return fieldOf(row)
  })
}

/** The name and the kind stay: leads have values under them. */
export async function changeField(
  app: App,
  businessId: number,
  id: number,
  { choices }: Pick<LeadField, 'choices'>,
): Promise<LeadField> {
  const field = (await listFields(app.db, businessId)).find((one) => one.id === id)
  if (!field) throw notFound('field')
  const row = await app.db
    .updateTable('lead_fields')
    .set({ choices: choicesOf(field.kind, choices) })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  if (!row) throw notFound('field')
  return fieldOf(row)
}

export async function removeField(app: App, businessId: number, id: number): Promise<void> {
  const { numDeletedRows } = await app.db
    .deleteFrom('lead_fields')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw notFound('field')
}

/**
 * What a person typed for a lead, with the values of fields as they are kept. Names that are no field stay as they are,
 * and so does what a lead had before. `named` is what they came as.
 * @throws AppError `rule_broken` where a value is none of its field's kind
 */
export async function readAttributes(
  db: Db,
  businessId: number,
  typed: Readonly<Record<string, string>>,
  { before, named }: { before: Readonly<Record<string, string>>; named: string },
): Promise<Record<string, string>> {
  const fields = await listFields(db, businessId)
  const read = Object.entries(typed).flatMap(([name, text]) => {
    const field = fields.find((one) => one.name === name)
    if (!field || before[name] === text) return [[name, text] as const]
    const value = readFieldValue(field, text)
    if (value === null) {
      const sentence = t('leads.fields.value', { name, kind: field.kind })
      throw new AppError('rule_broken', sentence, { fields: { [`${named}.${name}`]: sentence } })
    }
    return value === '' ? [] : [[field.name, value] as const]
  })
  return Object.fromEntries(read)
}

function choicesOf(kind: FieldKind, choices: readonly string[]): string[] {
  if (kind !== 'choice') return []
  const lower = new Set(choices.map((one) => one.toLowerCase()))
  if (choices.length > 0 && lower.size === choices.length) return [...choices]
  const sentence = t('leads.fields.choices')
  throw new AppError('rule_broken', sentence, { fields: { choices: sentence } })
}

function nameTaken(name: string): AppError {
  const sentence = t('leads.fields.nameTaken', { name })
  return new AppError('conflict', sentence, { fields: { name: sentence } })
}
