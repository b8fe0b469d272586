import { sql } from 'kysely'
import { LeadInput } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { readPhone } from '../phone/phone.ts'
import { phoneProblemText } from '../phone/phone-problem.ts'
import { addLeads } from './write/add.ts'

/**
 * The leads that a call names, by id, as objects with an id (as `get_leads` answers them), or as objects with a
 * phone. Phones that are no leads yet become leads.
 * @returns their ids, each once, in the order given.
 * @throws AppError `not_found` for an id that is not this business's, `invalid_input` for what names nobody,
 *   `rule_broken` for a phone that cannot be read.
 */
export async function resolveLeads(
  app: App,
  businessId: number,
  named: readonly unknown[],
): Promise<{ lead_ids: number[] }> {
  const ids = new Set<number>()
  const people = new Map<number, LeadInput>()
  const fields: Record<string, string> = {}
  for (const [at, one] of named.entries()) {
    const id = typeof one === 'object' && one !== null && 'id' in one ? one.id : one
    if (typeof id === 'number' || (typeof id === 'string' && /^\d{1,15}$/.test(id))) {
      if (Number.isSafeInteger(Number(id)) && Number(id) > 0) ids.add(Number(id))
      else fields[`leads.${at}`] = t('leads.resolve.notLead')
      continue
    }
    const person = LeadInput.safeParse(one)
    if (person.success) people.set(at, person.data)
    else fields[`leads.${at}`] = t('leads.resolve.badLead')
  }
  if (Object.keys(fields).length > 0) {
    throw new AppError('invalid_input', t('leads.resolve.notLeads'), { fields })
  }
  const { country } = await getBusiness(app, businessId)
  // All unusable numbers are reported before any lead is added.
  for (const [at, person] of people) {
    const reading = readPhone(person.phone, country)
    if ('problem' in reading) fields[`leads.${at}.phone`] = phoneProblemText(reading)
  }
  const [problem] = Object.values(fields)
  if (problem) {
    const count = Object.keys(fields).length
    const sentence = count > 1 ? t('leads.resolve.numbers', { count, problem }) : problem
    throw new AppError('rule_broken', sentence, { fields })
  }
  await refuseForeign(app, businessId, [...ids])
  if (people.size > 0) {
    const added = await addLeads(app, businessId, [...people.values()], {
      country,
      source: 'api',
      userId: null,
    })
    for (const id of added.ids) ids.add(id)
  }
  return { lead_ids: [...ids] }
}

async function refuseForeign(app: App, businessId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from leads where business_id = ${businessId} and id = any(${ids}::bigint[])`.execute(
    app.db,
  )
  const missing = ids.length - (rows[0]?.found ?? 0)
  if (missing > 0) {
    throw new AppError(
      'not_found',
      missing === ids.length && missing === 1
        ? t('app.notFound.lead')
        : t('leads.notFound.leads', { count: missing }),
    )
  }
}
