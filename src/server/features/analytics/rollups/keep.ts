import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { countedLeads, countedTags, leadTallyColumns, tagTallyColumns } from '#server/features/leads/leads.ts'
import { countedTaken, messageTallyColumns } from '#server/features/messages/messages.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { rangeOfBlock } from '#server/platform/sql/id-blocks.ts'
import {
  type Block,
  countedBlock,
  countedMessages,
  leadColumns,
  messageColumns,
  taggedColumns,
} from './blocks.ts'
import { chatTallyColumns, countedChats } from './chats.ts'
import { keepFigures } from './job-names.ts'

/** After this the job ends and the next one takes over, so that none outlives its queue's limit. */
const shiftMs = 12 * 3600_000
/** Until the job that ended is recorded as ended. */
const nextShiftMs = 1000
/** Changes of so long are counted together. */
const gatherMs = 1000
/** Counting takes at most this share of the time: the database is there for sending first. */
const share = 0.1
const outageMs = 1000
/** While what people wrote waits for longer than this, they come first. */
const behindSeconds = 1
/** Figures are put off at most so long. */
const putOffMs = 60_000
/** Blocks of one turn; the oldest mark first. */
const blocksAtOnce = 50

/** Counts what changed until its shift ends. All state is in rows: a killed process costs a delay. */
export async function keepForAShift(app: App, { signal }: JobContext): Promise<void> {
  const ends = performance.now() + shiftMs
  let countedAt = performance.now()
  while (!signal.aborted && performance.now() < ends) {
    // Not by the clock: after a machine slept, or a corrected clock, the rest would be days.
    const began = performance.now()
    let rest = gatherMs
    try {
      if (began - countedAt < putOffMs && (await isBehind(app))) {
        await pause(gatherMs, undefined, { signal }).catch(() => undefined)
        continue
      }
      countedAt = began
      await tallyBacklog(app, { signal })
      await countMarked(app, signal)
      rest = Math.max(gatherMs, (performance.now() - began) * (1 / share - 1))
    } catch (error) {
      if (!signal.aborted)
        app.log.error({ err: error }, 'figures could not be counted; they are marked, and counted again')
      rest = outageMs
    }
    await pause(rest, undefined, { signal }).catch(() => undefined)
  }
  // Handed back, it goes on in another process.
  signal.throwIfAborted()
  setTimeout(() => {
    if (signal.aborted) return
    app
      .enqueue(keepFigures, {})
      .catch((error: unknown) => app.log.warn({ err: error }, 'the next shift begins with the clock'))
  }, nextShiftMs).unref()
}

/** Whether what people wrote has to wait. */
async function isBehind({ db }: App): Promise<boolean> {
  const { rows } = await sql<{ is_behind: boolean }>`
    select coalesce((select received_at < now() - ${behindSeconds} * interval '1 second' from webhook_events
      where id = (select min(id) from webhook_queue where not is_report)), false) as is_behind`.execute(db)
  return rows[0]!.is_behind
}

/** Counts the blocks that are marked. @returns how many there were. */
export async function countMarked(app: App, signal?: AbortSignal): Promise<number> {
  const { rows } = await sql<Block>`
    select business_id, kind, block from (select * from analytics_marks order by id limit 10000) m
    group by 1, 2, 3 order by min(id) limit ${sql.lit(blocksAtOnce)}`.execute(app.db)
  for (const block of rows) {
    if (signal?.aborted) break
    await countBlock(app, block)
  }
  return rows.length
}

/**
 * Counts one block again, as a whole. The block's row is locked first: of two processes the later one counts what
 * both see. Marks that were committed by then are done; later ones stay.
 */
export async function countBlock(app: App, block: Block): Promise<void> {
  const { business_id, kind } = block
  await app.transaction(async (tx) => {
    await sql`
      insert into analytics_blocks (business_id, kind, block, counted_at, checked_at)
      select id, ${kind}, ${block.block}, ${app.now()}, ${app.now()} from businesses where id = ${business_id}
      on conflict (business_id, kind, block) do update set counted_at = excluded.counted_at`.execute(tx.db)
    await sql`
      delete from analytics_marks
      where business_id = ${business_id} and kind = ${kind} and block = ${block.block}`.execute(tx.db)
    await writeBlock(tx, block)
  })
}

/** Replaces the kept figures of a block by a count of its rows. */
export async function writeBlock(tx: App, block: Block): Promise<void> {
  const counted = await countedBlock(tx, block)
  await writeTallies(tx, block)
  if (block.kind === 'messages') {
    await sql`
      delete from analytics_messages where business_id = ${block.business_id} and block = ${block.block}`.execute(
      tx.db,
    )
    await sql`
      insert into analytics_messages (business_id, ${messageColumns})
      select ${block.business_id}, c.* from (${counted}) c`.execute(tx.db)
    return await writeTagged(tx, block)
  }
  const { rows } = await sql<{ differ: boolean }>`
    with gone as (
      delete from analytics_leads
      where business_id = ${block.business_id} and kind = ${block.kind} and block = ${block.block}
      returning ${leadColumns}
    ),
    added as (
      insert into analytics_leads (business_id, ${leadColumns})
      select ${block.business_id}, c.* from (${counted}) c returning ${leadColumns}
    )
    select exists ((select * from gone except all select * from added)
      union all (select * from added except all select * from gone)) as differ`.execute(tx.db)
  if (block.kind === 'consent' && rows[0]!.differ) await markBeside(tx, block)
}

/**
 * Two transactions that record changes of one person at once do not see each other, and mark only what they see: the
 * one that ends last lets the other's block be counted again. Their ids are in one block, or in two beside each other.
 */
async function markBeside(tx: App, { business_id, kind, block }: Block): Promise<void> {
  const [before, own, after] = [rangeOfBlock(block - 1), rangeOfBlock(block), rangeOfBlock(block + 1)]
  const within = ({ first, end }: typeof own) => sql`id >= ${first} and id < ${end}`
  // Read once and grouped: as a join, right after a large import, each change was compared with each other one.
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select distinct ${business_id}::bigint, ${kind}, beside.block
    from (
      select min(at) filter (where ${within(own)}) as own_at, max(at) filter (where ${within(before)}) as before_at,
        max(at) filter (where ${within(after)}) as after_at
      from consent_changes
      where business_id = ${business_id} and id >= ${before.first} and id < ${after.end} and phone is not null
      group by phone, consent
    ) as one
    cross join lateral (values (${block - 1}::bigint, before_at), (${block + 1}::bigint, after_at)) as beside (block, at)
    where own_at <= beside.at`.execute(tx.db)
}

/** Replaces the figures of a block by the tags that its people have now. Inside a transaction. */
export async function writeTagged(tx: App, { business_id, block }: Block): Promise<void> {
  const counted = await countedMessages(tx, business_id, block, { tagged: true })
  await sql`delete from analytics_tagged where business_id = ${business_id} and block = ${block}`.execute(
    tx.db,
  )
  await sql`
    insert into analytics_tagged (business_id, ${taggedColumns})
    select ${business_id}, c.* from (${counted}) c`.execute(tx.db)
}

const tallyTables = {
  leads: [
    { table: sql.table('lead_tallies'), columns: leadTallyColumns, counted: countedLeads },
    { table: sql.table('lead_tag_tallies'), columns: tagTallyColumns, counted: countedTags },
  ],
  messages: [
    { table: sql.table('message_tallies'), columns: messageTallyColumns, counted: countedTaken },
    { table: sql.table('chat_tallies'), columns: chatTallyColumns, counted: countedChats },
  ],
  consent: [],
}

/** The tallies of a block, which screens add up: their tables, each with a count of the block's rows. */
export function talliesOf({ business_id, kind, block }: Block) {
  const { first, end } = rangeOfBlock(block)
  const inBlock = sql`id >= ${first} and id < ${end}`
  return tallyTables[kind].map(({ counted, ...tallies }) => ({
    ...tallies,
    counted: counted(sql`${business_id}::bigint`, inBlock),
  }))
}

async function writeTallies(tx: App, one: Block): Promise<void> {
  const { business_id, kind, block } = one
  // Two that count one block take turns: each would add its rows to the other's.
  await lockOfBusiness(tx.db, business_id, `tallies ${kind} ${block}`)
  for (const { table, columns, counted } of talliesOf(one)) {
    await sql`delete from ${table} where business_id = ${business_id} and block = ${block}`.execute(tx.db)
    await sql`
      insert into ${table} (business_id, block, ${columns})
      select ${business_id}, ${block}::bigint, c.* from (${counted}) c`.execute(tx.db)
  }
}

/** More blocks than this are not counted again within a moment. */
const backlogBlocks = 100

/**
 * Where many blocks are marked, their tallies are counted first: screens add them up, and count what is marked from
 * its rows. Each block is kept by itself, so that a process that ends loses one.
 * @returns how many were counted.
 */
export async function tallyBacklog(
  app: App,
  { signal, backlog = backlogBlocks }: { signal?: AbortSignal; backlog?: number } = {},
): Promise<number> {
  const { rows } = await sql<Block>`
    select business_id, kind, block from analytics_marks where not tallied and kind <> 'consent'
    group by 1, 2, 3 order by min(id)`.execute(app.db)
  if (rows.length <= backlog) return 0
  for (const one of rows) {
    if (signal?.aborted) break
    await app.transaction(async (tx) => {
      await sql`
        update analytics_marks set tallied = true
        where business_id = ${one.business_id} and kind = ${one.kind} and block = ${one.block}`.execute(tx.db)
      await writeTallies(tx, one)
    })
  }
  return rows.length
}
