import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { type Block, countedBlock, leadColumns, messageColumns } from './blocks.ts'
import { countBlock, talliesOf, writeTagged } from './keep.ts'

/** Blocks that one run compares, those longest unchecked first. */
const blocksAtOnce = 20

/** Compares the figures that are kept with a count of the rows, a few blocks at a time; what differs is reported and put right. */
export async function checkSome(app: App, { signal }: Pick<JobContext, 'signal'>): Promise<number> {
  const { rows } = await sql<Block>`
    select business_id, kind, block from analytics_blocks order by checked_at limit ${sql.lit(blocksAtOnce)}`.execute(
    app.db,
  )
  let drifted = 0
  for (const block of rows) {
    if (signal.aborted) break
    if (await checkBlock(app, block)) drifted++
  }
  return drifted
}

/** Rows of one side that the other has not. */
async function wrongRows(tx: App, counted: RawBuilder<unknown>, kept: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    with counted as materialized (select * from (${counted}) c), kept as materialized (${kept})
    select ((select count(*) from (select * from counted except all select * from kept) a)
      + (select count(*) from (select * from kept except all select * from counted) b))::int as wrong`.execute(
    tx.db,
  )
  return rows[0]!.wrong
}

async function wrongTallies(tx: App, block: Block): Promise<number> {
  let wrong = 0
  for (const { table, columns, counted } of talliesOf(block)) {
    const kept = sql`
      select ${columns} from ${table} where business_id = ${block.business_id} and block = ${block.block}`
    wrong += await wrongRows(tx, counted, kept)
  }
  return wrong
}

/** @returns whether the block's figures were wrong. */
export async function checkBlock(app: App, block: Block): Promise<boolean> {
  const { business_id, kind } = block
  const wrong = await app.transaction(async (tx) => {
    // Rows, marks and figures of one instant: a change that is not counted yet has its mark.
    await sql`set transaction isolation level repeatable read`.execute(tx.db)
    const { rows: marks } = await sql`
      select from analytics_marks where business_id = ${business_id} and kind = ${kind} and block = ${block.block}
      limit 1`.execute(tx.db)
    if (marks.length > 0) return 0
    const counted = await countedBlock(tx, block)
    const kept =
      kind === 'messages'
        ? sql`select ${messageColumns} from analytics_messages where business_id = ${business_id} and block = ${block.block}`
        : sql`select ${leadColumns} from analytics_leads
            where business_id = ${business_id} and kind = ${kind} and block = ${block.block}`
    return (await wrongRows(tx, counted, kept)) + (await wrongTallies(tx, block))
  })
  await sql`
    update analytics_blocks set checked_at = ${app.now()}
    where business_id = ${business_id} and kind = ${kind} and block = ${block.block}`.execute(app.db)
  if (wrong === 0) {
    if (kind === 'messages') await followTags(app, block)
    return false
  }
  app.log.error(
    { business: business_id, kind, block: block.block, rows: wrong },
    'figures differed from a count of the rows',
  )
  await sql`
    insert into analytics_drifts (business_id, kind, block, found_at, wrong_rows)
    values (${business_id}, ${kind}, ${block.block}, ${app.now()}, ${wrong})`.execute(app.db)
  await countBlock(app, block)
  return true
}

/** Tags of people change without a change of their messages: no drift. The block's row keeps two from writing at once. */
async function followTags(app: App, block: Block): Promise<void> {
  await app.transaction(async (tx) => {
    const { rows } = await sql`select from analytics_blocks where business_id = ${block.business_id}
      and kind = ${block.kind} and block = ${block.block} for update`.execute(tx.db)
    if (rows.length > 0) await writeTagged(tx, block)
  })
}
