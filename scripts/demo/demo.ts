// Makes a business with a year of work behind it, by the product's own API, and opens it.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rolesOf } from '#server/platform/embedded/roles.ts'
import { freePort, startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { prepareEmbedded } from '#server/prepare-database.ts'
import { delays, playDay } from './day.ts'
import { workingDays } from './days.ts'
import { openMovedDatabase } from './moved-database.ts'
import { account, openBusiness, portfolio, signIn } from './open.ts'
import { type Product, startProduct } from './product.ts'
import { createSeeded } from './seeded.ts'
import type { Story } from './story.ts'

const seed = 20_261

const leads = Number(process.argv[2] ?? 20_000)
const months = Number(process.argv[3] ?? 12)
/** Days of work in a month. */
const days = Number(process.argv[4] ?? 4)
const folder = resolve(process.env.DATA_DIR ?? 'data-demo')
const say = (line: string) => process.stdout.write(`${line}\n`)

/** What WhatsApp allows grows with the year. */
const tiers = ['TIER_10K', 'TIER_10K', 'TIER_10K', 'TIER_100K', 'TIER_100K', 'TIER_100K']

async function beginMonth(product: Product, month: number): Promise<void> {
  await product.control('settings', { delays, throughput: 'unlimited', keepContent: true })
  await product.control('tier', { business_id: portfolio, tier: tiers[month] ?? 'TIER_UNLIMITED' })
}

/** So many of all for the part of this number. */
const shareOf = (all: number, index: number, parts: number): number =>
  Math.floor((all * (index + 1)) / parts) - Math.floor((all * index) / parts)

async function make(): Promise<void> {
  const began = Date.now()
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  try {
    const databaseUrl = await prepareEmbedded(postgres, createLog('error'))
    const { ownerUrl } = rolesOf(postgres)
    const database = await openMovedDatabase(postgres.url('postgres'))
    const place = { folder, port: await freePort(), sandboxPort: await freePort(), databaseUrl, ownerUrl }
    const story: Story = { seeded: createSeeded(seed), people: [], taken: new Set(), orders: 0, campaigns: 0 }
    const working = workingDays(story.seeded, months, days, Date.now())
    const movedTo = (day: Date) => day.getTime() - Date.now()
    await database.moveTo(movedTo(working[0]!))
    const product = await startProduct(place, movedTo(working[0]!))
    try {
      for (const [index, day] of working.entries()) {
        const moved = movedTo(day)
        await database.moveTo(moved)
        await product.moveTo(moved)
        await (index === 0 ? openBusiness(product) : signIn(product))
        if (index % days === 0) await beginMonth(product, index / days)
        await playDay(product, story, {
          day: index,
          now: day,
          newPeople: shareOf(leads, index, working.length),
          post: index % 2 === 0,
        })
        if ((index + 1) % days === 0)
          say(
            `Month ${(index + 1) / days} of ${months}: ${story.people.length} leads, ${story.campaigns} campaigns, ${story.orders} orders.`,
          )
      }
    } finally {
      await product.stop()
    }
    await database.restore()
  } finally {
    await postgres.stop()
  }
  say(`Made in ${Math.round((Date.now() - began) / 1000)} s.`)
}

const isCount = (value: number, most: number) => Number.isSafeInteger(value) && value >= 1 && value <= most
if (!isCount(months, 12) || !isCount(leads, 200_000) || !isCount(days, 30) || leads < months * days) {
  process.stderr.write(
    `npm run demo [leads] [months] [days a month]: at most 200000 leads and 12 months, at least a lead a day.\n`,
  )
  process.exit(1)
}
if (existsSync(join(folder, 'postgres'))) {
  process.stderr.write(
    `There is a database in ${folder} already. Open it with DATA_DIR=${folder} npm start, or delete the folder.\n`,
  )
  process.exit(1)
}
await make()
say(`Open it with DATA_DIR=${folder} npm start. Log in as ${account.email}, password: ${account.password}`)
