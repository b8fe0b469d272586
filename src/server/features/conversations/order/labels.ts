import { sql } from 'kysely'
import type { ChatLabel, LabelColour } from '#contract/conversations/organise.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { refuseTooManyLabels } from '../act/known-labels.ts'
import { noteAllConversations } from '../notes.ts'

/** All labels by name, with the number of conversations that carry each. */
export async function listLabels(app: App, businessId: number): Promise<ChatLabel[]> {
  const { rows } = await sql<ChatLabel>`
    select l.name, l.colour, coalesce(n.count, 0) as conversations
    from conversation_labels l
    left join (
      select u.name, count(*)::int as count from conversations c cross join lateral unnest(c.labels) as u (name)
      where c.business_id = ${businessId} group by u.name) n on n.name = l.name
    where l.business_id = ${businessId} order by lower(l.name)`.execute(app.db)
  return rows
}

/** @throws AppError `conflict` where there is one of this name, `rule_broken` */
export async function addLabel(
  app: App,
  businessId: number,
  { name, colour }: { name: string; colour: LabelColour },
): Promise<ChatLabel> {
  return await app.transaction(async (tx) => {
    const { rows } = await sql`
      insert into conversation_labels (business_id, name, colour, created_at)
      values (${businessId}, ${name}, ${colour}, ${tx.now()})
      on conflict (business_id, lower(name)) do nothing returning 1`.execute(tx.db)
    if (rows.length === 0) throw nameTaken(name)
    await refuseTooManyLabels(tx, businessId)
    return { name, colour, conversations: 0 }
  })
}

/**
 * Renames, colours or merges; conversations and saved views follow.
 * @throws AppError `not_found`, `conflict`
 */
export async function changeLabel(
  app: App,
  businessId: number,
  change: {
    name: string
    new_name?: string | undefined
    colour?: LabelColour | undefined
    merge: boolean
  },
): Promise<ChatLabel> {
  const name = await app.transaction(async (tx) => {
    const before = await lockLabel(tx, businessId, change.name)
    const wanted = change.new_name ?? before.name
    const isSame = wanted.toLowerCase() === before.name.toLowerCase()
    const other = isSame ? undefined : await findLabel(tx, businessId, wanted)
    if (other && !change.merge) throw nameTaken(other.name)
    const next = other?.name ?? wanted
    if (other) {
      await sql`delete from conversation_labels where business_id = ${businessId} and name = ${before.name}`.execute(
        tx.db,
      )
    } else {
      await sql`
        update conversation_labels set name = ${next}, colour = ${change.colour ?? before.colour}
        where business_id = ${businessId} and name = ${before.name}`.execute(tx.db)
    }
    if (next !== before.name) await replaceLabel(tx, businessId, before.name, next)
    await noteAllConversations(tx, businessId)
    return next
  })
  return (await listLabels(app, businessId)).find((label) => label.name === name)!
}

/** Each conversation that carries the one carries the other instead, once; saved views look for it. */
async function replaceLabel(tx: App, businessId: number, from: string, to: string): Promise<void> {
  await sql`
    update conversations set labels = case when labels @> array[${to}::text]
        then array_remove(labels, ${from}::text) else array_replace(labels, ${from}::text, ${to}::text) end
    where business_id = ${businessId} and labels @> array[${from}::text]`.execute(tx.db)
  await sql`
    update conversation_views set filter = jsonb_set(filter, '{labels}', (
      select jsonb_agg(distinct case when l = ${from} then ${to} else l end)
      from jsonb_array_elements_text(filter -> 'labels') as l))
    where business_id = ${businessId} and filter -> 'labels' ? ${from}`.execute(tx.db)
}

/** Takes a label away from the business; its conversations are asked for with `lockLabel` held. */
export async function dropLabel(tx: App, businessId: number, name: string): Promise<void> {
  await sql`delete from conversation_labels where business_id = ${businessId} and name = ${name}`.execute(
    tx.db,
  )
  // A view that looked for this label alone would show everything.
  await sql`
    update conversation_views set filter = jsonb_set(filter, '{labels}', (filter -> 'labels') - ${name}::text)
    where business_id = ${businessId} and filter -> 'labels' ? ${name}
      and jsonb_array_length(filter -> 'labels') > 1`.execute(tx.db)
}

/** @throws AppError `not_found` */
export async function lockLabel(
  tx: App,
  businessId: number,
  name: string,
): Promise<{ name: string; colour: LabelColour }> {
  const label = await findLabel(tx, businessId, name)
  if (!label) throw notFound('label')
  return label
}

async function findLabel(tx: App, businessId: number, name: string) {
  const { rows } = await sql<{ name: string; colour: LabelColour }>`
    select name, colour from conversation_labels
    where business_id = ${businessId} and lower(name) = lower(${name}) for update`.execute(tx.db)
  return rows[0]
}

function nameTaken(name: string): AppError {
  const sentence = t('conversations.labelTaken', { name })
  return new AppError('conflict', sentence, { fields: { name: sentence, new_name: sentence } })
}
