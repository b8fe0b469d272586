import { describe, expect, it } from 'vitest'
import { arrange } from './layout.ts'

const card = (id: string, ...to: string[]) => ({
  id,
  summary: '',
  ports: to.map((one, index) => ({
    id: String(index),
    label: one,
    to: one,
    count: null,
    quiet: false,
  })),
})

describe('arranging steps', () => {
  it('puts a step right of every step that leads to it', () => {
    const places = arrange([card('a', 'b', 'c'), card('b', 'c'), card('c')], 'a')
    const x = (id: string) => places.get(id)?.x ?? -1
    expect(x('a')).toBeLessThan(x('b'))
    expect(x('b')).toBeLessThan(x('c'))
  })

  it('ends where people go round again', () => {
    const places = arrange([card('a', 'b'), card('b', 'a')], 'a')
    expect(places.get('a')?.x).toBe(0)
    expect(places.get('b')?.x).toBeGreaterThan(0)
  })

  it('gives no two steps the same place, also of a chain of thousands', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => card(`s${index}`, `s${index + 1}`))
    const places = arrange([...many, card('alone'), card('lost', 'nowhere')], 's0')
    expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(places.size)
  })
})
