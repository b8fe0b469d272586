import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { LeadEvent } from '#contract/leads/views.ts'
import { type Consent, type Lead, Lead as LeadShape, type leads, mostTags } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { breaksConstraint } from '#server/platform/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type ConsentReason, forgetConsent, optIn, optOut } from '../consent/consent.ts'
import { held } from '../consent/questions.ts'
import { readAttributes } from '../fields/fields.ts'
import { withSpellings } from '../people/addresses.ts'
import { listAliases } from '../people/aliases.ts'
import { erasedAmong, lockErasures } from '../people/erased.ts'
import { phoneVariants, readPhone } from '../phone/phone.ts'
import { phoneProblemText } from '../phone/phone-problem.ts'
import { historyOf } from './history.ts'
import { leadsOf, readLeads } from './lead-rows.ts'

/** One lead with its history. */
export async function getLead(
  app: App,
  businessId: number,
  id: number,
): Promise<{
  lead: Lead
  suppressed: boolean
  held: boolean
  aliases: { address: string; left_at: string | null }[]
  history: LeadEvent[]
}> {
  const lead = await findLead(app, businessId, id)
  const own = [lead.phone, lead.bsuid].filter((one) => one !== null)
  const aliases = await listAliases(app.db, businessId, own)
  const [row, history] = await Promise.all([
    leadsOf(app.db, businessId)
      .where('id', '=', id)
      .select([suppressed(businessId).as('suppressed'), held(businessId).as('held')])
      .executeTakeFirst(),
    historyOf(app, businessId, lead, withSpellings([...own, ...aliases.map(({ address }) => address)])),
  ])
  return {
    lead,
    suppressed: row?.suppressed ?? false,
    held: row?.held ?? false,
    aliases: aliases
      .filter(({ address }) => address !== lead.phone && address !== lead.bsuid)
      .map(({ address, left_at }) => ({ address, left_at: left_at?.toISOString() ?? null })),
    history,
  }
}

/** Whether the number or user id of a row of `leads` is on the business's suppression list. */
function suppressed(businessId: number): RawBuilder<boolean> {
  const isListed = (address: string) => sql<boolean>`exists (
    select from suppressions s where s.business_id = ${businessId} and s.address = ${sql.ref(address)})`
  return sql`(${isListed('leads.phone')} or leads.bsuid is not null and ${isListed('leads.bsuid')})`
}

type Changes = z.output<typeof leads.update.body>

/** A lead's phone was another one before. */
export type CorrectedPhone = { leadId: number; before: string; phone: string }
/** Addresses what waits for a lead to its corrected phone, in the transaction that corrects it. */
export type Readdress = (tx: App, businessId: number, corrected: CorrectedPhone) => Promise<void>

/** Changes what is given of a lead. */
export async function updateLead(
  app: App,
  businessId: number,
  id: number,
  { changes, readdress }: { changes: Changes; readdress: Readdress },
): Promise<Lead> {
  const phone = changes.phone === undefined ? undefined : await readOwnPhone(app, businessId, changes.phone)
  await app.transaction(async (tx) => {
    const { email, name } = changes
    if (phone) await refuseErased(tx, businessId, phone)
    const before = await lockLead(tx, businessId, id)
    if (phone && phone !== before.phone) await refuseSpelled(tx, businessId, id, phone)
    const tags = tagsAfter(before.tags, changes)
    const own = await attributesAfter(tx, businessId, before.attributes, changes)
    await tx.db
      .updateTable('leads')
      .set({
        ...(name !== undefined && { name }),
        ...(phone !== undefined && { phone, unreachable_at: null }),
        ...(email !== undefined && { email: email || null }),
        ...(tags && { tags }),
        ...(own && { attributes: JSON.stringify(own) }),
        updated_at: tx.now(),
      })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => {
        throw breaksConstraint(error, 'leads_phone_key') ? phoneTaken(phone ?? '') : error
      })
    if (tags) await rememberTags(tx, businessId, [...(changes.tags ?? []), ...(changes.add_tags ?? [])])
    if (phone) await applySuppression(tx, businessId, id)
    if (phone && before.phone && phone !== before.phone) {
      await readdress(tx, businessId, { leadId: id, before: before.phone, phone })
    }
  })
  return await findLead(app, businessId, id)
}

/** Records consent by hand. An opt-in needs a text and lifts an opt-out: the owner states a new consent. */
export async function setConsent(
  app: App,
  caller: { businessId: number; userId: number },
  id: number,
  { consent, details }: { consent: Consent; details?: string },
): Promise<Lead> {
  const lead = await findLead(app, caller.businessId, id)
  if (consent === 'opted_in' && !details) {
    const sentence = t('leads.consent.howMissing')
    throw new AppError('rule_broken', sentence, { fields: { details: sentence } })
  }
  if (consent === 'none' && lead.consent === 'opted_out') {
    throw new AppError('rule_broken', t('leads.consent.optedOut'))
  }
  const row = await leadsOf(app.db, caller.businessId)
    .where('id', '=', id)
    .select(['phone', 'bsuid'])
    .executeTakeFirstOrThrow()
  const addresses = [row.phone, row.bsuid].filter((one) => one !== null)
  const reason: ConsentReason = { source: 'manual', details: details || null, userId: caller.userId }
  const act = { opted_in: optIn, opted_out: optOut, none: forgetConsent }[consent]
  await act(app, caller.businessId, addresses, reason)
  return await findLead(app, caller.businessId, id)
}

/** The tags that a change leaves, or undefined where it has nothing to do with them. */
function tagsAfter(
  before: readonly string[],
  { tags, add_tags = [], remove_tags = [] }: Changes,
): string[] | undefined {
  if (!tags && add_tags.length === 0 && remove_tags.length === 0) return undefined
  const after = [...new Set([...(tags ?? before), ...add_tags])].filter((tag) => !remove_tags.includes(tag))
  if (after.length > mostTags && after.length > before.length) {
    const sentence = t('leads.mostTags', { most: mostTags })
    throw new AppError('rule_broken', sentence, { fields: { tags: sentence } })
  }
  return after
}

/** The attributes that a change leaves, or undefined where it has nothing to do with them. */
async function attributesAfter(
  tx: App,
  businessId: number,
  before: Lead['attributes'],
  { attributes, set_attributes }: Changes,
): Promise<Lead['attributes'] | undefined> {
  const all =
    attributes && (await readAttributes(tx.db, businessId, attributes, { before, named: 'attributes' }))
  if (!set_attributes) return all
  const named = 'set_attributes'
  const set = await readAttributes(tx.db, businessId, set_attributes, { before, named })
  const others = Object.entries(all ?? before).filter(([name]) => !Object.hasOwn(set_attributes, name))
  const given = Object.entries(set).filter(([, value]) => value !== '')
  return Object.fromEntries([...others, ...given])
}

async function lockLead(
  tx: App,
  businessId: number,
  id: number,
): Promise<Pick<Lead, 'phone' | 'tags' | 'attributes'>> {
  const lead = await leadsOf(tx.db, businessId)
    .where('id', '=', id)
    .select(['phone', 'tags', 'attributes'])
    .forUpdate()
    .executeTakeFirst()
  if (!lead) throw notFound('lead')
  return { ...lead, attributes: LeadShape.shape.attributes.parse(lead.attributes) }
}

async function findLead(app: App, businessId: number, id: number): Promise<Lead> {
  const [lead] = await readLeads(businessId, leadsOf(app.db, businessId).where('leads.id', '=', id))
  if (!lead) throw notFound('lead')
  return lead
}

async function readOwnPhone(app: App, businessId: number, text: string): Promise<string> {
  const reading = readPhone(text, (await getBusiness(app, businessId)).country)
  if ('phone' in reading) return reading.phone
  const sentence = phoneProblemText(reading)
  throw new AppError('rule_broken', sentence, { fields: { phone: sentence } })
}

/** Another lead may have the number in its other spelling: the two would be one person. */
async function refuseSpelled(tx: App, businessId: number, id: number, phone: string): Promise<void> {
  const [, other] = phoneVariants(phone)
  if (other === undefined) return
  const taken = await leadsOf(tx.db, businessId)
    .where('phone', '=', other)
    .where('id', '!=', id)
    .select('id')
    .executeTakeFirst()
  if (taken) throw phoneTaken(other)
}

function phoneTaken(phone: string): AppError {
  const sentence = t('leads.phoneTaken', { phone })
  return new AppError('conflict', sentence, { fields: { phone: sentence } })
}

/** The number of an erased person cannot become the number of another lead. */
async function refuseErased(tx: App, businessId: number, phone: string): Promise<void> {
  await lockErasures(tx.db, businessId, 'share')
  const known = await leadsOf(tx.db, businessId).where('phone', '=', phone).select('id').executeTakeFirst()
  if (known || (await erasedAmong(tx, businessId, [phone])).size === 0) return
  throw new AppError('rule_broken', t('leads.erased'), { fields: { phone: t('leads.erased') } })
}

/** Notes that tags were used, so that they come first in the lists. */
export async function rememberTags(app: App, businessId: number, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  await app.db
    .insertInto('lead_tags')
    .values(
      [...new Set(tags)].sort().map((tag) => ({ business_id: businessId, tag, last_used_at: app.now() })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'tag'])
        .doUpdateSet((row) => ({ last_used_at: row.ref('excluded.last_used_at') })),
    )
    .execute()
}

/** A lead that gets a number which opted out is opted out. */
async function applySuppression(tx: App, businessId: number, id: number): Promise<void> {
  await sql`
    update leads set consent = 'opted_out', consent_at = s.at, consent_source = s.reason
    from suppressions s
    where leads.business_id = ${businessId} and leads.id = ${id} and leads.consent <> 'opted_out'
      and s.business_id = leads.business_id and s.address = leads.phone`.execute(tx.db)
}
