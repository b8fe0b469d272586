import { describe, expect, it } from 'vitest'
import { firstRows, nextRows, restAfter } from './pace.ts'

describe('the batches of a change of many leads', () => {
  it.each([0.02, 0.05, 0.09])('settle at a twentieth of a second, at %s ms a lead', (each) => {
    let rows = firstRows
    for (let batch = 0; batch < 20; batch++) rows = nextRows(rows, rows * each)
    expect(rows * each).toBeGreaterThan(20)
    expect(rows * each).toBeLessThanOrEqual(50)
  })

  it('stay between 500 and 5000 leads, whatever one of them took', () => {
    expect(nextRows(500, 60_000)).toBe(500)
    expect(nextRows(5000, 0)).toBe(5000)
    expect(nextRows(4000, 10_000)).toBe(2000)
  })

  it('leave a third of the time to others, and no more than a batch at once', () => {
    expect(restAfter(40)).toBe(20)
    expect(restAfter(60_000)).toBe(50)
  })
})
