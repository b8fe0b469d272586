import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '#test/server.ts'
import { claimOfCampaign, listDispatches } from '../lane/claim/claim.ts'
import { takeLane } from '../lane/lane-owner.ts'
import { returnUnsent } from '../lane/send/settle.ts'
import { newPhone, openIdleLane, planCampaign, type Shop } from '../messages.fixture.ts'
import { keepClaims, noteNotTaken, type ReadLines } from './claim-lines.ts'
import { hasUnknownClaims } from './lost-claims.ts'

let server: TestServer
let shop: Shop
let lane: { businessId: number; phoneNumberId: string }
beforeAll(async () => {
  ;({ server, shop, lane } = await openIdleLane())
})
afterAll(() => server.close())

it('does not take for lost what went back while the journal was read', async () => {
  const { app } = server
  await planCampaign(server, shop, [newPhone(), newPhone()])
  const { fence } = await takeLane(app, lane)
  const [dispatch] = await listDispatches(app, lane)
  const claimed = await claimOfCampaign(app, lane, fence, dispatch!, 2)
  await keepClaims(app, lane, claimed)
  const read: ReadLines = (wants) => app.journal.read(undefined, wants)
  const goesBack = async (): Promise<void> => {
    noteNotTaken(app, lane, claimed)
    await returnUnsent(
      app,
      lane,
      claimed.map((message) => ({ message, afterMs: 0, reason: null })),
    )
  }
  let readings = 0
  async function* overtaken(wants: (line: string) => boolean) {
    yield* read(wants)
    if (readings++ === 0) await goesBack()
  }
  expect(await hasUnknownClaims(app, overtaken, 0)).toBe(false)
  expect(readings).toBe(2)
  // Without the note of it the database has lost them.
  const withoutNotes: ReadLines = (wants) => read((line) => !line.startsWith('back ') && wants(line))
  expect(await hasUnknownClaims(app, withoutNotes, 0)).toBe(true)
  expect(await hasUnknownClaims(app, read, 0)).toBe(false)
})
