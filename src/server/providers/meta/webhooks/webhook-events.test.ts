import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectedMessages } from './fixtures/expected-messages.ts'
import { expectedNotices } from './fixtures/expected-notices.ts'
import { expectedStatuses } from './fixtures/expected-statuses.ts'
import { parseWebhook, type WebhookEvent } from './webhook-events.ts'

const folder = join(import.meta.dirname, 'fixtures')
const fixture = (name: string) => readFileSync(join(folder, `${name}.json`))

/** What each fixture holds, by its file's name. */
const expectedEvents = { ...expectedStatuses, ...expectedMessages, ...expectedNotices }

describe('a webhook', () => {
  it.each(Object.entries(expectedEvents))('%s becomes its events', (name, events) => {
    expect(parseWebhook(fixture(name))).toEqual(events)
  })

  it('has an expectation for every fixture', () => {
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort(),
    ).toEqual(
      Object.keys(expectedEvents)
        .map((name) => `${name}.json`)
        .sort(),
    )
  })

  it('reads the same as text and as bytes in the middle of a larger buffer', () => {
    const body = fixture('status-sent')
    const larger = Buffer.concat([Buffer.from('xx'), body, Buffer.from('yy')])
    expect(parseWebhook(larger.subarray(2, -2))).toEqual(parseWebhook(body.toString('utf8')))
  })
})

describe('a webhook that is not as it should be', () => {
  const preferences = (contacts: object[], user_preferences: object[]) =>
    JSON.stringify({
      entry: [{ id: '7', changes: [{ field: 'user_preferences', value: { contacts, user_preferences } }] }],
    })

  it('does not mix up the names of people', () => {
    const contacts = [
      { profile: { name: 'Asha' }, user_id: 'IN.1' },
      { profile: { name: 'Bina' }, user_id: 'IN.2' },
    ]
    const wishes = ['IN.2', 'IN.3'].map((user_id) => ({ user_id, value: 'stop' }))
    const read = parseWebhook(preferences(contacts, wishes))
    expect(read.map((event) => event.kind === 'preference' && event.profileName)).toEqual(['Bina', undefined])
  })

  it.each([1e300, '999999999999999999999', 1_739_321_024_000, -5])(
    'takes %s for no time: it would spoil what is stored together with it',
    (time) => {
      const status = { id: 'a', status: 'sent', timestamp: time }
      const change = { field: 'messages', value: { statuses: [status] } }
      const [event] = parseWebhook(JSON.stringify({ entry: [{ id: '7', time, changes: [change] }] }))
      expect(event).toEqual({ kind: 'status', wabaId: '7', wamid: 'a', status: 'sent' })
    },
  )

  it('takes a limit that no column holds for one it does not know', () => {
    const value = { max_daily_conversations_per_business: '99999999999999999999' }
    const change = { field: 'business_capability_update', value }
    const [event] = parseWebhook(JSON.stringify({ entry: [{ id: '7', changes: [change] }] }))
    expect(event).toEqual({ kind: 'capability', wabaId: '7' })
  })

  it('reads a repeated field like JSON.parse, with long numbers too', () => {
    const body = (id: string) => `{"entry":[{"id":1,"id":${id},"changes":[]},{"id":2}]}`
    for (const id of ['3', '12345678901234567890']) {
      expect(parseWebhook(body(id))).toMatchObject([{ wabaId: '2' }])
    }
    const change = '{"field":"new","value":{"a":1,"a":12345678901234567890}}'
    expect(parseWebhook(`{"entry":[{"id":7,"changes":[${change}]}]}`)).toMatchObject([
      { value: { a: '12345678901234567890' } },
    ])
  })

  it('loses the characters that no database holds, and keeps whole emoji', () => {
    const body = {
      entry: [{ id: '1', changes: [{ field: 'new', value: { text: 'ST\0OP \ud800 \ud83d\ude00' } }] }],
    }
    const read = JSON.stringify(parseWebhook(JSON.stringify(body)))
    expect(read).toContain('STOP \ufffd \ud83d\ude00')
    expect(read).not.toContain('\\u0000')
  })

  it.each<[string, unknown, WebhookEvent[]]>([
    ['is a list', [1], [{ kind: 'unknown', wabaId: '', field: '', value: [1] }]],
    ['is null', null, [{ kind: 'unknown', wabaId: '', field: '', value: null }]],
    ['has no entries', { object: 'x' }, [{ kind: 'unknown', wabaId: '', field: '', value: { object: 'x' } }]],
    [
      'has an entry without changes',
      { entry: [{ id: '7' }, 3] },
      [
        { kind: 'unknown', wabaId: '7', field: '', value: { id: '7' } },
        { kind: 'unknown', wabaId: '', field: '', value: 3 },
      ],
    ],
    [
      'has a change without value',
      { entry: [{ id: '7', changes: [{ field: 'messages' }, null] }] },
      [
        { kind: 'unknown', wabaId: '7', field: 'messages', value: undefined },
        { kind: 'unknown', wabaId: '7', field: '', value: null },
      ],
    ],
    [
      'has a status without an id among good ones',
      {
        entry: [
          {
            id: '7',
            changes: [
              { field: 'messages', value: { statuses: [{ status: 'sent' }, { id: 'a', status: 'sent' }] } },
            ],
          },
        ],
      },
      [
        { kind: 'unknown', wabaId: '7', field: 'messages', value: { status: 'sent' } },
        { kind: 'status', wabaId: '7', wamid: 'a', status: 'sent' },
      ],
    ],
    [
      'has a template event without template',
      {
        entry: [
          { id: '7', changes: [{ field: 'message_template_status_update', value: { event: 'APPROVED' } }] },
        ],
      },
      [
        {
          kind: 'unknown',
          wabaId: '7',
          field: 'message_template_status_update',
          value: { event: 'APPROVED' },
        },
      ],
    ],
    [
      'has nothing in messages',
      { entry: [{ id: '7', changes: [{ field: 'messages', value: { metadata: {} } }] }] },
      [{ kind: 'unknown', wabaId: '7', field: 'messages', value: { metadata: {} } }],
    ],
  ])('%s: nothing is dropped', (_how, body, events) => {
    expect(parseWebhook(JSON.stringify(body))).toEqual(events)
  })

  it('or is no JSON at all, says so', () => {
    expect(() => parseWebhook('{"entry":')).toThrow(SyntaxError)
    expect(() => parseWebhook('{"entry":[12345678901234567890')).toThrow(SyntaxError)
    const deep = 100_000
    expect(() => parseWebhook(`${'['.repeat(deep)}12345678901234567890${']'.repeat(deep)}`)).toThrow(
      SyntaxError,
    )
  })
})
