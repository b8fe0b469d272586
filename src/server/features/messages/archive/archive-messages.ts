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
    with cursors as materialized (select business_id, next_id from message_archive_cursors),
    closing as materialized (select business_id from business_deletions where taken_back_at is null)
    select b.id, coalesce(c.next_id, 0) as next_id,
      date_trunc('month', ${before}::timestamptz at time zone b.timezone) at time zone b.timezone as end
    from businesses b left join cursors c on c.business_id = b.id
    where b.id not in (select business_id from closing) order by b.id`.execute(app.db)
  const total = { removed: 0, bytes: 0 }
  for (const { id, next_id, end } of businesses) {
    if (signal?.aborted) break
    try {
      await archiveOf(app, Number(id), { from: Number(next_id), end, total }, signal)
    } catch (error) {
      app.log.error(
        { err: error, business: Number(id) },
        'messages could not be archived; the next night tries again',
      )
    }
  }
  return total
}

async function archiveOf(
  app: App,
  businessId: number,
  { from, end, total }: { from: number; end: Date; total: Removed },
  signal?: AbortSignal,
): Promise<void> {
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
        when not ${hasPersonSql(sql`m.recipient_phone`)}
          -- A conversation shows what its person got, by the address.
          or exists (select 1 from conversation_addresses a
            where a.business_id = ${businessId} and a.address = m.recipient_phone collate "default") then 'stays'
        when m.due_at is not null or m.status in ('queued', 'sending', 'unknown')
          or exists (select 1 from dispatches d where d.business_id = ${businessId} and d.campaign_id = m.campaign_id
            and d.drained_at is null)
          or exists (select 1 from sequence_people p where p.business_id = ${businessId} and p.id = m.sequence_person_id
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
        select m.id, m.recipient_phone, m.variables, m.wamid, m.error_details,
          pg_column_size(m.variables) + coalesce(pg_column_size(m.wamid), 0)
            + coalesce(pg_column_size(m.error_details), 0) + pg_column_size(m.webhook_event_ids) as bytes,
          date_trunc('month', m.created_at at time zone (
            select timezone from businesses where id = ${businessId}))::date::text as month
        from messages m
        where m.business_id = ${businessId} and m.id = any(${ids}::bigint[]) and m.due_at is null
          and m.status not in ('queued', 'sending', 'unknown') and ${hasPersonSql(sql`m.recipient_phone`)}
        order by m.id for update of m
      ),
      changed as (
        -- Segments go by its lead; how its address began says in which country it was, which figures ask for.
        update messages m set
          recipient_phone = ${archivedRecipient} || left(theirs.recipient_phone, ${sql.lit(prefixLength)}) || ':' || m.id,
          variables = '{}', wamid = null, error_details = null, webhook_event_ids = '{}'
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
  // Its business may just have been deleted.
  await sql`
    insert into message_archive_cursors (business_id, next_id) select id, ${next_id} from businesses where id = ${businessId}
    on conflict (business_id) do update set next_id = excluded.next_id`.execute(app.db)
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
