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

type Attempt = { businessId: number; formId: number; network: string | null; phone: string }

/** Counts an answer, over all processes. @returns whether it is within the limits. */
export async function countAttempt(app: App, attempt: Attempt): Promise<boolean> {
  const { businessId, formId, network, phone } = attempt
  const key = app.secrets.keyFor(`opt-in attempts of business ${businessId}`)
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  const limits = new Map([
    [hashOf(`network ${network ?? 'unknown'}`), mostOfNetwork],
    [hashOf(`phone ${phone}`), mostOfPhone],
    [hashOf(`form ${formId}`), mostOfForm],
  ])
  const hour = new Date(Math.floor(app.now().getTime() / 3_600_000) * 3_600_000)
  await sql`delete from optin_attempts where business_id = ${businessId} and hour < ${hour}`.execute(app.db)
  const { rows } = await sql<{ subject: string; count: number }>`
    insert into optin_attempts (business_id, subject, hour, count)
    select ${businessId}, subject, ${hour}::timestamptz, 1 from unnest(${[...limits.keys()].sort()}::text[]) subject
    on conflict (business_id, subject, hour) do update set count = optin_attempts.count + 1
    returning subject, count`.execute(app.db)
  return rows.every(({ subject, count }) => count <= (limits.get(subject) ?? 0))
}
