import { describe, expect, it } from 'vitest'
import { cardHeight } from '../card.ts'
import { arrange, freePlace } from './layout.ts'

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

describe('the place of a new step', () => {
  const at = (x: number, y: number) => ({ ...card('a', 'b', 'c'), at: { x, y } })

  it('is the wanted one where nothing is in the way, and else below what is', () => {
    expect(freePlace([at(0, 0)], { x: 302, y: 0 })).toEqual({ x: 302, y: 0 })
    const [first, second] = [at(302, 0), at(320, 200)]
    const place = freePlace([second, first, at(0, 400)], { x: 302, y: 20 })
    expect(place.x).toBe(302)
    expect(place.y).toBeGreaterThanOrEqual(200 + cardHeight(second))
    expect(freePlace([at(302, -400)], { x: 302, y: 0 })).toEqual({ x: 302, y: 0 })
  })
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
