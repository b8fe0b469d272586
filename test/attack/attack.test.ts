import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../server.ts'
import { runAttack } from './attack.ts'

/** The short form of `npm run attack`. */
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('withstands what a stranger tries', async () => {
  // Slower than promised: other tests run beside this one.
  const rows = await runAttack({ url: server.url, streams: 60, logouts: 1, slowest: 2000, largeWebhooks: 3 })
  expect(rows.flatMap(({ what, faults }) => faults.map((fault) => `${what}: ${fault}`))).toEqual([])
  expect(rows.map(({ tried }) => tried).every((tried) => tried > 0)).toBe(true)
})

it('attacks no other machine', async () => {
  const elsewhere = { url: 'https://example.com', streams: 1, logouts: 1, slowest: 1, largeWebhooks: 1 }
  await expect(runAttack(elsewhere)).rejects.toThrow('Only an install on this machine')
})
