import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Nothing in the product writes to the console on its way; where it does, the test that made it do so fails. */
let consoleError: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error')
})

afterEach(() => {
  expect(consoleError.mock.calls, 'console.error was called').toEqual([])
  consoleError.mockRestore()
})
