import { describe, expect, it } from 'vitest'
import { firstRows, nextRows, restAfter } from './pace.ts'

describe('the batches of a change of many leads', () => {
  it.each([
    [0.02, 1, 50],
    [0.05, 1, 50],
    [0.09, 1, 50],
    [0.2, 1, 50],
    [0.05, 0, 150],
    [0.09, 0, 150],
    [0.05, 0.25, 100],
  ])('at %s ms a lead and a share of %s for requests last at most %s ms', (each, share, most) => {
    let rows = firstRows
    for (let batch = 0; batch < 20; batch++) rows = nextRows(rows, rows * each, share)
    expect(rows * each).toBeGreaterThan(most * 0.4)
    expect(rows * each).toBeLessThanOrEqual(most)
  })

  it('stay between 200 and 5000 leads, whatever one of them took', () => {
    expect(nextRows(200, 60_000, 1)).toBe(200)
    expect(nextRows(5000, 0, 0)).toBe(5000)
    expect(nextRows(4000, 10_000, 0)).toBe(2000)
  })

  it('hardly rest while nobody asks, and as long as they took while people do', () => {
    expect(restAfter(100, 0)).toBe(5)
    expect(restAfter(40, 0.25)).toBe(20)
    expect(restAfter(40, 0.5)).toBe(40)
    expect(restAfter(40, 3)).toBe(40)
    expect(restAfter(60_000, 3)).toBe(100)
  })
})
