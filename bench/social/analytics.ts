import { sql } from 'kysely'
import pg from 'pg'
import { socialAnalytics } from '#contract/social/social.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { openBench } from '../open-bench.ts'

const rounds = 400

export type AnalyticsFigures = {
  posts: number
  /** The first page with the top five and the summary, over HTTP without the network. */
  firstP50Milliseconds: number
  firstP99Milliseconds: number
  /** Time of this process on a processor for each: the machine's other work is not in it. */
  firstCpuMilliseconds: number
  /** The same answer, ready made, over the same HTTP. */
  loopP99Milliseconds: number
  /** A later page, by its cursor. */
  nextP99Milliseconds: number
  /** The rows of the first page by one bare statement on one connection. */
  rawP99Milliseconds: number
}

/** Reads the analytics of a business with so many posts at one network over 90 days, with a history of each. */
export async function benchAnalytics(posts: number): Promise<AnalyticsFigures> {
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
    const get = async (url: string): Promise<{ insights: unknown[]; next_cursor: string | null }> => {
      const answer = await http.inject({ method: 'GET', url })
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
      return answer.json()
    }
    const url = socialAnalytics.insights.path.replace('{platform}', 'facebook')
    const { next_cursor } = await get(url)
    bare = JSON.stringify(await get(url))
    const loop = await measured(() => get('/bare'))
    const first = await measured(() => get(url))
    const next = await measured(() => get(`${url}?cursor=${next_cursor}`))
    const raw = await measured(async () => {
      await client.query(
        `select p.id, p.posted_at, o.caption, f.* from social_publications p
        join social_posts o on o.business_id = p.business_id and o.id = p.post_id
        left join social_post_figures f on f.business_id = p.business_id and f.publication_id = p.id
        where p.business_id = $1 and p.platform = 'facebook' and p.state = 'posted' and p.deleted_at is null
        order by p.posted_at desc, p.id desc limit 50`,
        [businessId],
      )
    })
    return {
      posts,
      firstP50Milliseconds: first.p50,
      firstP99Milliseconds: first.p99,
      firstCpuMilliseconds: first.cpu,
      loopP99Milliseconds: loop.p99,
      nextP99Milliseconds: next.p99,
      rawP99Milliseconds: raw.p99,
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
    insert into social_accounts (business_id, platform, external_id, token_kind, name, status, status_at,
      connected_by, connected_at)
    values (${businessId}, 'facebook', '1', 'page', 'Asha', 'connected', now(), 1, now())`.execute(db)
  await sql`
    insert into social_posts (business_id, caption, timezone, created_by, created_at, updated_at)
    select ${businessId}, 'Post ' || n || repeat(' watercolour and coffee', 13), 'Asia/Kolkata', 1, now(), now()
    from generate_series(1, ${posts}::int) n`.execute(db)
  await sql`
    insert into social_publications (business_id, post_id, account_id, platform, format, state, due_at, posted_at,
      external_post_id, marker, content_hash, state_at, created_at)
    select o.business_id, o.id, a.id, 'facebook', 'text', 'posted', t.at, t.at, '1_' || o.id, o.id::text,
      sha256(o.id::text::bytea), now(), t.at
    from (select *, row_number() over (order by id) as nr from social_posts) o
    cross join social_accounts a
    cross join lateral (select now() - interval '90 days' * o.nr / ${posts}::int as at) t`.execute(db)
  await sql`
    insert into social_post_figures (business_id, publication_id, account_id, platform, likes, comments, shares,
      reach, engagement, fetched_at)
    select business_id, id, account_id, platform, id * 7 % 900, id * 3 % 70, id % 40, id * 37 % 9000,
      id * 7 % 900 + id * 3 % 70 + id % 40, now() from social_publications`.execute(db)
  // Each post's history has about 100 rows, the account's followers one a day.
  await sql`
    insert into social_insights (business_id, account_id, publication_id, metric, fetched_at, value)
    select business_id, account_id, id, metric, now() - n * interval '1 day', id + n from social_publications
    cross join unnest(array['likes', 'comments', 'shares', 'reach']) metric cross join generate_series(1, 25) n`.execute(
    db,
  )
  await sql`
    insert into social_insights (business_id, account_id, publication_id, metric, fetched_at, value)
    select business_id, id, 0, 'followers', now() - n * interval '1 day', 5000 - n from social_accounts
    cross join generate_series(0, 90) n`.execute(db)
  await sql`analyze social_posts, social_publications, social_post_figures, social_insights`.execute(db)
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchAnalytics(Number(process.argv[2] ?? 5000)))}\n`)
}
