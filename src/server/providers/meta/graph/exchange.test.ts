import { describe, expect, it } from 'vitest'
import { always, answering } from '../loopback-meta.ts'

describe('the record', () => {
  it('holds the call, its answer and what names it to Meta', async () => {
    const { meta, records } = await always(
      { messages: [{ id: 'wamid.1' }] },
      {
        'x-fb-trace-id': 'TRACE',
        'x-fb-request-id': 'REQUEST',
        'x-fb-rev': '1029',
        'x-app-usage': '{"call_count":12,"total_cputime":3,"total_time":40}',
      },
    )
    await meta.sendPrepared('token-of-shop', '1', '{"to":"+1"}')
    expect(records).toEqual([
      {
        startedAt: expect.any(Number),
        durationMs: expect.any(Number),
        method: 'POST',
        path: '/v23.0/1/messages',
        requestBody: '{"to":"+1"}',
        status: 200,
        responseBody: '{"messages":[{"id":"wamid.1"}]}',
        traceId: 'TRACE',
        requestId: 'REQUEST',
        revision: '1029',
        usagePercent: 40,
      },
    ])
  })

  it('that cannot be kept does not undo what was sent', async () => {
    const { meta, records } = await always({ messages: [{ id: 'wamid.1' }] })
    Object.freeze(records)
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve))
    expect(await meta.sendPrepared('t', '1', '{}')).toEqual({ wamid: 'wamid.1' })
    expect((await warned).message).toContain('could not be recorded')
  })

  it('is bounded', async () => {
    const { meta, records } = await always({ id: '1', name: 'x'.repeat(100_000) })
    await meta.waba.get('t', '1')
    expect(records[0]?.responseBody?.length).toBeLessThan(9_000)
    expect(records[0]?.responseBody).toMatch(/… \(\d+ characters\)$/)
  })

  it('records what is certain when no answer came', async () => {
    const { meta, records } = await answering((_request, response) => response.destroy())
    await meta.waba.get('t', '1').catch(() => undefined)
    expect(records[0]).toMatchObject({
      path: expect.stringContaining('/v23.0/1'),
      failure: { delivery: 'unknown' },
    })
    expect(records[0]).not.toHaveProperty('status')
  })
})
