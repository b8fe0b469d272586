import { expect, it } from 'vitest'
import { readClaims } from './claim-lines.ts'

const claim = (id: number, attempt: number, us: number) =>
  `claim 7 ${id} ${attempt} ${us} 555 12 34 hash-${id}`
const read = async (lines: string[], since = 0) =>
  (await readClaims(lines, since)).map(({ id, attempt, claimedUs, wamid }) => [id, attempt, claimedUs, wamid])

it('gives of each message the last claim that may have left, with the answer that came', async () => {
  const lines = [
    claim(1, 1, 100),
    'taken 7 1 1 wamid.one',
    claim(2, 1, 100),
    claim(3, 1, 100),
    'back 7 3 1 100',
    claim(4, 1, 100),
    'back 7 4 1 100',
    claim(4, 1, 200),
    claim(5, 1, 100),
    claim(5, 2, 300),
    'back 7 5 2 300',
    'beat 1 2 3',
    'consent 7 100 key text',
  ]
  expect(await read(lines)).toEqual([
    [1, 1, 100, 'wamid.one'],
    [2, 1, 100, null],
    [4, 1, 200, null],
    [5, 1, 100, null],
  ])
  expect((await readClaims([claim(1, 1, 100)], 0))[0]).toMatchObject({
    businessId: 7,
    phoneNumberId: '555',
    campaignId: 12,
    contentId: 34,
    recipient: 'hash-1',
  })
})

it('leaves out what the database knows, and does not mind in which order files are read', async () => {
  expect(await read([claim(1, 1, 100), claim(2, 1, 500)], 300)).toEqual([[2, 1, 500, null]])
  expect(await read(['back 7 1 1 100', 'taken 7 2 1 wamid.two', claim(1, 1, 100), claim(2, 1, 200)])).toEqual(
    [[2, 1, 200, 'wamid.two']],
  )
})

it('reads the origin of a claim, that there was none, and lines that do not say', async () => {
  const lines = [claim(1, 1, 100), `${claim(2, 1, 100)} -`, `${claim(3, 1, 100)} bot.name`]
  const found = await readClaims(lines, 0)
  expect(found.map(({ origin, recipient }) => [origin, recipient])).toEqual([
    [null, 'hash-1'],
    ['', 'hash-2'],
    ['bot.name', 'hash-3'],
  ])
})
