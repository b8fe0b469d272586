import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { optOut } from './consent.ts'
import { journalConsent, readConsent } from './journaled.ts'

let server: TestServer
let shop: Person
beforeAll(async () => {
  server = await openTestServer()
  shop = await server.signUp()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => server.close())

const phone = (nr: number) => `+91985011000${nr}`
const stop = (nr: number) =>
  optOut(server.app, shop.businessId, [phone(nr)], { source: 'reply', details: 'STOP' })
async function journaled(sinceUs = 0): Promise<string[]> {
  const found: string[] = []
  for await (const { addresses } of readConsent(server.app, server.app.journal.read(), sinceUs))
    found.push(...addresses)
  return found
}

it('takes an opt-out although the disk takes no record of it, and records it when there is room', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  vi.spyOn(server.app.journal, 'keepLasting').mockRejectedValue(full)
  await stop(1)
  await stop(2)
  const listed = await server.app.db
    .selectFrom('suppressions')
    .select('address')
    .where('business_id', '=', shop.businessId)
    .orderBy('address')
    .execute()
  expect(listed.map(({ address }) => address)).toEqual([phone(1), phone(2)])
  expect(await journaled()).toEqual([])
  vi.restoreAllMocks()
  await stop(3)
  await stop(4)
  expect(await journaled()).toEqual([1, 2, 3, 4].map(phone))
})

it('records no earlier than the last beat of the database, whatever the clock of the machine says', async () => {
  const beatUs = Number(server.app.journal.marked()?.split(' ')[2])
  expect(beatUs).toBeGreaterThan(0)
  const anHourAgo = () => new Date(Date.now() - 3_600_000)
  const slow = { ...server.app, now: anHourAgo }
  await journalConsent(slow, shop.businessId, 'opted_out', [phone(5)], { source: 'reply' })
  expect(await journaled(beatUs)).toContain(phone(5))
})
