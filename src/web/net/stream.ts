import { useEffect, useEffectEvent, useState } from 'react'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { currentSession } from '../session/session.ts'
import { failure, send } from './api.ts'
import { ApiError, networkError } from './api-error.ts'
import { createEventReader, reconnectDelayMs, type StreamEvent } from './event-stream.ts'

/** `live`: events arrive as they happen. `polling`: no stream for now, so ask every `pollMs`. */
export type LiveState = 'connecting' | 'live' | 'polling'

/** After this many failures in a row the screen polls; attempts to connect go on beside it. */
const failuresBeforePolling = 2
const pollMs = 3_000
/** A stream through which nothing has come for this long is held up somewhere: poll until it is not. */
const openWithinMs = 5_000
/** A stream that says nothing for this long is taken for dead; the server sends a comment more often than that. */
const silenceMs = 60_000

/**
 * Follows an event stream until `signal` says stop: connects with the session's token in the header (an address
 * never carries one), reads on, and connects again when it breaks, telling the server the last event it saw.
 */
export async function stream<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | undefined,
  follow: { onEvent: (event: StreamEvent) => void; onState: (state: LiveState) => void; signal: AbortSignal },
): Promise<void> {
  let failures = 0
  let lastId: string | null = null
  let asked: number | null = null
  while (!follow.signal.aborted) {
    const late = setTimeout(() => follow.onState('polling'), openWithinMs)
    try {
      await connectOnce(endpoint, input, lastId, {
        signal: follow.signal,
        onOpen: () => {
          clearTimeout(late)
          failures = 0
          follow.onState('live')
        },
        onEvent: (event) => {
          lastId = event.id ?? lastId
          follow.onEvent(event)
        },
        onRetry: (ms) => {
          asked = ms
        },
      })
      // The server closed it in good order; it may be restarting.
      failures = Math.max(1, failures)
    } catch (error) {
      if (follow.signal.aborted) return
      if (isFinal(error)) {
        follow.onState('polling')
        return
      }
      failures += 1
    } finally {
      clearTimeout(late)
    }
    if (failures >= failuresBeforePolling) follow.onState('polling')
    await sleep(reconnectDelayMs(failures, asked), follow.signal)
  }
}

/** The server understood and said no: asking again will not help. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'answer' && error.status >= 400 && error.status < 500
}

async function connectOnce(
  endpoint: Endpoint,
  input: unknown,
  lastId: string | null,
  on: {
    signal: AbortSignal
    onOpen: () => void
    onEvent: (event: StreamEvent) => void
    onRetry: (ms: number | null) => void
  },
): Promise<void> {
  const silence = new AbortController()
  const signal = AbortSignal.any([on.signal, silence.signal])
  let timer = setTimeout(() => silence.abort(), silenceMs)
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  const token = currentSession()?.token
  try {
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (lastId !== null) headers['last-event-id'] = lastId
    const response = await send(endpoint, input as Record<string, unknown>, { signal, headers, token })
    if (!response.ok) throw failure(endpoint, response.status, await response.text(), token)
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      throw networkError()
    }
    let open = false
    const reader = createEventReader()
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await pieces.read()
      if (done) return
      alive()
      // Some proxies pass the head of an answer on at once and keep its body for themselves.
      if (!open) on.onOpen()
      open = true
      for (const event of reader.read(value)) on.onEvent(event)
      on.onRetry(reader.retryMs())
    }
  } finally {
    clearTimeout(timer)
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
  })
}

/**
 * Live data for a screen. Give the interval to the query that the stream keeps fresh, so that it polls whenever
 * there is no stream: `useQuery({ ...queryFor(campaigns.get, input), refetchInterval: live.refetchInterval })`.
 * A hidden tab closes its stream and opens it again when it is looked at.
 */
export function useLive<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | undefined,
  options: { enabled?: boolean; onEvent: (event: StreamEvent) => void },
): { state: LiveState; refetchInterval: number | false } {
  const [state, setState] = useState<LiveState>('connecting')
  const enabled = options.enabled ?? true
  const onEvent = useEffectEvent(options.onEvent)
  const key = JSON.stringify(input ?? null)

  useEffect(() => {
    if (!enabled) return
    let stop = new AbortController()
    const start = () => {
      stop = new AbortController()
      void stream(endpoint, JSON.parse(key) as InputOf<E> | undefined, {
        onEvent: (event) => onEvent(event),
        onState: setState,
        signal: stop.signal,
      })
    }
    const follow = () => {
      stop.abort()
      if (document.visibilityState === 'visible') start()
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop.abort()
    }
  }, [enabled, endpoint, key])

  return { state, refetchInterval: enabled && state === 'polling' ? pollMs : false }
}
