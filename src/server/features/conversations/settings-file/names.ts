import { sql } from 'kysely'
import type { ConversationFilter } from '#contract/conversations/filter.ts'
import type { PortableFilter } from '#contract/conversations/settings-file.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { digitsOf } from './read-file.ts'

/** What a filter names, by id and as a file writes it. */
export type Names = {
  members: { id: number; email: string }[]
  numbers: { id: string; number: string }[]
  campaigns: { id: number; name: string }[]
}

export async function readNames(app: App, businessId: number): Promise<Names> {
  const members = await app.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('business_id', '=', businessId)
    .where('removed_at', 'is', null)
    .execute()
  const numbers = await app.db
    .selectFrom('phone_numbers')
    .select(['phone_number_id as id', 'display_phone_number as number'])
    .where('business_id', '=', businessId)
    .execute()
  return { members: members.map(({ id, email }) => ({ id: Number(id), email })), numbers, campaigns: [] }
}

/** With the campaigns that have one of these ids or names. */
export async function withCampaigns(
  app: App,
  businessId: number,
  names: Names,
  { ids = [], called = [] }: { ids?: readonly number[]; called?: readonly string[] },
): Promise<Names> {
  if (ids.length + called.length === 0) return names
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from campaigns where business_id = ${businessId}
      and (id = any(${[...ids]}::bigint[]) or name = any(${[...called]}::text[])) order by id desc limit 1000`.execute(
    app.db,
  )
  return { ...names, campaigns: rows.map(({ id, name }) => ({ id: Number(id), name })) }
}

/** A filter as a file writes it; undefined where it names what is gone. */
export function toPortable(
  { assigned_to, phone_number_id, campaign_id, ...rest }: ConversationFilter,
  { members, numbers, campaigns }: Names,
): PortableFilter | undefined {
  const member = members.find(({ id }) => id === assigned_to)
  const number = numbers.find(({ id }) => id === phone_number_id)
  const campaign = campaigns.find(({ id }) => id === campaign_id)
  const isWhole =
    (assigned_to === undefined || member) &&
    (phone_number_id === undefined || number) &&
    (campaign_id === undefined || campaign)
  if (!isWhole) return undefined
  return {
    ...rest,
    ...(member && { assigned_to: member.email }),
    ...(number && { phone_number: number.number }),
    ...(campaign && { campaign: campaign.name }),
  }
}

/** A filter of a file with the ids of this business, or a sentence: what it names is not here. */
export function fromPortable(
  { assigned_to, phone_number, campaign, ...rest }: PortableFilter,
  names: Names,
): ConversationFilter | string {
  const member = names.members.find(({ email }) => email.toLowerCase() === assigned_to?.toLowerCase())
  if (assigned_to !== undefined && !member) return t('conversations.file.noMember', { email: assigned_to })
  const number = phone_number === undefined ? undefined : numberOf(phone_number, names)
  if (phone_number !== undefined && !number) return t('conversations.file.noNumber', { number: phone_number })
  const found = names.campaigns.find(({ name }) => name === campaign)
  if (campaign !== undefined && !found) return t('conversations.file.noCampaign', { name: campaign })
  return {
    ...rest,
    ...(member && { assigned_to: member.id }),
    ...(number && { phone_number_id: number }),
    ...(found && { campaign_id: found.id }),
  }
}

export const numberOf = (number: string, { numbers }: Names): string | undefined =>
  numbers.find((one) => digitsOf(one.number) === digitsOf(number))?.id
