import { expect, it } from 'vitest'
import { openTurns, type Turn } from './turns.ts'

/** A set whose steps are taken one by one, and what it did so far. */
function openSet(did: string[], name: string, count: number) {
  const keeping = Promise.withResolvers<void>()
  const answering = Promise.withResolvers<void>()
  return {
    keep: keeping.resolve,
    answer: answering.resolve,
    fail: answering.reject,
    async work(turn: Turn): Promise<number> {
      turn.took(count)
      did.push(`${name} begins`)
      await keeping.promise
      await turn.kept()
      did.push(`${name} is kept`)
      await answering.promise
      did.push(`${name} is answered`)
      return count
    },
  }
}

it('keeps a large set while the one before is answered, and answers in order, two at once at most', async () => {
  const did: string[] = []
  const turns = openTurns()
  const [one, two, three] = ['one', 'two', 'three'].map((name) => openSet(did, name, 500))
  const first = turns.next(one!.work)
  one!.keep()
  expect(await first).toBe(500)
  const second = turns.next(two!.work)
  two!.keep()
  await new Promise(setImmediate)
  expect(did).toEqual(['one begins', 'one is kept', 'two begins'])
  one!.answer()
  expect(await second).toBe(500)
  const third = turns.next(three!.work)
  three!.keep()
  three!.answer()
  await new Promise(setImmediate)
  expect(did.slice(3)).toEqual(['one is answered', 'two is kept', 'three begins'])
  two!.answer()
  await third
  await turns.all()
  expect(did.slice(6)).toEqual(['two is answered', 'three is kept', 'three is answered'])
})

it('does not let the next begin before a small set is through', async () => {
  const did: string[] = []
  const turns = openTurns()
  const set = openSet(did, 'one', 3)
  let begun = false
  const next = turns.next(set.work).then(() => {
    begun = true
  })
  set.keep()
  await new Promise(setImmediate)
  expect([did, begun]).toEqual([['one begins', 'one is kept'], false])
  set.answer()
  await next
  expect(did.at(-1)).toBe('one is answered')
})

it('answers nothing after a set that failed, one by one neither, and begins again with what waits', async () => {
  const did: string[] = []
  const turns = openTurns()
  const [one, two, again] = ['one', 'two', 'again'].map((name) => openSet(did, name, 500))
  one!.keep()
  await turns.next(one!.work)
  const second = turns.next(async (turn) => {
    await two!.work(turn).catch(() => turn.alone())
    did.push('two goes one by one')
    return 500
  })
  two!.keep()
  one!.fail(new Error('the database is away'))
  await expect(second).rejects.toThrow('the database is away')
  expect(did).toEqual(['one begins', 'one is kept', 'two begins'])
  await turns.startAgain()
  again!.keep()
  again!.answer()
  await turns.next(again!.work)
  await turns.all()
  expect(did.at(-1)).toBe('again is answered')
})
