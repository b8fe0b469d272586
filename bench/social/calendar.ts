import { sql } from 'kysely'
import pg from 'pg'
import { socialPosts } from '#contract/social/posts.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { openBench } from '../open-bench.ts'

const rounds = 400
const day = 86_400_000

export type CalendarFigures = {
  posts: number
  /** A month of 42 days, as its screen asks for it, over HTTP without the network. */
  monthPosts: number
  monthP50Milliseconds: number
  monthP99Milliseconds: number
  /** Time of this process on a processor for each: the machine's other work is not in it. */
  monthCpuMilliseconds: number
  /** The same answer, ready made, over the same HTTP. */
  loopP99Milliseconds: number
  /** The same rows by one bare statement on one connection. */
  rawP99Milliseconds: number
  /** The first page of the scheduled posts and of the history, 50 each. */
  scheduledP99Milliseconds: number
  historyP99Milliseconds: number
}

/** Reads the calendar and the lists of a business with so many posts at four networks, spread over a year. */
export async function benchCalendar(posts: number): Promise<CalendarFigures> {
  const bench = await openBench()
  const { app, businessId } = bench
  const http = await createHttp({
    log: createLog('fatal'),
    authenticate: async () => ({ userId: 1, businessId, sessionId: 'bench' }),
    frameOrigins: [],
  })
  mountRoutes(http, app)
  let bare = ''
  http.get('/bare', async (_, reply) => reply.type('application/json').send(bare))
  const client = new pg.Client({ connectionString: bench.databaseUrl })
  await client.connect()
  try {
    await fill(bench, posts)
    const from = new Date(Date.now() - 21 * day).toISOString()
    const to = new Date(Date.now() + 21 * day).toISOString()
    const get = async (url: string): Promise<{ posts: unknown[] }> => {
      const answer = await http.inject({ method: 'GET', url })
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
      return answer.json()
    }
    const monthUrl = `${socialPosts.calendar.path}?from=${from}&to=${to}`
    bare = JSON.stringify(await get(monthUrl))
    const loop = await measured(() => get('/bare'))
    const month = await measured(() => get(monthUrl))
    const scheduled = await measured(() => get(socialPosts.scheduled.path))
    const history = await measured(() => get(socialPosts.history.path))
    const raw = await measured(async () => {
      await client.query(
        `select p.id, p.due_at, p.state, o.caption, a.name, m.media_id from social_publications p
        join social_posts o on o.business_id = p.business_id and o.id = p.post_id
        join social_accounts a on a.business_id = p.business_id and a.id = p.account_id
        left join social_post_media m on m.business_id = p.business_id and m.post_id = p.post_id and m.position = 0
        where p.business_id = $1 and p.due_at >= $2 and p.due_at < $3 and p.deleted_at is null order by p.due_at`,
        [businessId, from, to],
      )
    })
    return {
      posts,
      monthPosts: (await get(monthUrl)).posts.length,
      monthP50Milliseconds: month.p50,
      monthP99Milliseconds: month.p99,
      monthCpuMilliseconds: month.cpu,
      loopP99Milliseconds: loop.p99,
      rawP99Milliseconds: raw.p99,
      scheduledP99Milliseconds: scheduled.p99,
      historyP99Milliseconds: history.p99,
    }
  } finally {
    await client.end()
    await http.close()
    await bench.close()
  }
}

async function measured(work: () => Promise<unknown>): Promise<{ p50: number; p99: number; cpu: number }> {
  const times: number[] = []
  const warm = rounds / 10
  let cpu = process.cpuUsage()
  for (let round = 0; round < rounds; round++) {
    if (round === warm) cpu = process.cpuUsage()
    const start = performance.now()
    await work()
    if (round >= warm) times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(cpu)
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), cpu: (user + system) / 1000 / times.length }
}

async function fill({ app: { db }, businessId }: Awaited<ReturnType<typeof openBench>>, posts: number) {
  await sql`
    with networks as (select unnest(array['facebook', 'instagram', 'youtube', 'linkedin']) as platform)
    insert into social_accounts (business_id, platform, external_id, token_kind, name, status, status_at,
      connected_by, connected_at)
    select ${businessId}, platform, platform, 'page', 'Asha at ' || platform, 'connected', now(), 1, now()
    from networks`.execute(db)
  await sql`
    insert into social_media (business_id, hash, bytes, kind, mime, file_name, created_by, created_at)
    select ${businessId}, sha256(n::text::bytea), 1000, 'image', 'image/jpeg', 'photo ' || n || '.jpg', 1, now()
    from generate_series(1, 500) n`.execute(db)
  // A text is some 300 characters; half of the year is over.
  await sql`
    insert into social_posts (business_id, caption, timezone, created_by, created_at, updated_at)
    select ${businessId}, 'Post ' || n || repeat(' watercolour and coffee', 13), 'Asia/Kolkata', 1,
      now() - interval '200 days', now()
    from generate_series(1, ${posts}::int) n`.execute(db)
  await sql`update social_posts set group_id = id`.execute(db)
  await sql`
    insert into social_post_media (business_id, post_id, position, media_id)
    select o.business_id, o.id, 0, (select min(id) from social_media) + o.id % 500 from social_posts o`.execute(
    db,
  )
  await sql`
    insert into social_publications (business_id, post_id, account_id, platform, format, state, due_at, posted_at,
      marker, content_hash, state_at, created_at)
    select o.business_id, o.id, a.id, a.platform, 'image', case when t.at < now() then 'posted' else 'scheduled' end,
      t.at, case when t.at < now() then t.at end, o.id::text, sha256(o.id::text::bytea), now(),
      now() - interval '200 days'
    from (select *, row_number() over (order by id) as nr from social_posts) o
    join (select *, row_number() over (order by id) - 1 as nr from social_accounts) a on a.nr = o.nr % 4
    cross join lateral (select now() - interval '182 days' + interval '365 days' * o.nr / ${posts}::int as at) t`.execute(
    db,
  )
  await sql`analyze social_posts, social_publications, social_media, social_post_media`.execute(db)
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchCalendar(Number(process.argv[2] ?? 5000)))}\n`)
}
