import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { conversationsChannel } from '#server/features/conversations/notes.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { businessChannel } from '#server/platform/notify.ts'
import { startProduct } from '../product.ts'

export type ScrollFigures = {
  /** Lines that were loaded before it began. */
  lines: number
  /** While the list is scrolled, and a page with nothing but its height. */
  framesPerSecond: number
  rawFramesPerSecond: number
  /** Between two frames. */
  frameP95Milliseconds: number
  rawFrameP95Milliseconds: number
  /** Frames that came later than those of the empty page ever do. */
  lateShare: number
  /** After a message arrives in the loaded list, until its line is on top. */
  newsMilliseconds: number
  load: number
}

const seconds = 6
const wheelsPerSecond = 60
const wheelPixels = 400

/** The inbox of so many conversations is open in the built web app, all of them loaded, and is scrolled with the wheel. */
export async function benchScroll(count: number): Promise<ScrollFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-bench-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const server = await startProduct(postgres.url('postgres'), join(folder, 'data'))
  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const token = await server.signUp()
    await client.connect()
    await fill(client, count)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.setContent(
      `<div class="cv" style="height:700px;overflow:auto"><div style="height:${count * 84}px"></div></div>`,
    )
    const raw = await scrolled(page)
    await page.addInitScript((value) => {
      localStorage.setItem('token', value)
      localStorage.setItem('user', '{"user_id":1}')
      localStorage.setItem('user_id', '1')
    }, token)
    await page.goto(`${server.url}/marketing/conversations`)
    await page.locator('.cv a').first().waitFor()
    const lines = await loadAll(page, count)
    const found = await scrolled(page)
    const newsMilliseconds = await untilNews(page, client)
    const latest = raw.between.at(-1)!
    return {
      lines,
      framesPerSecond: found.perSecond,
      rawFramesPerSecond: raw.perSecond,
      frameP95Milliseconds: found.p95,
      rawFrameP95Milliseconds: raw.p95,
      lateShare: found.between.filter((one) => one > latest * 1.5).length / found.between.length,
      newsMilliseconds,
      load: loadavg()[0]!,
    }
  } finally {
    await browser.close()
    await client.end()
    await server.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `with people as (
      insert into leads (business_id, name, phone, consent)
      select 1, (array['Asha', 'Ravi', 'Meera', 'José', 'फ़रीदा'])[1 + n % 5] || ' ' || n,
        '+9198' || lpad(n::text, 8, '0'), 'none' from generate_series(1, $1::int) n returning id, phone
    ),
    opened as (
      insert into conversations (business_id, phone_number_id, address, lead_id, labels, last_at, last_inbound_at,
        window_until, created_at)
      select 1, '100', phone, id, case when id % 3 = 0 then array['customer'] else '{}' end,
        now() - id * interval '1 minute', now() - id * interval '1 minute', now() + interval '1 day', now()
      from people returning id, address, last_at
    ),
    addressed as (
      insert into conversation_addresses (business_id, phone_number_id, address, conversation_id)
      select 1, '100', address, id from opened
    )
    insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, at, received_at)
    select 1, id, 'wamid.scroll.' || id, 'text', 'When do you open on ' || id || '?', '{}', last_at, last_at from opened`,
    [count],
  )
  await client.query('analyze conversations, inbound_messages, leads')
}

/** Scrolls to the end again and again, until nothing more comes. @returns how many lines there are. */
async function loadAll(page: Page, count: number): Promise<number> {
  await page.waitForFunction(
    (wanted) => {
      const list = document.querySelector<HTMLElement>('.cv')!
      list.scrollTop = list.scrollHeight
      return list.scrollHeight > wanted
    },
    count * 80,
    { timeout: 300_000, polling: 20 },
  )
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.cv')!.scrollTop = 1_000_000
  })
  return await page.evaluate(() => Math.round(document.querySelector<HTMLElement>('.cv')!.scrollHeight / 84))
}

async function scrolled(page: Page): Promise<{ perSecond: number; p95: number; between: number[] }> {
  await page.evaluate(() => {
    const times: number[] = []
    const next = (at: number): void => {
      times.push(at)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(window, { times })
  })
  const box = (await page.locator('.cv').boundingBox())!
  await page.mouse.move(box.x + 100, box.y + 200)
  const before = await page.evaluate(() => (window as unknown as { times: number[] }).times.length)
  const start = performance.now()
  for (let nr = 0; nr < seconds * wheelsPerSecond; nr++) {
    await page.mouse.wheel(0, nr % 120 < 90 ? wheelPixels : -wheelPixels)
    const wait = start + ((nr + 1) / wheelsPerSecond) * 1000 - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
  const times = await page.evaluate(
    (from) => (window as unknown as { times: number[] }).times.slice(from),
    before,
  )
  const between = times.slice(1).map((at, nr) => at - times[nr]!)
  between.sort((one, other) => one - other)
  return {
    perSecond: between.length / ((times.at(-1)! - times[0]!) / 1000),
    p95: between[Math.floor(between.length * 0.95)]!,
    between,
  }
}

/** A person far down writes; the long list, scrolled to its top, shows them first. */
async function untilNews(page: Page, client: pg.Client): Promise<number> {
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.cv')!.scrollTop = 0
  })
  const { rows } = await client.query(
    'select id, address from conversations where business_id = 1 order by last_at limit 1',
  )
  const { id } = rows[0]
  const start = performance.now()
  await client.query(
    `with said as (
      insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, at, received_at)
      values (1, $1, 'wamid.scroll.news', 'text', 'News from far below', '{}', now(), now()) returning id)
    update conversations c set last_at = now(), last_inbound_at = now(), last_inbound_id = s.id
    from said s where c.business_id = 1 and c.id = $1`,
    [id],
  )
  await client.query('select pg_notify($1, $2)', [businessChannel(conversationsChannel, 1), `1:${id}`])
  await page.locator('.cv a', { hasText: 'News from far below' }).waitFor({ timeout: 60_000 })
  return performance.now() - start
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchScroll(Number(process.argv[2] ?? 50_000)), null, 2)}\n`)
}
