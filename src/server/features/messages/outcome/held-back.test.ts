import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readText } from '#server/stored-text/read-text.ts'
import type { TestServer } from '#test/server.ts'
import { openIdleLane } from '../messages.fixture.ts'
import type { LaneKey } from '../model/lane-pause.ts'
import { withCause } from './held-back.ts'

let server: TestServer
let lane: LaneKey
beforeAll(async () => {
  ;({ server, lane } = await openIdleLane())
})
afterAll(() => server.close())

const pause = { scope: 'number' as const, ms: 1000, code: 'spam_limited', reason: 'Held back.' }
const after131048 = async (quality: string, limit: number | null) => {
  await sql`update phone_numbers set quality_rating = ${quality}, messaging_limit = ${limit}`.execute(
    server.app.db,
  )
  const { code, reason } = await withCause(server.app, lane, pause)
  return [code, readText(reason)]
}

it('people are said to have blocked the number only where WhatsApp rates it so', async () => {
  expect(await after131048('RED', 250)).toEqual([
    'spam_limited',
    'Too many people blocked or reported this number, so WhatsApp limits it.',
  ])
  expect(await after131048('GREEN', 250)).toEqual([
    'tier_limited',
    'WhatsApp lets you write to 250 different people in 24 hours. The rest is sent later by itself.',
  ])
  expect(await after131048('UNKNOWN', null)).toEqual(['spam_limited', 'Held back.'])
})

it('other pauses keep their words', async () => {
  const other = { ...pause, code: 'paced', reason: 'Slow down.' }
  expect(await withCause(server.app, lane, other)).toEqual(other)
})
