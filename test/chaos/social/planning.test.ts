import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPost } from '#sandbox/world/social-posts.ts'
import { confirmImport } from '#server/features/social/planning/import/imports.ts'
import { makeSeriesPosts } from '#server/features/social/planning/job-names.ts'
import { createSeries } from '#server/features/social/planning/series/series.ts'
import { eventually } from '#test/server.ts'
import { cloned } from '../cloned.ts'
import { startWorkers, type Workers } from '../workers.ts'
import { openSocialInstall, type SocialInstall } from './install.ts'
import { composePosts, openSocialShop, type Shop } from './world.ts'

let install: SocialInstall
let shop: Shop
beforeAll(async () => {
  install = await openSocialInstall('tidings-planning-chaos-', cloned)
  shop = await openSocialShop(install.app, install.sandbox, 'Planning shop')
}, 180_000)
afterAll(() => install.close())

const caller = () => ({ businessId: shop.businessId, userId: shop.userId, sessionId: 'chaos' })
const seriesOf = (caption: string) => ({
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  local_time: '09:00',
  timezone: 'UTC',
  until: null,
  content: {
    targets: [
      { account_id: shop.accounts.facebook, format: 'text' as const },
      { account_id: shop.accounts.linkedin, format: 'text' as const },
    ],
    caption,
    uploaded: [],
  },
})

/** Each day of a series that is there, with how many posts it has at each account. */
async function daysOf(seriesId: number) {
  const { rows } = await sql<{ account_id: number; at: Date; posts: number }>`
    select p.account_id, p.due_at as at, count(*)::int as posts from social_publications p
    join social_posts o on o.business_id = p.business_id and o.id = p.post_id
    where o.recurrence_id = ${seriesId} and p.deleted_at is null group by 1, 2`.execute(install.app.db)
  return rows
}

/** The days that are due within reach: 35 or 36, as today's time is over or not. */
const wholeSeries = async (seriesId: number) => {
  const days = await daysOf(seriesId)
  expect(days.every(({ posts }) => posts === 1)).toBe(true)
  for (const account of [shop.accounts.facebook, shop.accounts.linkedin]) {
    const own = days.filter(({ account_id }) => account_id === account).map(({ at }) => at.getTime())
    expect([35, 36]).toContain(own.length)
    expect(Math.max(...own) - Math.min(...own)).toBe((own.length - 1) * 86_400_000)
  }
}

it('a recurring post that is started by a process that is killed is there once or not at all', async () => {
  const body = { ...seriesOf('Killed while it is started'), request_id: randomUUID() }
  const given = JSON.stringify({ facts: install.facts, caller: caller(), body })
  const startOne = (killAfterMs?: number) =>
    new Promise<boolean>((resolve) => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'series-maker.ts'), given], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let made = false
      child.stdout.on('data', (text: Buffer) => {
        made ||= text.toString().includes('made')
        if (killAfterMs !== undefined && text.toString().includes('begins'))
          setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      })
      child.once('exit', () => resolve(made))
    })
  for (const killAfterMs of [40, 150]) {
    await startOne(killAfterMs)
    const { rows } = await sql<{ id: number }>`
      select id from social_recurrences where business_id = ${shop.businessId}`.execute(install.app.db)
    expect(rows.length).toBeLessThanOrEqual(1)
    for (const { id } of rows) await wholeSeries(id)
  }
  expect(await startOne()).toBe(true)
  const { rows } = await sql<{ id: number }>`
    select id from social_recurrences where business_id = ${shop.businessId}`.execute(install.app.db)
  expect(rows).toHaveLength(1)
  await wholeSeries(rows[0]!.id)
}, 240_000)

const rowsToImport = 200
const seriesToGoOn = 6
const postsWithFigures = 120
/** Between two moments at which figures are fetched, 6 and 24 hours: none is due a second time. */
const publishedMsAgo = 12 * 3_600_000

it('an import of posts, the days of series and figures go on where their processes were killed', async () => {
  const { app, sandbox } = install
  const importId = await addImport()
  const series = await addSeries()
  await addPublished()
  sandbox.settings({ social: { delayMs: [20, 60] } })
  let workers: Workers | undefined
  try {
    workers = await startWorkers(2, install.environment)
    await confirmImport(app, shop.businessId, importId)
    await app.enqueue(makeSeriesPosts, {})
    // Both at once when some of it is done: no process is left with the work in memory.
    await eventually(
      'a part of the import',
      async () => (await countImported()) >= rowsToImport * 0.4,
      150_000,
    )
    workers.killOne()
    workers.killOne()
    await eventually(
      'the end of the work',
      async () =>
        (await importState(importId)) === 'done' &&
        (await countDueFigures()) === 0 &&
        (await countWaitingSeries()) === 0,
      300_000,
    )
    expect(workers.killed()).toBeGreaterThanOrEqual(2)
  } finally {
    await workers?.stop()
  }

  const { rows: imported } = await sql<{ caption: string; posts: number }>`
    select o.caption, count(*)::int as posts from social_publications p
    join social_posts o on o.business_id = p.business_id and o.id = p.post_id
    where o.caption like 'Imported row %' and p.deleted_at is null group by 1`.execute(app.db)
  expect(imported).toHaveLength(rowsToImport)
  expect(imported.filter(({ posts }) => posts !== 1)).toEqual([])
  const { rows: states } = await sql<{ state: string; rows: number }>`
    select state, count(*)::int as rows from social_post_import_rows group by 1`.execute(app.db)
  expect(states).toEqual([{ state: 'done', rows: rowsToImport }])

  for (const id of series) await wholeSeries(id)

  const { rows: figures } = await sql<{ posts: number; likes: number }>`
    select count(*)::int as posts, count(likes)::int as likes from social_post_figures`.execute(app.db)
  expect(figures).toEqual([{ posts: postsWithFigures, likes: postsWithFigures }])
  const { rows: twice } = await sql`
    select publication_id, metric from social_insights where publication_id > 0
    group by 1, 2 having count(*) > 1`.execute(app.db)
  expect(twice).toEqual([])
}, 600_000)

async function addImport(): Promise<number> {
  const { app } = install
  const { rows } = await sql<{ id: number }>`
    insert into social_post_imports (business_id, file_name, state, total, created_by, created_at)
    values (${shop.businessId}, 'posts.csv', 'checked', ${rowsToImport}, ${shop.userId}, now()) returning id`.execute(
    app.db,
  )
  const { id } = rows[0]!
  await sql`
    insert into social_post_import_rows (business_id, import_id, row_number, state, cells, due_at, timezone, account_ids)
    select ${shop.businessId}, ${id}, n + 1, 'ready',
      jsonb_build_object('caption', 'Imported row ' || n, 'media', '', 'link', '', 'firstComment', ''),
      now() + n * interval '1 hour' + interval '2 days', 'UTC', array[${shop.accounts.facebook}::bigint]
    from generate_series(1, ${rowsToImport}::int) n`.execute(app.db)
  return id
}

/** Series of which the last three weeks are still to be made. */
async function addSeries(): Promise<number[]> {
  const { app } = install
  const ids: number[] = []
  for (let n = 0; n < seriesToGoOn; n++)
    ids.push((await createSeries(app, caller(), seriesOf(`Goes on ${n}`))).id)
  await sql`delete from social_publication_steps where publication_id in (
    select publication_id from social_occurrences where recurrence_id = any(${ids}))`.execute(app.db)
  await sql`delete from social_publications p using social_posts o where o.business_id = p.business_id
    and o.id = p.post_id and o.recurrence_id = any(${ids})`.execute(app.db)
  await sql`delete from social_occurrences where recurrence_id = any(${ids})`.execute(app.db)
  await sql`update social_recurrences set made_until = null, next_at = now() where id = any(${ids})`.execute(
    app.db,
  )
  return ids
}

/** Posts that are out, whose figures are due. */
async function addPublished(): Promise<void> {
  const { app, sandbox } = install
  await composePosts(
    app,
    [shop],
    postsWithFigures,
    { from: new Date(Date.now() - publishedMsAgo), withinMs: 3_600_000 },
    [['facebook', 'text']],
  )
  const { rows } = await sql<{ id: number; external_post_id: string; account: string }>`
    update social_publications p set state = 'posted', posted_at = p.due_at, insights_due_at = now(),
      external_post_id = a.external_id || '_9' || p.id::text
    from social_posts o, social_accounts a
    where o.business_id = p.business_id and o.id = p.post_id and o.caption like 'Post number %'
      and a.business_id = p.business_id and a.id = p.account_id
    returning p.id, p.external_post_id, a.external_id as account`.execute(app.db)
  for (const row of rows)
    addPost(sandbox.world.social.posts, {
      network: 'facebook',
      accountId: row.account,
      id: row.external_post_id,
      format: 'text',
      text: `Post ${row.id}`,
      permalink: 'http://localhost/post',
      at: Date.now() - publishedMsAgo,
    })
}

const countOf = async (statement: ReturnType<typeof sql<{ count: number }>>): Promise<number> =>
  (await statement.execute(install.app.db)).rows[0]!.count
const countImported = () =>
  countOf(sql`select count(*)::int as count from social_post_import_rows where state = 'done'`)
const countDueFigures = () =>
  countOf(sql`select count(*)::int as count from social_publications where state = 'posted'
    and insights_due_at <= now() and insights_at is null`)
const countWaitingSeries = () =>
  countOf(sql`select count(*)::int as count from social_recurrences where stopped_at is null
    and next_at <= now() + interval '35 days'`)
const importState = async (id: number) =>
  (
    await install.app.db
      .selectFrom('social_post_imports')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state
