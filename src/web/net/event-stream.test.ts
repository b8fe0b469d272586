import { describe, expect, test } from 'vitest'
import { createEventReader, reconnectDelayMs } from './event-stream.ts'

const text =
  ': hello\n\nid: 7\nevent: progress\ndata: {"done":1}\n\nretry: 1500\ndata: first\r\ndata: second\r\n\r\ndata:tight\n\n'
const events = [
  { event: 'progress', data: '{"done":1}', id: '7' },
  { event: 'message', data: 'first\nsecond', id: '7' },
  { event: 'message', data: 'tight', id: '7' },
]

describe('reading an event stream', () => {
  test('fields, comments and both line ends are understood', () => {
    const reader = createEventReader()
    expect(reader.read(text)).toEqual(events)
    expect(reader.retryMs()).toBe(1500)
  })
  test('it does not matter where the text is cut', () => {
    for (let size = 1; size < text.length; size += 1) {
      const reader = createEventReader()
      const read = []
      for (let at = 0; at < text.length; at += size) read.push(...reader.read(text.slice(at, at + size)))
      expect(read, `pieces of ${size}`).toEqual(events)
    }
  })
  test('an event that is not finished is not told', () => {
    expect(createEventReader().read('data: half\n')).toEqual([])
  })
})

test('the wait before another attempt doubles, keeps to what the server asks, and has an end', () => {
  const even = () => 0.5
  expect([1, 2, 3, 9].map((failures) => reconnectDelayMs(failures, null, even))).toEqual([
    1_000, 2_000, 4_000, 30_000,
  ])
  expect(reconnectDelayMs(1, 5_000, even)).toBe(5_000)
  expect(reconnectDelayMs(1, null, () => 0)).not.toBe(reconnectDelayMs(1, null, () => 1))
})
