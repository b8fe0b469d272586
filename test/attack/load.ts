import { createHmac, randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { accounts } from '#contract/accounts.ts'
import { conversations } from '#contract/conversations.ts'
import { pictureBomb } from '../files/pictures.ts'
import { type Account, isRefusal, type Report, signUp, type Target } from './stranger.ts'

/** Of the thread with the event loop, for one delivery and a small call beside it. */
const mostCpuMs = 20
const door = '/marketing/api/webhooks/meta'

/** The 95th of a hundred. */
function p95(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Deliveries that Meta did not sign, small and of 3 MiB, while others go on working. */
export async function forgedWebhooks(
  { url }: Target,
  report: Report,
  { token }: Account,
  { largest, cpuMs }: { largest: number; cpuMs?: (() => number) | undefined },
) {
  const row = report.begin('forged webhooks')
  const small = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry: [] }))
  const signed = (body: Buffer, secret: string) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers: Record<string, string>[] = [
    {},
    { 'x-hub-signature-256': '' },
    { 'x-hub-signature-256': 'sha256=' },
    { 'x-hub-signature-256': signed(small, '') },
    { 'x-hub-signature-256': signed(small, 'secret') },
    { 'x-hub-signature': `sha1=${createHmac('sha1', '').update(small).digest('hex')}` },
    { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    { 'x-hub-signature-256': `sha512=${'0'.repeat(128)}` },
  ]
  const send = async (body: Buffer, more: Record<string, string>) =>
    await fetch(`${url}${door}`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/json', ...more },
    }).then(
      ({ status }) => status,
      () => 413,
    )
  for (const one of headers) {
    const status = await send(small, one)
    row.try(isRefusal(status) ? undefined : `${JSON.stringify(one)} was answered ${status}`)
  }
  const large = report.begin('3 MiB of garbage at the webhook door')
  const garbage = randomBytes(3 * 1024 * 1024)
  const times: number[] = []
  const before = cpuMs?.() ?? 0
  for (let n = 0; n < largest; n += 1) {
    const sending = send(garbage, { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` })
    times.push(
      await timed(() =>
        fetch(`${url}${accounts.me.path}`, { headers: { authorization: `Bearer ${token}` } }),
      ),
    )
    const status = await sending
    large.try(isRefusal(status) ? undefined : `garbage was answered ${status}`)
  }
  const each = cpuMs && (cpuMs() - before) / largest
  if (each !== undefined)
    large.try(each < mostCpuMs ? undefined : `each took ${each.toFixed(0)} ms of processor time`)
  const beside = `another call beside it: p95 ${p95(times).toFixed(0)} ms`
  large.figure(each === undefined ? beside : `${each.toFixed(1)} ms of processor time each; ${beside}`)
}

type Stream = { answer: IncomingMessage; close: () => void }

async function openStream({ url }: Target, token: string): Promise<Stream | number> {
  return await new Promise((resolve, reject) => {
    const request = get(
      `${url}${conversations.live.path}`,
      { headers: { authorization: `Bearer ${token}` }, agent: false },
      (answer) => {
        if (answer.statusCode !== 200) {
          answer.resume()
          return resolve(answer.statusCode ?? 0)
        }
        answer.once('data', () => resolve({ answer, close: () => request.destroy() }))
        answer.on('error', () => undefined)
      },
    )
    request.on('error', reject)
  })
}

/** Streams of many people, of whom some log out, while others call. */
export async function streams(
  target: Target,
  report: Report,
  { count, logouts, slowest }: { count: number; logouts: number; slowest: number },
) {
  const row = report.begin(`${count} streams with ${logouts} logouts`)
  const perPerson = 20
  const people: Account[] = []
  for (let n = 0; n < Math.ceil(count / perPerson); n += 1) people.push(await signUp(target))
  const open = new Map<Account, Stream[]>()
  for (const person of people) {
    const theirs = await Promise.all(
      Array.from({ length: perPerson }, () => openStream(target, person.token)),
    )
    open.set(
      person,
      theirs.filter((stream) => typeof stream !== 'number'),
    )
    row.try(open.get(person)?.length === perPerson ? undefined : 'a stream was refused before the limit')
  }
  const [first, ...others] = people
  if (!first) return
  const more = await openStream(target, first.token)
  row.try(more === 429 ? undefined : 'one person opens more streams than the limit')
  const times: number[] = []
  const caller = others.at(-1) ?? first
  const leaving = [first, ...others.slice(0, -1)].slice(0, logouts)
  for (const person of leaving) {
    const ended = Promise.all(
      (open.get(person) ?? []).map(({ answer }) => new Promise((resolve) => answer.once('close', resolve))),
    )
    const logout = fetch(`${target.url}${accounts.logout.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
    })
    for (let n = 0; n < 10; n += 1)
      times.push(
        await timed(() =>
          fetch(`${target.url}${accounts.me.path}`, { headers: { authorization: `Bearer ${caller.token}` } }),
        ),
      )
    await logout
    const isOver = await Promise.race([
      ended.then(() => true),
      new Promise((resolve) => setTimeout(resolve, 20_000, false)),
    ])
    row.try(isOver ? undefined : 'streams stayed open after the logout')
  }
  const figure = p95(times)
  row.figure(`other calls: p95 ${figure.toFixed(0)} ms`)
  row.try(figure < slowest ? undefined : `other calls took ${figure.toFixed(0)} ms at p95`)
  for (const theirs of open.values()) for (const { close } of theirs) close()
}

/** Files that grow when they are opened. */
export async function bombs(
  { url }: Target,
  report: Report,
  { token }: Account,
  archives: Record<string, Buffer>,
) {
  const row = report.begin('pictures, archives and sheets that grow')
  const files: [string, string, Buffer][] = [
    ['/marketing/api/social/media', 'a.png', pictureBomb(60_000, 60_000)],
    ['/marketing/api/social/media', 'a.png', pictureBomb(0xffff_ffff, 0xffff_ffff)],
    [
      '/marketing/api/social/media',
      'a.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    ['/marketing/api/social/media', 'a.jpg', Buffer.from('<html><script>alert(1)</script>')],
    ['/marketing/api/social/media', '../../a.png', randomBytes(1000)],
    ...Object.entries(archives).map(([name, content]): [string, string, Buffer] => [
      '/marketing/api/leads/imports',
      name,
      content,
    ]),
  ]
  const began = performance.now()
  for (const [path, name, content] of files) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(content)]), name)
    const { status } = await fetch(`${url}${path}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    })
    row.try(isRefusal(status) ? undefined : `${name} at ${path} was answered ${status}`)
  }
  row.figure(`${((performance.now() - began) / 1000).toFixed(1)} s`)
  const alive = await fetch(`${url}/readyz`)
  row.try(alive.status === 200 ? undefined : 'the product is down')
}
