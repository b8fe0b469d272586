import { sql } from 'kysely'
import { openSocialInstall } from '#test/chaos/social/install.ts'
import { composePosts, openSocialShop } from '#test/chaos/social/world.ts'
import { startWorkers } from '#test/chaos/workers.ts'

export type SocialDispatchFigures = {
  posts: number
  /** Of the sandbox, for each request, as the middle of what was set. */
  latencyMs: number
  /** After the minute that all were due in. */
  lastBegunSeconds: number
  halfPublishedSeconds: number
  lastPublishedSeconds: number
  requests: number
  /** As many bare requests to the sandbox, as many at a time. */
  rawSeconds: number
  notPublished: number
}

/** As `publisher.ts` has under way in one process. */
const atOnce = 16
const delayMs = [50, 150] as const
const businesses = 25

/** Posts for four networks, all due in the same minute, published by one worker process. */
export async function benchSocialDispatch(posts: number): Promise<SocialDispatchFigures> {
  const install = await openSocialInstall('tidings-social-bench-')
  const { app, sandbox } = install
  let workers: Awaited<ReturnType<typeof startWorkers>> | undefined
  try {
    const shops = []
    for (let n = 0; n < businesses; n++) shops.push(await openSocialShop(app, sandbox, `Bench shop ${n}`))
    sandbox.settings({
      social: {
        delayMs,
        google: { uploadsADay: 100_000 },
        posts: { aDay: 100_000, processingMs: [500, 2_000] },
      },
    })
    workers = await startWorkers(1, install.environment)
    const minute = new Date(Math.ceil((Date.now() + 10_000) / 60_000) * 60_000)
    await composePosts(app, shops, posts, { from: minute, withinMs: 0 })
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { rows } = await sql<{ open: number }>`select count(*)::int as open from social_publications
        where state in ('scheduled', 'uploading', 'container_created', 'finished', 'publishing')`.execute(
        app.db,
      )
      if (rows[0]?.open === 0) break
    }
    const { rows } = await sql<{ begun: number; half: number; last: number; missing: number }>`
      select max(extract(epoch from s.begun - p.due_at))::float as begun,
        percentile_cont(0.5) within group (order by extract(epoch from p.posted_at - p.due_at)) as half,
        max(extract(epoch from p.posted_at - p.due_at))::float as last,
        (count(*) filter (where p.state <> 'posted'))::int as missing
      from social_publications p
      join (select publication_id, min(at) as begun from social_publication_steps where state <> 'scheduled'
        group by publication_id) s on s.publication_id = p.id`.execute(app.db)
    const { requests } = sandbox.world.social
    const [found] = rows
    return {
      posts,
      latencyMs: (delayMs[0] + delayMs[1]) / 2,
      lastBegunSeconds: found?.begun ?? Number.NaN,
      halfPublishedSeconds: found?.half ?? Number.NaN,
      lastPublishedSeconds: found?.last ?? Number.NaN,
      requests,
      rawSeconds: await bareRequests(sandbox.url, requests),
      notPublished: found?.missing ?? posts,
    }
  } finally {
    await workers?.stop()
    await install.close()
  }
}

/** The same number of requests with nothing stored between them. */
async function bareRequests(url: string, requests: number): Promise<number> {
  const start = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < requests) {
        next++
        const answer = await fetch(`${url}/social/facebook/v25.0/1/feed`, {
          method: 'POST',
          body: new URLSearchParams({ message: `Post ${next}` }),
        })
        await answer.text()
      }
    }),
  )
  return (performance.now() - start) / 1000
}

if (import.meta.main) {
  process.stdout.write(
    `${JSON.stringify(await benchSocialDispatch(Number(process.argv[2] ?? 500)), null, 2)}\n`,
  )
}
