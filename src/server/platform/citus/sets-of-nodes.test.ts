import { afterEach, expect, it } from 'vitest'
import { isCluster } from '#test/cluster.ts'
import { inSetsOfNodes, lookForCluster } from '../by-whole-key.ts'

const look = (is: boolean) => lookForCluster({ query: async () => ({ rows: [{ is }] }) } as never)
afterEach(() => look(isCluster))

const items = [3, 1, 2, 1, 3, 1].map((businessId, nr) => ({ businessId, nr }))

/** The sets that were handed over, as the numbers of their items. */
async function handedOver(fails?: number): Promise<{ sets: number[][]; failure: unknown }> {
  const sets: number[][] = []
  const failure = await inSetsOfNodes(items, async (set) => {
    if (set[0]?.businessId === fails) throw new Error(`business ${fails}`)
    sets.push(set.map(({ nr }) => nr))
  }).catch((error: unknown) => error)
  return { sets, failure }
}

it('hands over all at once on one server', async () => {
  await look(false)
  expect(await handedOver()).toEqual({ sets: [[0, 1, 2, 3, 4, 5]], failure: undefined })
})

it('hands over one business after the other on a cluster, in their order, whichever of them fails', async () => {
  await look(true)
  expect((await handedOver()).sets).toEqual([[0, 4], [1, 3, 5], [2]])
  const { sets, failure } = await handedOver(3)
  expect(sets).toEqual([[1, 3, 5], [2]])
  expect(failure).toEqual(new Error('business 3'))
})
