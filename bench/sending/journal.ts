import { sql } from 'kysely'
import { restoreClaims } from '#server/features/messages/journal/lost-claims.ts'
import { fillQuickly, openFilled } from '../fill-quickly.ts'
import type { Bench } from '../open-bench.ts'

export type JournalFigures = {
  messages: number
  gigabytes: number
  seconds: number
  /** Reading all lines once. */
  rawSeconds: number
  /** Resident memory of the process above what it was before. */
  moreMegabytes: number
  /** Found too many or too few, over the three kinds of what was lost. */
  wrong: number
}

/** The database lacks the answer of one in so many messages, the claim and answer of as many, and the row of as many. */
const every = 1000
const campaignId = 7
const inOneCall = 5000

/**
 * A database that went back is compared with a journal of so many messages, of which three in a thousand are not in it
 * as they left.
 */
export async function benchJournal(count: number, folder?: string): Promise<JournalFigures> {
  const bench = await openFilled(folder, (filled) => fillMessages(filled, count))
  const { app } = bench
  try {
    const first = await firstId(bench)
    const bytes = await writeJournal(bench, first, count)
    const begun = performance.now()
    let lines = 0
    for await (const _ of app.journal.read()) lines++
    const rawSeconds = (performance.now() - begun) / 1000
    if (lines < count) throw new Error(`the journal holds ${lines} lines`)
    const before = process.memoryUsage.rss()
    let highest = before
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss())
    }, 50)
    const start = performance.now()
    const found = await app.transaction((tx) =>
      restoreClaims(tx, (wants) => app.journal.read(() => false, wants), 0),
    )
    const seconds = (performance.now() - start) / 1000
    clearInterval(watch)
    const own = found.find(({ businessId }) => businessId === bench.businessId)
    const lost = Math.floor(count / every)
    return {
      messages: count,
      gigabytes: bytes / 1e9,
      seconds,
      rawSeconds,
      moreMegabytes: (highest - before) / 1e6,
      wrong: [own?.unknown, own?.accepted, own?.withoutRow].reduce<number>(
        (sum, one) => sum + Math.abs((one ?? 0) - lost),
        0,
      ),
    }
  } finally {
    await bench.close()
  }
}

async function fillMessages({ app, businessId, contentId, phoneNumberId }: Bench, count: number) {
  await fillQuickly(app, ['messages'], async ({ db }) => {
    await sql`
      insert into messages (business_id, campaign_id, content_id, phone_number_id, recipient_phone, status, attempts,
        created_at, claimed_at, accepted_at, wamid)
      select ${businessId}, ${campaignId}, ${contentId}, ${phoneNumberId}, '+9198' || lpad(n::text, 8, '0'),
        case n % ${every}::int when 1 then 'queued' when 2 then 'sending' else 'sent' end,
        case when n % ${every}::int = 1 then 0 else 1 end, now(), now(),
        case when n % ${every}::int not in (1, 2) then now() end,
        case when n % ${every}::int not in (1, 2) then 'wamid.journal.' || n end
      from generate_series(1, ${count}::int) n where n % ${every}::int <> 3 order by n`.execute(db)
  })
}

async function firstId({ app }: Bench): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from messages where campaign_id = ${campaignId}`.execute(app.db)
  return Number(rows[0]?.id)
}

/** Of each message the claim, and but for one kind the answer. @returns bytes */
async function writeJournal(
  { app, businessId, contentId, phoneNumberId }: Bench,
  first: number,
  count: number,
) {
  let bytes = 0
  let id = first
  for (let from = 1; from <= count; from += inOneCall) {
    const lines: string[] = []
    for (let n = from; n < from + inOneCall && n <= count; n++) {
      // A message whose row is missing had an id of its own, which no other has.
      const own = n % every === 3 ? first + 2 * count + n : id++
      const recipient = `recipient-${String(n).padStart(12, '0')}`
      lines.push(
        `claim ${businessId} ${own} 1 ${1_700_000_000_000_000 + n} ${phoneNumberId} ${campaignId} ${contentId} ${recipient}`,
      )
      if (n % every !== 1) lines.push(`taken ${businessId} ${own} 1 wamid.${'H'.repeat(40)}${n}`)
    }
    bytes += lines.reduce((sum, line) => sum + line.length + 1, 0)
    await app.journal.keep(lines)
  }
  return bytes
}

if (import.meta.main) {
  const [count = 7_000_000] = process.argv.slice(2, 3).map(Number)
  process.stdout.write(`${JSON.stringify(await benchJournal(count, process.argv[3]), null, 2)}\n`)
}
