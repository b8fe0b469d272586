import { sql } from 'kysely'
import { ScheduleInput } from '#contract/campaigns.ts'
import { scheduleCampaign } from '#server/features/campaigns/run/schedule.ts'
import { startCampaign } from '#server/features/campaigns/run/start.ts'
import { syncNow } from '#server/features/templates/provider/sync.ts'
import { fillLeads } from '../leads/people.ts'
import { type Bench, openBench } from '../open-bench.ts'

export type SchedulingFigures = {
  people: number
  /** The owner's "Schedule Campaign": from the call to its answer, with the count of who will get it. */
  scheduleSeconds: number
  /** The start: from the job to the commit of all recipients in the outbox. */
  startSeconds: number
  seconds: number
  /** The same values inserted from a query into a bare table without indexes or keys. */
  rawSeconds: number
}

/** Scheduling a campaign for so many leads of which one in a hundred may not get it, and its start. */
export async function benchScheduling(people: number): Promise<SchedulingFigures> {
  const bench = await openBench()
  try {
    const { app, businessId } = bench
    await fillLeads(app, businessId, people)
    await sql`checkpoint`.execute(app.db)
    await syncNow(app, businessId)
    const { id: templateId } = await app.db
      .selectFrom('templates')
      .innerJoin('provider_templates as p', (join) =>
        join
          .onRef('p.business_id', '=', 'templates.business_id')
          .onRef('p.id', '=', 'templates.provider_template_id'),
      )
      .select('templates.id')
      .where('p.name', '=', 'order_shipped')
      .where('p.status', '=', 'APPROVED')
      .executeTakeFirstOrThrow()
    const { id: userId } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const input = ScheduleInput.parse({
      template_id: templateId,
      audience: { all: true },
      parameters: {
        '1': { field: 'first_name' },
        '2': { attribute: 'Order', fallback: 'your order' },
        'button.0': { attribute: 'Order', fallback: 'all' },
      },
    })
    const began = performance.now()
    const { campaignId, counts } = await scheduleCampaign(
      app,
      { businessId, userId, sessionId: 'bench' },
      input,
    )
    const scheduled = performance.now()
    await startCampaign(app, businessId, campaignId)
    const started = performance.now()
    const { queued, skipped } = await app.db
      .selectFrom('messages')
      .select(sql<number>`count(*) filter (where status = 'queued')`.as('queued'))
      .select(sql<number>`count(*) filter (where status = 'skipped')`.as('skipped'))
      .where('campaign_id', '=', campaignId)
      .executeTakeFirstOrThrow()
    if (queued !== counts.will_receive || queued + skipped !== people) {
      throw new Error(
        `${people} leads, ${counts.will_receive} to receive, ${queued} queued, ${skipped} skipped`,
      )
    }
    return {
      people,
      scheduleSeconds: (scheduled - began) / 1000,
      startSeconds: (started - scheduled) / 1000,
      seconds: (started - began) / 1000,
      rawSeconds: await insertBare(bench),
    }
  } finally {
    await bench.close()
  }
}

async function insertBare({ app }: Bench): Promise<number> {
  return await app.transaction(async ({ db }) => {
    await sql`set local statement_timeout = '15min'`.execute(db)
    await sql`create table bare (business_id bigint, campaign_id bigint, content_id bigint, phone_number_id text,
      lead_id bigint, phone text, vals text[], status text)`.execute(db)
    const start = performance.now()
    await sql`insert into bare select business_id, 1, 1, '1', id, phone,
      array[split_part(name, ' ', 1), attributes ->> 'Order', attributes ->> 'Order'], 'queued' from leads`.execute(
      db,
    )
    return (performance.now() - start) / 1000
  })
}

if (import.meta.main) {
  process.stdout.write(
    `${JSON.stringify(await benchScheduling(Number(process.argv[2] ?? 100_000)), null, 2)}\n`,
  )
}
