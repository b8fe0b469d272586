import { Dispatcher } from 'undici'
import { describe, expect, it } from 'vitest'
import { sendRequest } from './graph-http.ts'

/** Starts every request twice, as undici does when a connection is reset for its own reasons. */
class Restarting extends Dispatcher {
  starts = 0
  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController
    handler.onRequestStart?.(controller, undefined)
    this.starts += 1
    try {
      handler.onRequestStart?.(controller, undefined)
      this.starts += 1
    } catch (error) {
      handler.onResponseError?.(controller, error instanceof Error ? error : new Error(String(error)))
    }
    return true
  }
}

describe('a request that undici starts again', () => {
  it('is not written a second time, and its end is unknown', async () => {
    const dispatcher = new Restarting()
    const request = { method: 'POST' as const, path: '/', headers: [], timeoutMs: 1_000 }
    await expect(sendRequest(dispatcher, request)).rejects.toMatchObject({ delivery: 'unknown' })
    expect(dispatcher.starts).toBe(1)
  })
})
