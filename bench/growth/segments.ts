import { loadavg } from 'node:os'
import { sql } from 'kysely'
import type { SegmentCondition, SegmentRules } from '#contract/growth/segment-rules.ts'
import { tallyBacklog } from '#server/features/analytics/rollups/keep.ts'
import { countPeople, previewRules } from '#server/features/segments/records/people.ts'
import { fillQuickly, openFilled } from '../fill-quickly.ts'
import type { Bench } from '../open-bench.ts'

export type SegmentFigures = {
  leads: number
  messages: number
  /** The slowest of three counts of each kind of segment, in milliseconds. */
  tagMilliseconds: number
  textMilliseconds: number
  campaignMilliseconds: number
  retargetMilliseconds: number
  recentMilliseconds: number
  boughtMilliseconds: number
  adMilliseconds: number
  groupMilliseconds: number
  /** The counts of a builder with four rules: all, each alone, what each leaves. */
  previewMilliseconds: number
  /** The first counts of a builder, on a part of the leads. */
  retargetEstimateMilliseconds: number
  groupEstimateMilliseconds: number
  /**
   * The slowest first count of a kind, which is not among the three. Counts have connections of their own, and each maps the
   * pages of a million leads or messages when it first reads them: on some machines that takes a second.
   */
  firstMilliseconds: number
  /** A bare count of all leads, and one of the lead ids of all read messages, by statements alone. */
  rawLeadsMilliseconds: number
  rawReadMilliseconds: number
  /** Of the machine, over the last minute: above its cores the figures are those of a crowd. */
  load: number
}

/** The only one of the bench. */
const campaignId = 1

const all = (...rules: SegmentRules['rules']): SegmentRules => ({ match: 'all', rules })
const message = (more: Partial<Extract<SegmentCondition, { about: 'message' }>>): SegmentCondition => ({
  about: 'message',
  did: true,
  deed: 'read',
  campaign_id: null,
  link: null,
  when: null,
  ...more,
})

/**
 * Counts of segments over so many leads, each of whom a campaign wrote to.
 * @param folder keeps them for another run.
 */
export async function benchSegments(people: number, folder?: string): Promise<SegmentFigures> {
  const bench = await openFilled(folder, (filled) => fill(filled, people))
  try {
    await fillSales(bench)
    const { app, businessId } = bench
    const { db } = app
    await tallyBacklog(app, { backlog: 0 })
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now()
      await work()
      return performance.now() - began
    }
    let firstMilliseconds = 0
    const worst = async (work: () => Promise<unknown>): Promise<number> => {
      firstMilliseconds = Math.max(firstMilliseconds, await timed(work))
      let slowest = 0
      for (let nr = 0; nr < 3; nr++) slowest = Math.max(slowest, await timed(work))
      return slowest
    }
    const count = (rules: SegmentRules) => worst(() => countPeople(app, businessId, rules))
    const estimate = (rules: SegmentRules) =>
      worst(async () => {
        const { estimated } = await previewRules(app, businessId, { rules, estimate: true })
        if (!estimated) throw new Error('The bench has too few leads for an estimate.')
      })
    const diwali: SegmentCondition = { about: 'tag', is: 'any', tags: ['Diwali'] }
    const agreed: SegmentCondition = { about: 'consent', did: true, consent: 'opted_in' }
    const wrote: SegmentCondition = { about: 'wrote', did: false, when: { days: 60 } }
    const notClicked = [
      message({ campaign_id: campaignId }),
      message({ campaign_id: campaignId, deed: 'clicked', did: false }),
    ]
    const recent = message({ when: { days: 90 } })
    const mixed = all(
      agreed,
      wrote,
      { match: 'any', rules: [diwali, recent] },
      message({ deed: 'clicked', did: false }),
    )
    const figures = {
      tagMilliseconds: await count(all(agreed, diwali)),
      textMilliseconds: await count(
        all({ about: 'text', field: 'name', is: 'contains', value: 'asha' }, wrote),
      ),
      campaignMilliseconds: await count(all(message({ campaign_id: campaignId, deed: 'delivered' }))),
      retargetMilliseconds: await count(all(...notClicked)),
      recentMilliseconds: await count(all(recent)),
      boughtMilliseconds: await count(
        all({
          about: 'converted',
          did: true,
          when: { days: 90 },
          touch: 'campaign',
          campaign_id: campaignId,
          at_least: 50_000,
          currency: 'INR',
        }),
      ),
      adMilliseconds: await count(all({ about: 'ad', did: true, ad_id: '1203', when: { days: 90 } })),
      groupMilliseconds: await count(mixed),
      previewMilliseconds: await worst(() =>
        previewRules(app, businessId, { rules: mixed, estimate: false }),
      ),
      retargetEstimateMilliseconds: await estimate(
        all(message({}), message({ deed: 'clicked', did: false })),
      ),
      groupEstimateMilliseconds: await estimate(mixed),
    }
    const { rows } = await sql<{ leads: number; messages: number }>`
      select (select count(*) from leads) as leads, (select count(*) from messages) as messages`.execute(db)
    return {
      ...rows[0]!,
      ...figures,
      // Those of the bare counts follow.
      firstMilliseconds,
      load: loadavg()[0] ?? 0,
      rawLeadsMilliseconds: await worst(() => sql`select count(*) from leads`.execute(db)),
      rawReadMilliseconds: await worst(() =>
        sql`select count(distinct lead_id) from messages where status = 'read'`.execute(db),
      ),
    }
  } finally {
    await bench.close()
  }
}

/** One campaign to all of them, which most got and read, and of which one in twenty clicked. */
async function fill({ app, businessId, plan }: Bench, people: number): Promise<void> {
  await plan(people)
  const long = async (statement: ReturnType<typeof sql>) =>
    await app.transaction(async (tx) => {
      await sql`set local statement_timeout = '15min'`.execute(tx.db)
      await statement.execute(tx.db)
    })
  await long(sql`
    update leads set tags = case when id % 5 = 0 then '{Diwali}'::text[] else '{VIP}' end,
      last_inbound_at = case when id % 3 = 0 then now() - (id % 300) * interval '1 day' end
    where business_id = ${businessId}`)
  await long(sql`
    update messages set status = case when id % 10 < 6 then 'read' when id % 10 < 9 then 'delivered' else 'sent' end,
      sent_at = now() - (id % 200) * interval '1 day', delivered_at = now() - (id % 200) * interval '1 day',
      read_at = case when id % 10 < 6 then now() - (id % 200) * interval '1 day' end, due_at = null
    where business_id = ${businessId}`)
  await long(sql`
    insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
    select business_id, id, 0, 'person', false, now() from messages
    where business_id = ${businessId} and id % 20 = 1`)
  await sql`vacuum analyze leads, messages, link_clicks`.execute(app.db)
}

/** One lead in eight came from one of four ads, one in ten bought, most of them after the campaign. */
async function fillSales({ app, businessId, phoneNumberId }: Bench): Promise<void> {
  const { rows } = await sql`select from ad_visits limit 1`.execute(app.db)
  if (rows.length > 0) return
  await fillQuickly(app, ['conversations', 'ad_visits', 'conversions'], async ({ db }) => {
    await sql`
      insert into conversations (business_id, phone_number_id, address, lead_id, last_at, created_at)
      select ${businessId}, ${phoneNumberId}, phone, id, now(), now() from leads
      where business_id = ${businessId} and id % 8 = 0`.execute(db)
    await sql`
      insert into ad_visits (business_id, inbound_id, conversation_id, address, at, source_type, source_id)
      select business_id, id, id, address, now() - (id % 200) * interval '1 day', 'ad', (1200 + id % 4)::text
      from conversations where business_id = ${businessId}`.execute(db)
    await sql`
      insert into conversions (business_id, key, event, amount, currency, at, address, lead_id, source, created_at,
        touch, campaign_id)
      select business_id, 'bench ' || id, 'Purchase', 1000 * (id % 90 + 10), 'INR', now() - (id % 200) * interval '1 day',
        phone, id, 'api', now(), case when id % 4 > 0 then 'campaign' end,
        case when id % 4 > 0 then ${campaignId}::bigint end
      from leads where business_id = ${businessId} and id % 10 = 0`.execute(db)
  })
}

if (import.meta.main) {
  process.stdout.write(
    `${JSON.stringify(await benchSegments(Number(process.argv[2] ?? 1_000_000), process.argv[3]))}\n`,
  )
}
