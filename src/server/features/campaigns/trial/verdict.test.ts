import { describe, expect, it } from 'vitest'
import { chanceOf, verdictOf } from './verdict.ts'

const version = (variant: number, sent: number, read: number) => ({
  variant,
  people: sent,
  queued: 0,
  waiting: 0,
  sent,
  delivered: sent,
  read,
  failed: 0,
  blocked: 0,
  opted_out: 0,
  clicked: 0,
  replied: 0,
  converted: 0,
})
const verdict = (...shares: [number, number][]) =>
  verdictOf(
    shares.map(([sent, read], index) => version(index + 1, sent, read)),
    'read',
  )

describe('the verdict on an A/B test', () => {
  it('knows how often chance makes such a difference', () => {
    // 45 of 100 against 30 of 100: z = 2.19, p = 0.0285
    expect(chanceOf({ hits: 45, all: 100 }, { hits: 30, all: 100 })).toBeCloseTo(0.0285, 3)
    expect(chanceOf({ hits: 10, all: 100 }, { hits: 10, all: 100 })).toBeCloseTo(1, 5)
  })

  it('calls a difference clear only where chance hardly makes it', () => {
    expect(verdict([100, 45], [100, 30])).toMatchObject({ verdict: 'clear', leader: 1 })
    expect(verdict([100, 35], [100, 40])).toMatchObject({ verdict: 'unclear', leader: 2 })
  })

  it('asks for more of the same difference where more versions could have been in front', () => {
    const four = verdict([100, 45], [100, 30], [100, 29], [100, 28])
    expect(four).toMatchObject({ verdict: 'unclear', leader: 1 })
    expect(four.chance).toBeCloseTo(0.0285 * 6, 2)
  })

  it('says nothing of too few people, of equal shares and of nothing at all', () => {
    expect(verdict([10, 9], [10, 2])).toEqual({ verdict: 'few', leader: 1, chance: null })
    expect(verdict([400, 3], [400, 1])).toEqual({ verdict: 'few', leader: 1, chance: null })
    expect(verdict([100, 40], [200, 80])).toEqual({ verdict: 'tie', leader: null, chance: null })
    expect(verdict([100, 0], [100, 0])).toEqual({ verdict: 'none', leader: null, chance: null })
    expect(verdict()).toEqual({ verdict: 'none', leader: null, chance: null })
  })
})
