import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxSeed } from '../sandbox.ts'
import { offer, openSandbox, templateMessage } from '../test-callback.fixture.ts'

let open: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  open = await openSandbox()
})
afterEach(() => {
  vi.useRealTimers()
  return open.close()
})

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => `+9198${10_001_110 + index * 10}`)
const codes = (answers: { status: number; body: { error?: { code: number } } }[]) => {
  const counted: Record<string, number> = {}
  for (const { status, body } of answers)
    counted[body.error?.code ?? status] = (counted[body.error?.code ?? status] ?? 0) + 1
  return counted
}

describe('limits', () => {
  it('let 80 a second through a number, 20 through one that is also in the app, all when unlimited', async () => {
    // On a slow machine a burst lasts longer than the second that is counted.
    vi.useFakeTimers({ toFake: ['Date'] })
    open.sandbox.settings({ throughputTolerance: 0 })
    const burst = async (count: number) => codes(await Promise.all(people(count).map((to) => open.send(to))))
    expect(await burst(120)).toEqual({ 200: 80, 130429: 40 })
    expect(open.sandbox.rates(sandboxSeed.phone.id)).toMatchObject({ limit: 80, highest: 80 })
    open.sandbox.reset({ onlyLedger: true })
    open.sandbox.number(sandboxSeed.phone.id, { onBusinessApp: true })
    expect(await burst(60)).toEqual({ 200: 20, 130429: 40 })
    expect(open.sandbox.rates(sandboxSeed.phone.id)).toMatchObject({ limit: 20, highest: 20 })
    open.sandbox.reset({ onlyLedger: true })
    open.sandbox.settings({ throughput: 'unlimited' })
    expect(await burst(120)).toEqual({ 200: 120 })
  })

  it('let one person have a burst of 45, then 131056', async () => {
    open.sandbox.settings({ throughput: 'unlimited' })
    const answers = []
    for (let sent = 0; sent < 47; sent++) answers.push(await open.send('+919811111110'))
    expect(codes(answers)).toEqual({ 200: 45, 131056: 2 })
    expect((await open.send('+919811111120')).status).toBe(200)
  })

  it('let a business reach as many people in 24 hours as its tier says; the rest fail by webhook', async () => {
    open.sandbox.settings({ throughput: 'unlimited' })
    open.sandbox.tier(sandboxSeed.business.id, 'TIER_50')
    await Promise.all(people(52).map((to) => open.send(to)))
    await open.send(people(1)[0]!)
    await open.sandbox.settled()
    const { rows } = open.sandbox.ledger()
    expect(rows.filter(({ error }) => error === 131048)).toHaveLength(2)
    expect(rows).toHaveLength(53)
  })
})

describe('faults', () => {
  it('refuse, fail and cut off the share they name, and nothing once lifted', async () => {
    open.sandbox.settings({ throughput: 'unlimited' })
    open.sandbox.faults({ refuse: { 130429: 1 } })
    expect((await open.send('+919822222220')).body.error.code).toBe(130429)
    open.sandbox.faults({ fail: { 131026: 1 } })
    await open.send('+919822222230', offer, { biz_opaque_callback_data: 'failing' })
    open.sandbox.faults({ cutAfter: 1 })
    await expect(open.send('+919822222240', offer, { biz_opaque_callback_data: 'cut' })).rejects.toThrow()
    open.sandbox.faults({ cutBefore: 1 })
    await expect(open.send('+919822222250', offer, { biz_opaque_callback_data: 'never' })).rejects.toThrow()
    open.sandbox.faults({ statuses: { lost: 1, doubled: 0 } })
    await open.send('+919822222260', offer, { biz_opaque_callback_data: 'lost' })
    open.sandbox.faults({})
    await open.send('+919822222270', offer, { biz_opaque_callback_data: 'fine' })
    await open.sandbox.settled()
    const row = (callback: string) => open.sandbox.ledger({ callback }).rows[0]
    expect(row('failing')).toMatchObject({ error: 131026 })
    expect(row('cut')?.statuses).toContain('read')
    expect(row('never')).toBeUndefined()
    expect(row('lost')?.statuses).toEqual([])
    expect(row('fine')?.statuses).toContain('read')
    expect(open.sandbox.counts()).toMatchObject({
      accepted: 4,
      accepted_twice: 0,
      connections_cut: 2,
      refused: { 130429: 1 },
    })
  })

  it('give the time to retry where Graph does', async () => {
    open.sandbox.faults({ refuse: { 80007: 1 }, regainMinutes: 7 })
    const { headers, body } = await open.send('+919822222280')
    expect(body.error.code).toBe(80007)
    expect(
      JSON.parse(headers.get('x-business-use-case-usage') ?? '')[sandboxSeed.business.id][0],
    ).toMatchObject({ call_count: 100, estimated_time_to_regain_access: 7 })
    open.sandbox.faults({ refuse: { 503: 1 }, retryAfterSeconds: 3 })
    const page = await fetch(`${open.sandbox.url}/${sandboxSeed.phone.id}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandboxSeed.systemUserToken}` },
      body: JSON.stringify(templateMessage('+919822222280', offer)),
    })
    expect([page.status, page.headers.get('retry-after'), page.headers.get('content-type')]).toEqual([
      503,
      '3',
      'text/html',
    ])
  })

  it('are refused when misspelt', async () => {
    const answer = await fetch(`${open.sandbox.url}/sandbox/faults`, {
      method: 'POST',
      body: '{"refuse":{"130429":2}}',
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { success: false, message: 'refuse.130429 must be a share from 0 to 1.' },
    ])
    expect(() => open.sandbox.settings({ colour: 'red' } as object)).toThrow('colour does not exist here')
    expect(() => open.sandbox.settings({ directories: { nominatim: 'sad' } } as object)).toThrow(
      'directories.nominatim must be one of',
    )
  })

  it('count what was accepted twice', async () => {
    await open.send('+919833333330', offer, { biz_opaque_callback_data: 'same' })
    await open.send('+919833333340', offer, { biz_opaque_callback_data: 'same' })
    expect(open.sandbox.counts()).toMatchObject({
      accepted: 2,
      accepted_twice: 1,
      accepted_twice_callbacks: ['same'],
    })
  })
})
