import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPairRate } from './pair-rate.ts'
import { createPersonOrder } from './person-order.ts'

describe('the pair rate', () => {
  it('lets a person wait six seconds, and others go on', () => {
    const pairs = createPairRate()
    pairs.note('+911', 1000)
    expect(pairs.waitFor('+911', 1000)).toBe(6000)
    expect(pairs.waitFor('+911', 6999)).toBe(1)
    expect(pairs.waitFor('+911', 7000)).toBe(0)
    expect(pairs.waitFor('+912', 1000)).toBe(0)
  })

  it('forgets nobody too early, whenever its halves take turns', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 4000 })), {
          maxLength: 80,
        }),
        (steps) => {
          const pairs = createPairRate()
          const last = new Map<string, number>()
          let now = 0
          for (const [person, passes] of steps) {
            now += passes
            const name = `+${person}`
            const due = (last.get(name) ?? Number.NEGATIVE_INFINITY) + 6000
            expect(pairs.waitFor(name, now)).toBe(Math.max(0, due - now))
            if (due <= now) {
              pairs.note(name, now)
              last.set(name, now)
            }
          }
        },
      ),
    )
  })

  it('lets a chat borrow, and waits all of it off', () => {
    const pairs = createPairRate()
    for (let nr = 0; nr < 3; nr++) {
      expect(pairs.waitFor('+911', 1000 + nr, true)).toBe(0)
      pairs.note('+911', 1000 + nr)
    }
    expect(pairs.waitFor('+911', 1003), 'a campaign waits').toBe(17_997)
    expect(pairs.waitFor('+911', 6000, true), 'the burst is over').toBe(13_000)
    pairs.forget('+911')
    expect(pairs.waitFor('+911', 6000, true), 'one was refused').toBe(7000)
    expect(pairs.waitFor('+911', 13_000, true)).toBe(0)
  })

  it('borrows nothing more once the provider says no', () => {
    const pairs = createPairRate()
    pairs.note('+911', 1000)
    pairs.tooFast('+911', 1100)
    expect(pairs.waitFor('+911', 1200, true)).toBe(5900)
    expect(pairs.waitFor('+911', 7100, true)).toBe(0)
  })

  it('never goes beyond the rule of the provider, however late requests arrive there', () => {
    const message = fc.tuple(fc.integer({ min: 0, max: 8000 }), fc.integer({ min: 0, max: 700 }))
    fc.assert(
      fc.property(fc.array(message, { maxLength: 120 }), fc.boolean(), (messages, quick) => {
        const pairs = createPairRate()
        let now = 0
        let theirs: { free: number; from: number; count: number } | undefined
        for (const [passes, latency] of messages) {
          now += quick ? passes / 100 : passes
          now += pairs.waitFor('+911', now, true)
          expect(pairs.waitFor('+911', now, true)).toBe(0)
          pairs.note('+911', now)
          const arrives = now + latency
          if (!theirs || theirs.free <= arrives) theirs = { free: arrives + 6000, from: arrives, count: 1 }
          else {
            expect(arrives - theirs.from).toBeLessThan(6000)
            expect(theirs.count).toBeLessThan(45)
            theirs = { ...theirs, free: theirs.free + 6000, count: theirs.count + 1 }
          }
          now = arrives
          pairs.answered('+911', now)
        }
      }),
    )
  })
})

describe('the order of messages to one person', () => {
  const chat = (id: number) => ({ id, person: '+911', campaignId: null })

  it('keeps a message until the one before it is answered', () => {
    const order = createPersonOrder()
    expect(order.hold(chat(1))).toBe(false)
    order.leaves(chat(1))
    expect([chat(2), chat(3)].map(order.hold)).toEqual([true, true])
    expect(order.hold({ ...chat(4), person: '+912' })).toBe(false)
    expect(order.hold({ ...chat(5), campaignId: 7 })).toBe(false)
    expect(order.held()).toBe(2)
    expect(order.landed(chat(1))).toEqual([chat(2), chat(3)])
    expect(order.held()).toBe(0)
  })

  it('lets those that went back come again in their order, and no later one before them', () => {
    const order = createPersonOrder()
    const due = [order.wentBack(chat(2), 5000, 1000), order.wentBack(chat(3), 4000, 2000)]
    expect(1000 + due[0]!).toBeLessThan(2000 + due[1]!)
    expect(order.behind(chat(4), 5990)).toBeGreaterThan(0)
    expect(order.behind(chat(2), 6000)).toBe(0)
    for (const id of [2, 3]) order.leaves(chat(id))
    expect(order.behind(chat(4), 6001)).toBe(0)
  })
})
