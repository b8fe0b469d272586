import { type RawBuilder, sql } from 'kysely'
import type { ParameterMapping, ParameterSource } from '#contract/campaigns.ts'
import type { TemplateVariable as Variable } from '#contract/templates.ts'
import { leadingTitles, titles } from '#contract/text/first-name.ts'

/** A `{{…}}` of a template that a message carries a value for. */
export type TemplateVariable = Pick<Variable, 'key' | 'name' | 'where' | 'index'> &
  Partial<Pick<Variable, 'card' | 'label' | 'preset'>>

/** What fills each variable, in the template's order. Where the owner has not said and nothing is certain: null. */
export type Filling = { variable: TemplateVariable; source: ParameterSource | null }[]

/** Names of variables that say themselves what they want. */
const knownNames: Record<string, ParameterSource> = {
  name: { field: 'name' },
  full_name: { field: 'name' },
  customer_name: { field: 'name' },
  first_name: { field: 'first_name' },
  phone: { field: 'phone' },
  phone_number: { field: 'phone' },
  email: { field: 'email' },
  tag: { field: 'tag' },
}

/** Whether a field that every lead has fills a variable of this name. */
export const isKnownName = (name: string): boolean => Object.hasOwn(knownNames, name.toLowerCase())

/** The placeholder that the campaign's custom message fills. */
export const customMessageVariable = 'custom_message'

/**
 * What fills a template's variables: what the owner chose, else what the variable's name says, else the lead's
 * name for the first one of the body.
 */
export function fillingOf(
  variables: readonly TemplateVariable[],
  mapping: ParameterMapping,
  customMessage: string | null,
): Filling {
  const first = firstVariable(variables)
  return variables.map((variable) => {
    const given = Object.hasOwn(mapping, variable.key) ? mapping[variable.key] : undefined
    if (given) return { variable, source: withoutEmptyCustom(given, customMessage) }
    // The place of the template is the same for everybody unless the owner says otherwise.
    if (variable.where === 'location') {
      return { variable, source: variable.preset ? { text: variable.preset } : null }
    }
    if (variable.where !== 'body' && variable.where !== 'header' && variable.where !== 'button') {
      return { variable, source: null }
    }
    return { variable, source: suggestedSource(variable.name, variable === first, customMessage) }
  })
}

/** The variable that is taken for the person's name when nobody says otherwise. */
export function firstVariable(variables: readonly TemplateVariable[]): TemplateVariable | undefined {
  return variables.find(({ where }) => where === 'body') ?? variables.find(({ where }) => where === 'header')
}

/** What would fill a variable that the owner said nothing about; null where only the owner can know. */
export function suggestedSource(
  name: string,
  isFirst: boolean,
  customMessage: string | null,
): ParameterSource | null {
  if (name === customMessageVariable) return customMessage ? { field: 'custom_message' } : null
  const known = Object.hasOwn(knownNames, name.toLowerCase()) ? knownNames[name.toLowerCase()] : undefined
  return known ?? (isFirst ? { field: 'name' } : null)
}

/** A custom message that was not written leaves the fallback, or nothing. */
function withoutEmptyCustom(source: ParameterSource, customMessage: string | null): ParameterSource | null {
  if (!('field' in source) || source.field !== 'custom_message' || customMessage) return source
  return source.fallback ? { text: source.fallback } : null
}

/** The variables that nothing fills. */
export function unfilled(filling: Filling): string[] {
  return [...new Set(filling.filter(({ source }) => !source).map(({ variable }) => variable.key))]
}

/** Whether the template has a place for the campaign's custom message, or the owner gave it one. */
export function takesCustomMessage(
  variables: readonly TemplateVariable[],
  mapping: ParameterMapping,
): boolean {
  return (
    variables.some(({ name }) => name === customMessageVariable) ||
    Object.values(mapping).some((source) => 'field' in source && source.field === 'custom_message')
  )
}

/** The longest value: what the provider takes for a whole body. */
const longestValue = 1024

/**
 * The values of all variables for each row of a query over leads, as one SQL array; an element is null where a
 * person has no value. Values are cleaned as the provider demands: no line breaks, no tabs, no runs of spaces
 * (error 132018 otherwise).
 * @param lead the alias of the leads in the query.
 */
export function valuesSql(
  filling: Filling,
  customMessage: string | null,
  lead: string,
): RawBuilder<(string | null)[]> {
  if (!filling.length) return sql`'{}'::text[]`
  const values = filling.map(({ source }) => {
    const { everybody, column, fallback } = whence(source, customMessage, lead)
    if (!column) return sql`${everybody ?? null}::text`
    return fallback === null ? cleaned(column) : sql`coalesce(${cleaned(column)}, ${fallback}::text)`
  })
  return sql`array[${sql.join(values)}]::text[]`
}

/**
 * For each variable, whether a person has no value for it: a condition on a lead, or what holds for everybody. It costs
 * a fraction of the values.
 * @param lead the alias of the leads in the query.
 */
export function lacksSql(
  filling: Filling,
  customMessage: string | null,
  lead: string,
): (RawBuilder<boolean> | boolean)[] {
  return filling.map(({ source }) => {
    const { everybody, column, fallback } = whence(source, customMessage, lead)
    if (!column) return everybody === null
    return fallback === null && isEmpty(column)
  })
}

type Whence = { everybody?: string | null; column?: RawBuilder<unknown>; fallback: string | null }

/** Where a value comes from: it is the same for everybody, or in a column, with what stands for an empty one. */
function whence(source: ParameterSource | null, customMessage: string | null, lead: string): Whence {
  // Nothing fills it for anybody: that is the draft's fault, not this person's lack.
  if (!source) return { everybody: '', fallback: null }
  if ('text' in source) return { everybody: cleanText(source.text), fallback: null }
  const fallback = source.fallback ? cleanText(source.fallback) : null
  if ('field' in source && source.field === 'custom_message') {
    return { everybody: customMessage ? cleanText(customMessage) : fallback, fallback }
  }
  const column = 'field' in source ? fieldSql(source.field, lead) : attributeSql(source.attribute, lead)
  return { column, fallback }
}

/** A text that is the same for everybody is cleaned once, here. */
const cleanText = (text: string): string | null =>
  text.replace(/\s+/g, ' ').trim().slice(0, longestValue) || null

function fieldSql(field: string, lead: string): RawBuilder<unknown> {
  switch (field) {
    case 'first_name':
      return firstNameSql(sql.ref(`${lead}.name`))
    case 'tag': {
      const tags = sql.ref(`${lead}.tags`)
      return sql`${tags}[cardinality(${tags})]`
    }
    default:
      return sql.ref(`${lead}.${field}`)
  }
}

/** Few names begin with a title: replacing costs more than a look at the first word. */
function firstNameSql(name: RawBuilder<unknown>): RawBuilder<unknown> {
  const word = sql`split_part(split_part(btrim(${name}), ' ', 1), '\u00a0', 1)`
  const spaced = sql`btrim(translate(${name}, '\u00a0', ' '))`
  return sql`case when ${word} = '' or strpos(${word}, '.') > 2 or lower(${word} collate "C") = any(${titles}::text[])
    then split_part(regexp_replace(${spaced}, ${leadingTitles}, '', 'i'), ' ', 1) else ${word} end`
}

function attributeSql(attribute: string, lead: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${lead}.attributes`)} ->> ${attribute}::text`
}

/** Replacing costs several times as much as looking, and few values need it: a million are planned at once. */
function cleaned(value: RawBuilder<unknown>): RawBuilder<unknown> {
  const single = sql`case when ${value} ~ '\\s\\s|[\\t\\n\\r\\f\\v\u00a0]' then regexp_replace(${value}, '[\\s\u00a0]+', ' ', 'g') else ${value} end`
  return sql`nullif(left(btrim(${single}), ${sql.lit(longestValue)}), '')`
}

/** Whether nothing is left when it is cleaned: nearly all begin with a letter, and need no cleaning to tell. */
function isEmpty(value: RawBuilder<unknown>): RawBuilder<boolean> {
  const first = sql`(${value}) collate "C"`
  return sql`case when ${first} >= '!' and ${first} < chr(127) or ${first} >= chr(192) and ${first} < chr(4096) then false
    else ${cleaned(value)} is null end`
}
