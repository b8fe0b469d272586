import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templates } from '#contract/templates.ts'
import { readStored } from '#server/stored-text/read-text.ts'
import { type ConnectedAccount, connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { applyTemplateEvents, marketingSince, type TemplateEvent } from '../templates.ts'
import { refreshOne } from './sync.ts'

let server: TestServer
let person: Person
let account: ConnectedAccount
let templateId: string
beforeAll(async () => {
  server = await openTestServer({ sandbox: { delays: { review: [0, 0], account: [0, 0] } } })
  person = await server.signUp()
  account = await connectSeededAccount(server, person)
  await server.call(templates.sync, { token: person.token } as never)
  templateId = (await templateOf('order_shipped')).id
})
afterAll(() => server.close())

const templateOf = async (name: string) => {
  const { body } = await server.call(templates.listMeta, { token: person.token, query: { search: name } })
  return body.templates.find(({ template_name }) => template_name === name)!
}
const status = (event: string, at: number): TemplateEvent => ({
  kind: 'template_status',
  wabaId: account.waba_id,
  templateId,
  event,
  at,
})
const apply = (...events: TemplateEvent[]) =>
  applyTemplateEvents(
    server.app,
    events.map((event) => ({ ...event, businessId: person.businessId })),
  )
const jobsOf = async (job: string): Promise<{ code?: string; reason?: unknown }[]> => {
  const { rows } = await server.app.pool.query(
    `select data from pgboss.job where name = $1 and data->>'provider_template_id' = $2 order by created_on`,
    [job, templateId],
  )
  return rows.map(({ data }) => data)
}

describe('what the provider tells of templates', () => {
  it('is read anew where an event is older than the list that was read since', async () => {
    const { body } = await server.call(templates.listMeta, { token: person.token, query: {} })
    const other = body.templates.find(({ id, status: now }) => id !== templateId && now === 'APPROVED')!
    const late = Date.now() - 600_000
    await apply({ ...status('PAUSED', late), templateId: other.id })
    const { rows } = await server.app.pool.query(
      `select from pgboss.job where name = 'templates.refresh' and data->>'provider_template_id' = $1`,
      [other.id],
    )
    expect(rows).toHaveLength(1)
  })

  it('asks the list where the one that is to be read anew is no more', async () => {
    const syncs = async () => {
      const { rows } = await server.app.pool.query(
        `select from pgboss.job where name = 'templates.sync-account' and data->>'waba_id' = $1`,
        [account.waba_id],
      )
      return rows.length
    }
    const before = await syncs()
    await refreshOne(server.app, person.businessId, account.waba_id, '123456789012345')
    expect(await syncs()).toBe(before + 1)
  })

  it('brings nothing back that was deleted here meanwhile', async () => {
    const approved = Date.now() - 1000
    const { body } = await server.call(templates.listMeta, { token: person.token, query: {} })
    const other = body.templates.find(({ id, status: now }) => id !== templateId && now === 'APPROVED')!
    await server.call(templates.removeMeta, { token: person.token, params: { id: other.id } })
    const [result] = await apply({ ...status('APPROVED', approved), templateId: other.id })
    expect(result).toMatch(/Older than the known status/)
    const after = await server.call(templates.listMeta, { token: person.token, query: {} })
    expect(after.body.templates.find(({ id }) => id === other.id)?.status ?? 'DELETED').toBe('DELETED')
  })

  it('is believed by its own clock: an older event that comes later changes nothing', async () => {
    await apply(status('PAUSED', 2_000_000_100_000), status('APPROVED', 2_000_000_050_000))
    expect((await templateOf('order_shipped')).status).toBe('PAUSED')
    await apply(status('PAUSED', 2_000_000_100_000))
    expect((await templateOf('order_shipped')).status).toBe('PAUSED')
    await apply(status('APPROVED', 2_000_000_200_000))
    expect((await templateOf('order_shipped')).status).toBe('APPROVED')
  })

  it('has the time that it tells', async () => {
    const at = 2_000_000_250_000
    const changesAt = at + 86_400_000
    const place = { wabaId: account.waba_id, templateId, at }
    await apply({ kind: 'template_category', ...place, state: 'impending', to: 'MARKETING', changesAt })
    const { rows } = await server.app.pool.query(
      'select status_at, next_category_at from provider_templates where id = $1',
      [templateId],
    )
    expect(rows[0].status_at).toEqual(new Date(2_000_000_200_000))
    expect(rows[0].next_category_at).toEqual(new Date(changesAt))
  })

  it('stops campaigns once with the reason, and lets them go on', async () => {
    const stops = await jobsOf('templates.stopped')
    expect(stops.map(({ code }) => code)).toEqual(['template_paused'])
    expect(readStored(stops[0]!.reason)).toMatch(/“order_shipped” can't be sent. WhatsApp paused it/)
    expect(await jobsOf('templates.resumed')).toHaveLength(1)
  })

  it('stops campaigns when the category changes, because messages may cost more', async () => {
    const event = { kind: 'template_category', wabaId: account.waba_id, templateId, state: 'done' } as const
    const ofSequences = `from pgboss.job where name = 'templates.moved'`
    await server.app.pool.query(`delete ${ofSequences}`)
    await apply({ ...event, from: 'UTILITY', to: 'MARKETING', at: 2_000_000_300_000 })
    // Sequences hold theirs at once.
    const { rows } = await server.app.pool.query(`select data ${ofSequences}`)
    expect(rows).toEqual([{ data: { business_id: person.businessId } }])
    await apply({ ...event, from: 'UTILITY', to: 'MARKETING', at: 2_000_000_300_000 })
    const moved = await sql<{ id: number; at: Date; learned: Date }>`
      select t.id, p.category_changed_at as at, p.category_learned_at as learned from provider_templates p
      join templates t on t.business_id = p.business_id and t.provider_template_id = p.id where p.id = ${templateId}`.execute(
      server.app.db,
    )
    const { id, at, learned } = moved.rows[0]!
    expect(at).toEqual(new Date(2_000_000_300_000))
    // Who agreed after WhatsApp's time and before the event did not agree to this price.
    const since = (ms: number) =>
      marketingSince(server.app, person.businessId, [id], new Date(learned.getTime() + ms))
    expect([(await since(-1)).map((one) => one.id), await since(0)]).toEqual([[id], []])
    const stops = (await jobsOf('templates.stopped')).filter(
      ({ code }) => code === 'template_category_changed',
    )
    expect(stops).toHaveLength(1)
    expect(readStored(stops[0]!.reason)).toMatch(
      /from TRANSACTIONAL to MARKETING. Its messages may cost more/,
    )
  })

  it('believes no older news of category and quality that come later', async () => {
    const place = { wabaId: account.waba_id, templateId }
    const done = { kind: 'template_category', ...place, state: 'done', from: 'MARKETING' } as const
    const quality = { kind: 'template_quality', ...place } as const
    await apply({ ...quality, current: 'RED', at: 2_000_000_320_000 })
    await apply({ ...done, to: 'MARKETING', at: 2_000_000_320_000 })
    const late = 2_000_000_310_000
    const told = await apply(
      { ...quality, current: 'GREEN', at: late },
      { ...done, to: 'UTILITY', at: late },
      { ...done, state: 'impending', to: 'UTILITY', at: late },
      { kind: 'template_detection', ...place, to: 'UTILITY', at: late },
    )
    expect(told).toEqual(Array(4).fill(expect.stringMatching(/Older than the known status/)))
    const { rows } = await server.app.pool.query(
      'select quality, category, next_category, warning from provider_templates where id = $1',
      [templateId],
    )
    expect(rows[0]).toEqual({ quality: 'RED', category: 'MARKETING', next_category: null, warning: null })
  })

  it('keeps a rejection with its reason and the words of the reviewers', async () => {
    await apply({
      ...status('REJECTED', 2_000_000_400_000),
      kind: 'template_status',
      reason: 'INVALID_FORMAT',
      rejectionReason: 'The link is shortened.',
      recommendation: 'Use a full link.',
    } as TemplateEvent)
    const { status_reason, status_advice } = await templateOf('order_shipped')
    expect(status_reason).toMatch(/problem with its format.*The link is shortened\. Use a full link\./)
    expect(status_advice).toMatch(/variables and their samples/)
  })

  it('takes a status that nobody knows yet, and does not send it', async () => {
    await apply(status('UNDER_MYSTERY', 2_000_000_500_000))
    expect(await templateOf('order_shipped')).toMatchObject({
      status: 'UNDER_MYSTERY',
      status_label: 'Under mystery',
    })
  })

  it('has an unknown template fetched, and one of another account left alone', async () => {
    const before = await templateOf('order_shipped')
    const results = await apply(
      { ...status('DISABLED', 2_000_000_900_000), wabaId: '999' },
      { ...status('APPROVED', 1), templateId: '123' },
    )
    expect(results).toEqual([
      expect.stringMatching(/not known here yet/),
      expect.stringMatching(/not known here yet/),
    ])
    expect(await templateOf('order_shipped')).toEqual(before)
  })
})
