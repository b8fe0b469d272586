import { describe, expect, it } from 'vitest'
import { errorCatalogue, explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import { transportError } from '#server/providers/meta/errors/meta-error.ts'
import { type Circumstances, decide, type Refusal, worthRetrying } from './failure-policy.ts'

const circumstances: Circumstances = { retries: 0, streak: 0, single: false, random: 0 }

function refusal(code: number, more: Partial<Refusal> & { subcode?: number } = {}): Refusal {
  const explanation = explainError({ code, ...(more.subcode !== undefined && { subcode: more.subcode }) })
  return {
    explanation,
    delivery: 'refused',
    code,
    title: explanation.title,
    details: null,
    retryAfterMs: 0,
    byWebhook: false,
    ...more,
  }
}

describe('each row of the catalogue', () => {
  it.each(
    errorCatalogue.map(
      (row) => [`${row.code}${row.subcode ? `/${row.subcode}` : ''} ${row.title}`, row] as const,
    ),
  )('%s does what it says', (_, row) => {
    const { subcode } = row
    const decision = decide(refusal(row.code, subcode === undefined ? {} : { subcode }), circumstances)
    switch (row.action) {
      case 'fail':
        expect(decision.message).toMatchObject({ to: 'failed' })
        expect(decision.stop).toBeUndefined()
        expect(decision.pause).toBeUndefined()
        break
      case 'retry':
      case 'pause_management':
        expect(decision.message.to).toBe(row.mayHaveBeenAccepted ? 'unknown' : 'queued')
        if (decision.message.to !== 'failed') {
          expect(decision.message.afterMs).toBe((row.waits?.seconds[0] ?? 0) * 1000)
        }
        break
      case 'pause_number':
      case 'pause_account':
        expect(decision.message).toMatchObject({ to: 'queued', counts: false })
        expect(decision.pause).toMatchObject({
          scope: row.action === 'pause_account' ? 'account' : 'number',
          ms: row.waits!.seconds[0]! * 1000,
          reason: expect.anything(),
        })
        break
      default:
        expect(decision.message.to).toBe('queued')
        expect(decision.stop?.scope).toBe(row.action.replace('stop_', ''))
    }
    expect(decision.lead).toBe(row.action === 'fail' ? row.lead : undefined)
  })

  it('throttling never becomes failure, however long it lasts', () => {
    for (const row of errorCatalogue.filter(({ action }) => action.startsWith('pause'))) {
      const decision = decide(refusal(row.code), { ...circumstances, streak: 50, retries: 50 })
      expect(decision.message.to, String(row.code)).toBe('queued')
    }
  })
})

describe('a refusal', () => {
  it('that leaves open whether it was taken waits for a status before it goes again', () => {
    expect(decide(refusal(131016), circumstances).message).toMatchObject({
      to: 'unknown',
      reason: 'reconcile',
    })
    expect(decide(refusal(131016, { byWebhook: true }), circumstances).message).toMatchObject({
      to: 'queued',
    })
  })

  it('waits longer each time, and gives up where the catalogue says so', () => {
    const waits = [0, 1, 2].map((retries) => decide(refusal(131000), { ...circumstances, retries }).message)
    expect(waits.map((message) => ('afterMs' in message ? message.afterMs : 0))).toEqual([
      10_000, 60_000, 300_000,
    ])
    expect(decide(refusal(131000), { ...circumstances, retries: 3 }).message.to).toBe('failed')
  })

  it('honours what the provider asks for, if it is longer', () => {
    expect(decide(refusal(130429, { retryAfterMs: 90_000 }), circumstances).pause?.ms).toBe(90_000)
    expect(decide(refusal(131056, { retryAfterMs: 9_000 }), circumstances).message).toMatchObject({
      afterMs: 9_000,
    })
  })

  it('of one file stops the campaign at the second try: it would fail for all', () => {
    expect(decide(refusal(131053), { ...circumstances, retries: 1 }).stop?.scope).toBe('campaign')
  })

  it('for all stops all and loses nothing; a single send is told at once', () => {
    expect(decide(refusal(132015), circumstances)).toMatchObject({
      message: { to: 'queued' },
      stop: { scope: 'campaign', code: '132015' },
    })
    expect(decide(refusal(132015), { ...circumstances, single: true })).toEqual({
      message: { to: 'failed', reason: null },
      providerFault: false,
    })
    expect(decide(refusal(131042), { ...circumstances, single: true })).toMatchObject({
      message: { to: 'failed', reason: null },
      stop: { scope: 'account' },
    })
  })

  it('asks to connect again only where that helps', () => {
    expect(decide(refusal(190), circumstances).stop?.reconnect).toBe(true)
    expect(decide(refusal(200), circumstances).stop?.reconnect).toBe(true)
    expect(decide(refusal(131042), circumstances).stop?.reconnect).toBe(false)
    expect(decide(refusal(368), circumstances).stop?.reconnect).toBe(false)
  })

  it('of an unknown code is treated by its HTTP class', () => {
    const unknown = (httpStatus: number): Refusal => ({
      ...refusal(999_999),
      explanation: explainError({ code: 999_999, httpStatus }),
    })
    expect(decide(unknown(400), circumstances).message.to).toBe('failed')
    expect(decide(unknown(429), circumstances).pause?.code).toBe('paced')
    expect(decide(unknown(500), circumstances).message.to).toBe('unknown')
    expect(decide(unknown(401), circumstances).stop?.scope).toBe('account')
  })
})

describe('a request without an answer', () => {
  const without = (
    kind: 'unreachable' | 'silent' | 'unreadable',
    delivery: 'never_sent' | 'unknown',
  ): Refusal => {
    const { explanation } = transportError(kind, { delivery, message: kind })
    return {
      explanation,
      delivery,
      code: null,
      title: explanation.title,
      details: null,
      retryAfterMs: 0,
      byWebhook: false,
    }
  }

  it('that never left goes back to the queue, and the number waits for the provider', () => {
    const decision = decide(without('unreachable', 'never_sent'), { ...circumstances, streak: 3 })
    expect(decision.message).toMatchObject({ to: 'queued', counts: false })
    expect(decision.pause).toMatchObject({ code: 'provider_unreachable', ms: 8000 })
  })

  it('that may have left is unknown, and is never sent again by itself', () => {
    for (const kind of ['silent', 'unreadable'] as const) {
      expect(decide(without(kind, 'unknown'), circumstances).message).toMatchObject({
        to: 'unknown',
        reason: 'no_answer',
      })
    }
  })
})

describe('trying a failed message again', () => {
  it('is worth it where waiting or mending helps, not where the person is the reason', () => {
    expect([131049, 131000, 132015, null].map(worthRetrying)).toEqual([true, true, true, true])
    expect([131026, 131050, 130403, 100].map(worthRetrying)).toEqual([false, false, false, false])
  })
})
