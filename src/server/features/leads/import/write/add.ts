import type { ImportCounts } from '#contract/leads/imports.ts'
import type { LeadInput } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { type CustomField, fitting } from '../../fields/field-value.ts'
import { listFields } from '../../fields/fields.ts'
import { erasedAmong, lockErasures } from '../../people/erased.ts'
import { type PhoneProblem, readPhone, spelledOnce } from '../../phone/phone.ts'
import { phoneProblemText } from '../../phone/phone-problem.ts'
import { type IncomingLead, type Merged, mergeLeads } from '../../records/merge.ts'
import type { ReasonCounts } from '../../records/reason-counts.ts'
import { countsOf } from '../../records/reasons.ts'
import { clean } from '../file/row-reader.ts'

export type Added = ImportCounts & {
  /** The leads that were created or updated. */
  ids: number[]
  /** One sentence per row that was refused, keyed by its place. */
  problems: Map<number, string>
}

/** A lead, where it came from, and how its consent was given. */
type Consent = { lead: IncomingLead; source: string; words: string | null }

/**
 * Adds people given as objects, in one transaction. Repeats of a number are folded into its first row and
 * counted as skipped; an unreadable number is rejected with its reason.
 */
export async function addLeads(
  app: App,
  businessId: number,
  people: readonly LeadInput[],
  options: { country: string; source: string; userId: number | null },
): Promise<Added> {
  const reasons: ReasonCounts = { skipped: {}, rejected: {} }
  const problems = new Map<number, string>()
  const byPhone = new Map<string, Consent>()
  const places = new Map<string, number[]>()
  const fields = await listFields(app.db, businessId)
  for (const [at, person] of people.entries()) {
    const reading = readPhone(person.phone, options.country)
    if ('problem' in reading) {
      problems.set(at, phoneProblemText(reading))
      count(reasons.rejected, reading.problem)
      continue
    }
    const { others } = reading
    const lead = toIncoming(person, reading.phone, others, fields)
    const phone = spelledOnce(reading.phone)
    const consent = { source: person.source || options.source, words: person.consent_source || null }
    const first = byPhone.get(phone)
    places.set(phone, [...(places.get(phone) ?? []), at])
    if (first) count(reasons.skipped, 'repeated')
    byPhone.set(
      phone,
      first
        ? { lead: fold(first.lead, lead), source: first.source, words: consent.words ?? first.words }
        : { lead, ...consent },
    )
  }

  const at = app.now()
  const { merged, erased } = await app.transaction(async (tx) => {
    await lockErasures(tx.db, businessId, 'share')
    const erased = await erasedAmong(tx, businessId, [...byPhone.keys()])
    const wanted = [...byPhone].filter(([phone]) => !erased.has(phone)).map(([, one]) => one)
    // Who came from where, and the words of whose consent: what is said of one is not said of the others.
    const groups = Map.groupBy(wanted, ({ source, words }) => JSON.stringify([source, words]))
    const sum: Merged = { created: 0, updated: 0, ids: [] }
    for (const group of groups.values()) {
      const [{ source, words } = { source: options.source, words: null }] = group
      const part = await mergeLeads(
        tx.db,
        businessId,
        group.map(({ lead }) => lead),
        {
          source,
          at,
          consentSource: options.source === 'manual' ? 'manual' : 'api',
          consentDetails: words,
          userId: options.userId,
          importId: null,
        },
      )
      sum.created += part.created
      sum.updated += part.updated
      sum.ids.push(...part.ids)
    }
    return { merged: sum, erased: [...erased.keys()] }
  })
  for (const phone of erased) {
    count(reasons.skipped, 'erased')
    for (const place of places.get(phone) ?? []) problems.set(place, t('leads.erased'))
  }
  return {
    ...countsOf({ rows: people.length, created: merged.created, updated: merged.updated, reasons }),
    ids: merged.ids,
    problems,
  }
}

/** Two rows of one person: the later one's words count, and nothing given is lost. */
export function fold(first: IncomingLead, later: IncomingLead): IncomingLead {
  return {
    name: later.name || first.name,
    phone: first.phone,
    email: later.email ?? first.email,
    tags: [...first.tags.filter((tag) => !later.tags.includes(tag)), ...later.tags],
    attributes: { ...first.attributes, ...later.attributes },
    // An opt-out anywhere in the file is one.
    consent:
      first.consent === 'opted_out' || later.consent === 'opted_out'
        ? 'opted_out'
        : later.consent === 'none'
          ? first.consent
          : later.consent,
    consent_at: later.consent_at ?? first.consent_at,
  }
}

function toIncoming(
  person: LeadInput,
  phone: string,
  others: string[],
  fields: readonly CustomField[],
): IncomingLead {
  const tags = [...(person.tags ?? []), ...(person.tag ? [person.tag] : [])].map(clean)
  const attributes = Object.entries(person.attributes ?? {}).map(([name, value]) => [
    clean(name),
    clean(value),
  ])
  return {
    name: clean(person.name),
    phone,
    email: person.email || null,
    tags: [...new Set(tags)].filter((tag) => tag !== ''),
    attributes: {
      ...fitting(fields, Object.fromEntries(attributes)),
      ...(others.length > 0 && { 'Other phones': others.join(', ') }),
    },
    consent: person.consent ?? 'none',
    consent_at: null,
  }
}

function count(reasons: Record<string, number>, reason: PhoneProblem | 'repeated' | 'erased'): void {
  reasons[reason] = (reasons[reason] ?? 0) + 1
}
