import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#contract/audit/audit.ts'
import { inboxOrder } from '#contract/conversations/organise.ts'
import { inboxFile, type SettingsFile } from '#contract/conversations/settings-file.ts'
import { conversations } from '#contract/conversations.ts'
import { fields } from '#contract/leads/fields.ts'
import { officeHours } from '#contract/office-hours.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
let neighbour: Person
let phoneNumberId: string
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
  neighbour = await server.signUp()
  phoneNumberId = (await connectSeededAccount(server, asha)).phone_number_id
})
afterAll(() => server.close())

const hours = {
  timezone: 'Asia/Kolkata',
  week: Array.from({ length: 7 }, () => [{ from: '09:00', to: '18:00' }]),
  holidays: [{ date: '2026-12-25', name: 'Christmas', spans: [] }],
}
const exported = async ({ token }: Person) => (await server.call(inboxFile.get, { token })).body.file
const check = ({ token }: Person, file: unknown) => server.call(inboxFile.check, { token, body: { file } })
const take = ({ token }: Person, file: unknown) => server.call(inboxFile.import, { token, body: { file } })
const countsOf = ({ parts }: { parts: { part: string; added: number; changed: number; same: number }[] }) =>
  Object.fromEntries(parts.map(({ part, added, changed, same }) => [part, [added, changed, same]]))

let file: SettingsFile
it('goes out whole, without an id of this business', async () => {
  const { token } = asha
  await server.call(conversations.saveQuickReply, {
    token,
    body: { shortcut: 'hi', text: 'Hello {{name|}}' },
  })
  await server.call(inboxOrder.addLabel, { token, body: { name: 'Wholesale', colour: 'green' } })
  await server.call(fields.add, { token, body: { name: 'Size', kind: 'choice', choices: ['S', 'L'] } })
  await server.call(officeHours.save, { token, params: { phone_number_id: phoneNumberId }, body: hours })
  await server.call(conversations.saveSettings, { token, body: { undo_seconds: 5 } })
  const { body } = await server.call(conversations.members, { token })
  const view = (name: string, shared: boolean, filter: object) =>
    server.call(inboxOrder.addView, { token, body: { name, shared, filter } })
  await view('Mine here', true, {
    assigned_to: body.members[0]!.id,
    phone_number_id: phoneNumberId,
    unread: true,
  })
  await view('Waiting', true, { labels: ['Wholesale'], unanswered: true })
  await view('Private', false, { unread: true })
  file = await exported(asha)
  expect(file).toMatchObject({
    format: 'tidings-inbox',
    version: 1,
    settings: { undo_seconds: 5 },
    quick_replies: [{ shortcut: 'hi', text: 'Hello {{name|}}' }],
    labels: [{ name: 'Wholesale', colour: 'green' }],
    fields: [{ name: 'Size', kind: 'choice', choices: ['S', 'L'] }],
    office_hours: [{ hours }],
    views: [
      { name: 'Mine here', filter: { assigned_to: asha.email, unread: true } },
      { name: 'Waiting', filter: { labels: ['Wholesale'], unanswered: true } },
    ],
  })
  expect(JSON.stringify(file)).not.toContain(phoneNumberId)
})

it('taken over where it came from it changes nothing', async () => {
  const { body } = await take(asha, file)
  expect(countsOf(body.result)).toEqual({
    settings: [0, 0, 1],
    labels: [0, 0, 1],
    fields: [0, 0, 1],
    quick_replies: [0, 0, 1],
    office_hours: [0, 0, 1],
    views: [0, 0, 2],
  })
  expect(await exported(asha)).toEqual(file)
})

it('is looked at first, and taken over elsewhere but for what is not there', async () => {
  const { token } = neighbour
  await server.call(inboxOrder.addLabel, { token, body: { name: 'wholesale', colour: 'red' } })
  await server.call(fields.add, { token, body: { name: 'Size', kind: 'number' } })
  const before = await exported(neighbour)
  const checked = await check(neighbour, file)
  expect(await exported(neighbour)).toEqual(before)
  const taken = await take(neighbour, file)
  expect(taken.body.result).toEqual(checked.body.result)
  expect(countsOf(taken.body.result)).toEqual({
    settings: [0, 1, 0],
    labels: [0, 1, 0],
    fields: [0, 0, 0],
    quick_replies: [1, 0, 0],
    office_hours: [0, 0, 0],
    views: [1, 0, 0],
  })
  expect(taken.body.result.left_out.map(({ part, name }) => [part, name])).toEqual([
    ['fields', 'Size'],
    ['office_hours', file.office_hours[0]!.phone_number],
    ['views', 'Mine here'],
  ])
  expect(taken.body.result.left_out.at(-1)?.why).toContain(asha.email)
  expect(await exported(neighbour)).toMatchObject({
    labels: [{ name: 'Wholesale', colour: 'green' }],
    fields: [{ name: 'Size', kind: 'number' }],
    views: [{ name: 'Waiting' }],
  })
  const { body } = await server.call(audit.list, { token, query: {} })
  expect(body.events.filter(({ kind }) => kind === 'settings_imported')).toHaveLength(1)
})

it.each([
  ['another file', { hello: 'world' }, 'no file of inbox settings'],
  ['a list', [], 'no file of inbox settings'],
  ['nothing', null, 'no file of inbox settings'],
  ['a newer one', { format: 'tidings-inbox', version: 2 }, 'newer version'],
  [
    'a wrong colour',
    {
      labels: [
        { name: 'A', colour: 'green' },
        { name: 'B', colour: 'pink' },
      ],
    },
    'Labels, entry 2',
  ],
  [
    'a shortcut with a space',
    { quick_replies: [{ shortcut: 'a b', text: 'x' }] },
    'Quick replies, entry 1, "shortcut": ',
  ],
  ['a name without signs', { labels: [{ name: '\u200b', colour: 'red' }] }, 'Labels, entry 1'],
  [
    'hours that end before they begin',
    {
      office_hours: [
        {
          phone_number: '+1',
          hours: { ...hours, week: [[{ from: '18:00', to: '09:00' }], [], [], [], [], [], []] },
        },
      ],
    },
    'Office hours, entry 1',
  ],
  [
    'the same twice',
    {
      labels: [
        { name: 'a', colour: 'red' },
        { name: 'A', colour: 'red' },
      ],
    },
    '"A" is in the file twice',
  ],
  ['a part that is no list', { views: 'all' }, 'Saved views'],
])('refuses %s with a sentence and changes nothing', async (_, content, sentence) => {
  const before = await exported(asha)
  const bad =
    content && !Array.isArray(content) && !('hello' in content)
      ? { format: 'tidings-inbox', version: 1, ...content }
      : content
  for (const call of [check, take]) {
    const { status, body } = await call(asha, bad)
    expect([status, (body as unknown as { message: string }).message]).toEqual([
      400,
      expect.stringContaining(sentence),
    ])
  }
  expect(await exported(asha)).toEqual(before)
})

it('writes all or nothing where there would be too many', async () => {
  const before = await exported(asha)
  const labels = Array.from({ length: 200 }, (_, nr) => ({ name: `Label ${nr}`, colour: 'grey' }))
  const { status } = await take(asha, {
    format: 'tidings-inbox',
    version: 1,
    settings: { undo_seconds: 0 },
    labels,
  })
  expect(status).toBe(422)
  expect(await exported(asha)).toEqual(before)
})
