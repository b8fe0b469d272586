import { describe, expect, it } from 'vitest'
import { createUnderWay } from './under-way.ts'

describe('requests under way', () => {
  it('are as many as latency times rate needs, with some in reserve', () => {
    const underWay = createUnderWay()
    for (let answers = 0; answers < 200; answers++) underWay.answered(250)
    expect(underWay.limit(80)).toBeGreaterThanOrEqual(20)
    expect(underWay.limit(80)).toBeLessThanOrEqual(60)
    expect(underWay.limit(1000)).toBeGreaterThanOrEqual(250)
  })

  it('without a rate become more while answers are quick, and fewer when they queue', () => {
    const quick = createUnderWay()
    const atFirst = quick.limit(null)
    for (let answers = 0; answers < 20_000; answers++) quick.answered(10)
    expect(quick.limit(null)).toBeGreaterThan(atFirst + 30)
    const queueing = createUnderWay()
    queueing.answered(1)
    for (let answers = 0; answers < 20_000; answers++) queueing.answered(100)
    expect(queueing.limit(null)).toBeLessThan(atFirst - 20)
  })
})
