import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { prefixLength } from '#server/features/leads/leads.ts'
import { archivedRecipient, hasPersonSql } from '../model/erase-recipient.ts'
import { type ArchivedPerson, packPeople } from './packed-people.ts'

/** Messages that are looked at, and archived in one transaction, at a time. */
const pageRows = 2000

type Removed = { removed: number; bytes: number }

/**
 * Moves the messages of whole months that ended before a moment into the archive: whom they went to and what was said
 * to them alone is packed, and leaves their rows. Status, times, costs and the campaign stay there, so that figures do.
 * What a conversation shows stays whole, and so does what may still go out or be settled.
 * @returns how many were archived, and the bytes that their content took in the rows.
 */
export async function archiveMessages(app: App, before: Date, signal?: AbortSignal): Promise<Removed> {
  const { rows: businesses } = await sql<{ id: number; next_id: number; end: Date }>`
    select b.id, coalesce(c.next_id, 0) as next_id,
      date_trunc('month', ${before}::timestamptz at time zone b.timezone) at time zone b.timezone as end
    from businesses b left join message_archive_cursors c on c.business_id = b.id
    where not exists (select from business_deletions d where d.business_id = b.id and d.taken_back_at is null) order by b.id`.execute(
    app.db,
  )
  const total = { removed: 0, bytes: 0 }
  for (const { id, next_id, end } of businesses) {
    if (signal?.aborted) break
    const { removed, bytes } = await archiveOf(app, Number(id), { from: Number(next_id), end }, signal)
    total.removed += removed
    total.bytes += bytes
  }
  return total
}

async function archiveOf(
  app: App,
  businessId: number,
  { from, end }: { from: number; end: Date },
  signal?: AbortSignal,
): Promise<Removed> {
  const total = { removed: 0, bytes: 0 }
  /** The first that has to be looked at again the next time. */
  let waits: number | undefined
  for (let next = from; !signal?.aborted; ) {
    const page = await look(app, businessId, next, end)
    waits ??= page.waits
    if (page.ids.length > 0) {
      const { removed, bytes } = await archive(app, businessId, page.ids)
      total.removed += removed
      total.bytes += bytes
      // One that was sent again since it was looked at is looked at the next time.
      if (removed < page.ids.length) waits = Math.min(waits ?? page.ids[0]!, page.ids[0]!)
    }
    if (page.next === next) break
    next = page.next
    await keepCursor(app, businessId, waits ?? next)
  }
  return total
}

type Page = {
  /** Those to archive. */
  ids: number[]
  /** The first that may still go out or be settled. */
  waits: number | undefined
  /** Where to go on; where it began: all older ones are looked at. */
  next: number
}

/** Looks at the next messages in the order in which they were planned, up to the first that is too young. */
async function look(app: App, businessId: number, from: number, end: Date): Promise<Page> {
  const { rows } = await sql<{ id: number; fate: 'archive' | 'waits' | 'stays' }>`
    with looked as materialized (
      select * from messages where business_id = ${businessId} and id >= ${from} order by id limit ${sql.lit(pageRows)}
    ),
    old as (select m.* from looked m where m.id < coalesce((
      select min(id) from looked where created_at >= ${end}), ${Number.MAX_SAFE_INTEGER}::bigint))
    select m.id, case
        when not ${hasPersonSql(sql`m.recipient_phone`)} or exists (select from conversation_sends s
          where s.business_id = m.business_id and s.message_id = m.id) then 'stays'
        when m.due_at is not null or m.status in ('queued', 'sending', 'unknown')
          or exists (select from dispatches d where d.business_id = m.business_id and d.campaign_id = m.campaign_id
            and d.drained_at is null)
          or exists (select from sequence_people p where p.business_id = m.business_id and p.id = m.sequence_person_id
            and p.state = 'active') then 'waits'
        else 'archive' end as fate
    from old m order by m.id`.execute(app.db)
  const last = rows.at(-1)
  return {
    ids: rows.flatMap(({ id, fate }) => (fate === 'archive' ? [Number(id)] : [])),
    waits: rows.find(({ fate }) => fate === 'waits')?.id,
    next: last ? Number(last.id) + 1 : from,
  }
}

type Archived = ArchivedPerson & { month: string; bytes: number }

/** Packs what messages say of their people and takes it out of their rows, in one transaction. */
async function archive(app: App, businessId: number, ids: readonly number[]): Promise<Removed> {
  return await app.transaction(async (tx) => {
    // Somebody may have been erased since they were looked at.
    const { rows } = await sql<Archived>`
      with theirs as materialized (
        select m.id, m.recipient_phone, m.lead_id, m.variables, m.wamid, m.error_details,
          pg_column_size(m.variables) + coalesce(pg_column_size(m.wamid), 0)
            + coalesce(pg_column_size(m.error_details), 0) + pg_column_size(m.webhook_event_ids) as bytes,
          date_trunc('month', m.created_at at time zone b.timezone)::date::text as month
        from messages m join businesses b on b.id = m.business_id
        where m.business_id = ${businessId} and m.id = any(${ids}::bigint[]) and m.due_at is null
          and m.status not in ('queued', 'sending', 'unknown') and ${hasPersonSql(sql`m.recipient_phone`)}
        order by m.id for update of m
      ),
      clicks as (
        update link_clicks k set lead_id = null from theirs
        where k.business_id = ${businessId} and k.message_id = theirs.id
      ),
      changed as (
        -- How its address began says in which country it was, which figures ask for.
        update messages m set
          recipient_phone = ${archivedRecipient} || left(theirs.recipient_phone, ${sql.lit(prefixLength)}) || ':' || m.id,
          lead_id = null, variables = '{}', wamid = null, error_details = null, webhook_event_ids = '{}'
        from theirs where m.business_id = ${businessId} and m.id = theirs.id
      )
      select * from theirs order by id`.execute(tx.db)
    for (const [month, messages] of Map.groupBy(rows, (row) => row.month)) {
      const people = messages.map(({ month: _month, bytes: _bytes, ...person }) => person)
      await tx.db
        .insertInto('message_archives')
        .values({
          business_id: businessId,
          first_id: people[0]!.id,
          last_id: people.at(-1)!.id,
          month,
          messages: people.length,
          packed: await packPeople(people),
          packed_at: tx.now(),
        })
        .execute()
    }
    return { removed: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) }
  })
}

async function keepCursor(app: App, businessId: number, next_id: number): Promise<void> {
  await app.db
    .insertInto('message_archive_cursors')
    .values({ business_id: businessId, next_id })
    .onConflict((on) => on.column('business_id').doUpdateSet({ next_id }))
    .execute()
}

/** Deletes archived months that ended before a moment, for good. Figures stay, as they are counted from the rows. */
export async function forgetArchives(app: App, before: Date, signal?: AbortSignal): Promise<Removed> {
  const total = { removed: 0, bytes: 0 }
  while (!signal?.aborted) {
    const { rows } = await sql<{ chunks: number; removed: number; bytes: number }>`
      with gone as (
        delete from message_archives a where (a.business_id, a.first_id) in (
          select o.business_id, o.first_id from message_archives o join businesses b on b.id = o.business_id
          where o.month < date_trunc('month', ${before}::timestamptz at time zone b.timezone)::date limit 100)
        returning messages, octet_length(packed) as size
      )
      select count(*)::int as chunks, coalesce(sum(messages), 0)::bigint as removed,
        coalesce(sum(size), 0)::bigint as bytes from gone`.execute(app.db)
    const { chunks, removed, bytes } = rows[0]!
    total.removed += Number(removed)
    total.bytes += Number(bytes)
    if (chunks === 0) break
  }
  return total
}
