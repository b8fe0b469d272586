import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chatbotFlows } from '#contract/chatbot/chatbot.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { startProduct } from '../product.ts'

export type BuilderFigures = {
  /** While the canvas is drawn along, and while nothing is on the page. */
  framesPerSecond: number
  rawFramesPerSecond: number
  /** Between two frames. */
  frameP95Milliseconds: number
  rawFrameP95Milliseconds: number
  /** Steps that were drawn at the end of it: those in sight. */
  drawn: number
  load: number
}

const seconds = 5
/** Of the mouse, in each second. */
const movesPerSecond = 60
const acrossPixels = 300

/** A flow of so many steps is open in the builder of the built web app, and the mouse draws the canvas to and fro. */
export async function benchBuilder(count: number): Promise<BuilderFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-bench-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const server = await startProduct(postgres.url('postgres'), join(folder, 'data'))
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const token = await server.signUp()
    const { flow } = await server.post<{ flow: { id: number } }>(chatbotFlows.import.path, token, {
      file: { format: 'tidings-flow', version: 1, name: 'Bench', definition: flowOf(count) },
    })
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const raw = await measured(page)
    await page.addInitScript((value) => {
      localStorage.setItem('token', value)
      localStorage.setItem('user', '{"user_id":1}')
      localStorage.setItem('user_id', '1')
    }, token)
    await page.goto(`${server.url}/marketing/chatbot/flows/${flow.id}`)
    await page
      .locator('.nd')
      .nth(count - 1)
      .waitFor()
    const found = await measured(page)
    return {
      framesPerSecond: found.perSecond,
      rawFramesPerSecond: raw.perSecond,
      frameP95Milliseconds: found.p95,
      rawFrameP95Milliseconds: raw.p95,
      drawn: await page.locator('.nd').count(),
      load: loadavg()[0]!,
    }
  } finally {
    await browser.close()
    await server.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function flowOf(count: number): object {
  return {
    start: 's0',
    steps: Array.from({ length: count }, (_, nr) => ({
      id: `s${nr}`,
      kind: nr < count - 1 ? 'text' : 'end',
      text: `Message ${nr}`,
      x: (nr % 20) * 300,
      y: Math.floor(nr / 20) * 180,
      next: nr < count - 1 ? { next: `s${nr + 1}` } : {},
    })),
  }
}

/** The mouse is held on the canvas, between the steps, and drawn to and fro. */
async function measured(page: Page): Promise<{ perSecond: number; p95: number }> {
  await page.evaluate(() => {
    const times: number[] = []
    const next = (at: number): void => {
      times.push(at)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(window, { times })
  })
  const pane = page.locator('.react-flow__pane')
  const box = (await pane.count()) > 0 ? await pane.boundingBox() : { x: 0, y: 0, width: 1440, height: 900 }
  const [x, y] = [box!.x + box!.width / 2, box!.y + 12]
  const place = () =>
    page.evaluate(() => document.querySelector('.react-flow__viewport')?.getAttribute('style'))
  const placeBefore = await place()
  await page.mouse.move(x, y)
  await page.mouse.down()
  const before = await page.evaluate(() => (window as unknown as { times: number[] }).times.length)
  const start = performance.now()
  for (let nr = 0; nr < seconds * movesPerSecond; nr++) {
    await page.mouse.move(
      x + Math.sin(nr / 20) * acrossPixels,
      y + Math.abs(Math.sin(nr / 30)) * acrossPixels,
    )
    const wait = start + ((nr + 1) / movesPerSecond) * 1000 - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
  const times = await page.evaluate(
    (from) => (window as unknown as { times: number[] }).times.slice(from),
    before,
  )
  if (placeBefore && (await place()) === placeBefore) throw new Error('the canvas did not move')
  await page.mouse.up()
  const between = times.slice(1).map((at, nr) => at - times[nr]!)
  between.sort((a, b) => a - b)
  const whole = (times.at(-1)! - times[0]!) / 1000
  return { perSecond: between.length / whole, p95: between[Math.floor(between.length * 0.95)]! }
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchBuilder(Number(process.argv[2] ?? 200)), null, 2)}\n`)
}
