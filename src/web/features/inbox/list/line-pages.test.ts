import { expect, it } from 'vitest'
import type { Conversation } from '#contract/conversations.ts'
import { type LinePages, linesOf, pagesWith, withPage } from './line-pages.ts'

/** Lines of an inbox: the higher the minute, the newer. */
const line = (id: number, minute: number) =>
  ({ id, last_at: `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z` }) as Conversation
const before: LinePages = {
  pages: [
    { conversations: [line(1, 59), line(2, 58)], next_cursor: 'b' },
    { conversations: [line(3, 57), line(4, 56)], next_cursor: 'c' },
    { conversations: [line(5, 55), line(6, 54)], next_cursor: null },
  ],
  pageParams: [undefined, 'b', 'c'],
}
const ids = (data: LinePages) => linesOf(data).map(({ id }) => id)
const none = new Set<number>()

it('asks for the first page and for those that hold what changed', () => {
  expect(pagesWith(before, none)).toEqual([0])
  expect(pagesWith(before, new Set([6, 99]))).toEqual([0, 2])
})

it('puts who wrote on top, once, and leaves no line out between the pages', () => {
  const changed = new Set([6])
  const first = withPage(before, 0, { conversations: [line(6, 60), line(1, 59)], next_cursor: 'x' }, changed)
  expect(ids(first)).toEqual([6, 1, 2, 3, 4, 5])
  const both = withPage(first, 2, { conversations: [line(5, 55)], next_cursor: null }, changed)
  expect(ids(both)).toEqual([6, 1, 2, 3, 4, 5])
  expect(both.pages.at(-1)?.next_cursor).toBeNull()
})

it('takes a line out that left the view, and shows what came in its place once', () => {
  const changed = new Set([3])
  const next = withPage(before, 1, { conversations: [line(4, 56), line(5, 55)], next_cursor: 'y' }, changed)
  expect(ids(next)).toEqual([1, 2, 4, 5, 6])
})

it('ends the list where nothing more comes', () => {
  const next = withPage(before, 1, { conversations: [line(3, 57)], next_cursor: null }, none)
  expect(ids(next)).toEqual([1, 2, 3])
  expect(next.pageParams).toEqual([undefined, 'b'])
})
