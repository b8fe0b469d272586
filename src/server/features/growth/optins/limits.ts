import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Answers in an hour. A shop's guests share one network; a person answers a few times at most. */
const mostOfNetwork = 60
const mostOfPhone = 5
const mostOfForm = 3000

/** An address without the part that names one household: /24, or /48 of IPv6. */
export function cutAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (isIP(plain) !== 6) return null
  const [head = '', tail] = plain.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const all = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right]
  return `${all.slice(0, 3).join(':')}::/48`
}

/** From so many answers on a form is flooded: a page has to do some work before its answer is taken. */
const floodFrom = 300
/** Answers with work, while a form is flooded. */
const mostWorked = 30_000
/** Pages of a flooded form serve one person, who may mistype. */
const mostOfPage = 5
/** Who has no script waits instead; so many of a network may. */
const mostSlow = 3
const slowMs = 30_000

type Attempt = {
  businessId: number
  formId: number
  network: string | null
  phone: string
  pageId: string
  /** How long the person has had the page. */
  ageMs: number
  /** Whether the page did its work. */
  isWorked: boolean
}

const hourOf = (app: App): Date => new Date(Math.floor(app.now().getTime() / 3_600_000) * 3_600_000)

function hasherOf(app: App, businessId: number): (text: string) => string {
  const key = app.secrets.keyFor(`opt-in attempts of business ${businessId}`)
  return (text) => createHmac('sha256', key).update(text).digest('hex')
}

/** Whether so many answers came to a form within the hour that its pages have to work. */
export async function isFlooded(
  app: App,
  { businessId, id }: { businessId: number; id: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from optin_attempts where business_id = ${businessId}
      and subject = ${hasherOf(app, businessId)(`form ${id}`)} and hour = ${hourOf(app)} and count >= ${floodFrom}`.execute(
    app.db,
  )
  return rows.length > 0
}

/** Counts an answer, over all processes. @returns what it lacks to be within the limits. */
export async function countAttempt(app: App, attempt: Attempt): Promise<'tooMany' | 'work' | null> {
  const { businessId, formId, network, phone, pageId, ageMs, isWorked } = attempt
  const hashOf = hasherOf(app, businessId)
  const from = network ?? 'unknown'
  const hour = hourOf(app)
  await sql`delete from optin_attempts where business_id = ${businessId} and hour < ${hour}`.execute(app.db)
  const count = async (subjects: string[]): Promise<number[]> => {
    const hashes = subjects.map(hashOf)
    const { rows } = await sql<{ subject: string; count: number }>`
      insert into optin_attempts (business_id, subject, hour, count)
      select ${businessId}, subject, ${hour}::timestamptz, 1 from unnest(${[...hashes].sort()}::text[]) subject
      on conflict (business_id, subject, hour) do update set count = optin_attempts.count + 1
      returning subject, count`.execute(app.db)
    return hashes.map((hash) => rows.find(({ subject }) => subject === hash)?.count ?? 0)
  }
  const [ofNetwork = 0, ofPhone = 0, ofForm = 0] = await count([
    `network ${from}`,
    `phone ${phone}`,
    `form ${formId}`,
  ])
  if (ofNetwork > mostOfNetwork || ofPhone > mostOfPhone) return 'tooMany'
  if (ofForm <= floodFrom) return null
  if (isWorked) {
    const [ofPage = 0, worked = 0] = await count([`page ${pageId}`, `worked ${formId}`])
    return ofPage > mostOfPage || worked > mostWorked ? 'tooMany' : null
  }
  if (ofForm > mostOfForm) return 'tooMany'
  if (ageMs < slowMs) return 'work'
  const [slow = 0] = await count([`slow ${from}`])
  return slow > mostSlow ? 'tooMany' : null
}
