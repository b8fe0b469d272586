import { sql } from 'kysely'
import { analytics } from '#contract/analytics/analytics.ts'
import { countMarked } from '#server/features/analytics/rollups/keep.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { fillQuickly, openFilled } from '../fill-quickly.ts'
import type { Bench } from '../open-bench.ts'
import { openPageReader } from '../page-reader.ts'

const rounds = 300

export type MessageFigures = {
  messages: number
  /** Rows of figures that are kept of them. */
  keptRows: number
  /** Counting all messages from their rows, as after an update of the product. */
  countAllSeconds: number
  /** Counting one block of 8,192 messages. */
  blockMilliseconds: number
  monthP50Milliseconds: number
  monthP99Milliseconds: number
  yearP99Milliseconds: number
  filteredP99Milliseconds: number
  /** The sum of a month's kept figures by one bare statement. */
  rawP99Milliseconds: number
}

/**
 * Reads the analytics of a business with so many messages of 300 campaigns over a year.
 * @param folder keeps them for another run, which then counts nothing.
 */
export async function benchMessageFigures(messages: number, folder?: string): Promise<MessageFigures> {
  const bench = await openFilled(folder, (filled) => fill(filled, messages))
  const { app, businessId } = bench
  const http = await createHttp({
    log: createLog('fatal'),
    authenticate: async () => ({ userId: 1, businessId, sessionId: 'bench' }),
    frameOrigins: [],
  })
  mountRoutes(http, app)
  const reader = await openPageReader(http)
  try {
    const start = performance.now()
    let blocks = 0
    for (let counted = 1; counted > 0; blocks += counted) counted = await countMarked(app)
    const countAllSeconds = (performance.now() - start) / 1000
    await sql`vacuum analyze analytics_messages`.execute(app.db)
    const { rows: kept } = await sql<{
      count: number
    }>`select count(*)::int as count from analytics_messages`.execute(app.db)
    const get = async (query: string): Promise<number> =>
      (await reader.get(`${analytics.get.path}?${query}`)).milliseconds
    const today = new Date().toISOString().slice(0, 10)
    const daysAgo = (days: number): string =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const month = await measured(() => get(''))
    const year = await measured(() => get(`from=${daysAgo(364)}&to=${today}`))
    const filtered = await measured(() =>
      get(`from=${daysAgo(89)}&to=${today}&country=IN&category=MARKETING`),
    )
    const raw = await measured(async () => {
      const start = performance.now()
      await sql`select sum(sent), sum(read) from analytics_messages
        where business_id = ${businessId} and day >= ${daysAgo(59)}`.execute(app.db)
      return performance.now() - start
    })
    return {
      messages,
      keptRows: kept[0]!.count,
      countAllSeconds,
      blockMilliseconds: (countAllSeconds * 1000) / blocks,
      monthP50Milliseconds: month.p50,
      monthP99Milliseconds: month.p99,
      yearP99Milliseconds: year.p99,
      filteredP99Milliseconds: filtered.p99,
      rawP99Milliseconds: raw.p99,
    }
  } finally {
    await reader.close()
    await http.close()
    await bench.close()
  }
}

/** @param work answers what it took, in milliseconds. */
async function measured(work: () => Promise<number>): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  const warm = rounds / 10
  for (let round = 0; round < rounds; round++) {
    const took = await work()
    if (round >= warm) times.push(took)
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

/** 300 campaigns over a year, each within some hours, to people in three countries. */
async function fill({ app, businessId, contentId, phoneNumberId }: Bench, messages: number): Promise<void> {
  await fillQuickly(app, ['messages', 'link_clicks'], async ({ db }) => {
    await sql`
      insert into messages (business_id, campaign_id, content_id, phone_number_id, recipient_phone, status, attempts,
        created_at, claimed_at, accepted_at, delivered_at, read_at, error_code, price_category, price_type)
      select ${businessId}::bigint, c, ${contentId}::bigint, ${phoneNumberId},
        (array['+9198', '+1212', '+4915'])[1 + (n % 10) / 8 + (n % 10) / 9] || lpad(n::text, 8, '0'),
        case when n % 20 = 0 then 'failed' when n % 3 = 0 then 'delivered' else 'read' end, 1, t, t,
        case when n % 20 > 0 then t end, case when n % 20 > 0 then t end,
        case when n % 20 > 0 and n % 3 > 0 then t + interval '1 hour' end,
        case when n % 20 = 0 then (array[131026, 131049, 131047, 131000])[1 + n / 20 % 4] end, 'marketing', 'regular'
      from generate_series(1, 300) c
      cross join lateral generate_series(1, ${messages}::int / 300) n
      cross join lateral (
        select now() - interval '1.2 days' * c - interval '1 second' * (n / 20) as t) at
      order by c desc, n`.execute(db)
    await sql`
      insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
      select business_id, id, 0, 'person', false, read_at + interval '1 hour' from messages
      where status = 'read' and id % 5 = 0`.execute(db)
    await sql`
      insert into analytics_marks (business_id, kind, block)
      select distinct business_id, 'messages', id >> 13 from messages`.execute(db)
  })
}

if (import.meta.main) {
  process.stdout.write(
    `${JSON.stringify(await benchMessageFigures(Number(process.argv[2] ?? 5_000_000), process.argv[3]))}\n`,
  )
}
