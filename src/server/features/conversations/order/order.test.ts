import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '#contract/audit/audit.ts'
import { inboxOrder } from '#contract/conversations/organise.ts'
import { conversations } from '#contract/conversations.ts'
import { optOut } from '#server/features/leads/leads.ts'
import { type Inbox, newDigits, openInbox, text } from '../conversations.fixture.ts'

let inbox: Inbox
let { server, asha, stranger, deliver, list, conversationWith, timeline, untilTimeline, send, started } =
  {} as Inbox
beforeAll(async () => {
  inbox = await openInbox()
  ;({ server, asha, stranger, deliver, list, conversationWith, timeline, untilTimeline, send, started } =
    inbox)
})
afterAll(() => server.close())

const bulk = (body: object, token = asha.token) =>
  server.call(conversations.bulk, { token, body: body as never })
const undo = (id: number | null, token = asha.token) =>
  server.call(conversations.undoBulk, { token, params: { id: id! } })
const get = async (id: number) =>
  (await server.call(conversations.get, { token: asha.token, params: { id } })).body.conversation
const label = (id: number, labels: string[]) =>
  server.call(conversations.update, { token: asha.token, params: { id }, body: { labels } })

describe('a filter of the list', () => {
  it('finds by label, member, number, campaign, and what nobody answered', async () => {
    const [one, two] = [await started(), await started()]
    await label(one.id, ['Order'])
    await server.call(conversations.update, {
      token: asha.token,
      params: { id: one.id },
      body: { assigned_to: asha.userId },
    })
    const ids = async (query: object) => (await list(query)).map(({ id }) => id)
    expect(await ids({ label: ['Order'] })).toEqual([one.id])
    expect(await ids({ assigned_to: asha.userId })).toEqual([one.id])
    expect(await ids({ phone_number_id: '1' })).toEqual([])
    expect(await ids({ campaign_id: 999_999 })).toEqual([])
    const open = await ids({ unanswered: 'true' })
    expect(open).toEqual(expect.arrayContaining([one.id, two.id]))
    await send(two.id, { type: 'text', text: 'Yes, we are' })
    expect(await ids({ unanswered: 'true' })).not.toContain(two.id)
    await deliver(two.digits, [text('And on Sunday?')])
    await conversationWith(two.digits, { unanswered: 'true' })
  })

  it('counts a template that was left out as no answer', async () => {
    const { id, digits } = await started()
    await optOut(server.app, asha.businessId, [`+${digits}`], { source: 'manual' })
    const offer = { type: 'template', name: 'weekend_offer', language: 'en_US', parameters: ['Asha'] }
    expect((await send(id, offer)).status).toBe(200)
    await untilTimeline(id, (all) => all.some(({ status }) => status === 'skipped'))
    await conversationWith(digits, { unanswered: 'true' })
  })

  it('with words looks through one view, or through all when none is named', async () => {
    const { id, digits } = await started()
    await deliver(digits, [text('Pistachio rolls')])
    await conversationWith(digits, { search: 'pistachio' })
    await bulk({ ids: [id], state: 'closed' })
    expect(await list({ search: 'pistachio' })).toHaveLength(1)
    expect(await list({ search: 'pistachio', view: 'open' })).toHaveLength(0)
    expect(await list({ search: 'pistachio', view: 'closed' })).toHaveLength(1)
  })
})

it('adds and takes off single labels, whatever colleagues change meanwhile, and writes each down once', async () => {
  const { id } = await started()
  const change = (body: object) =>
    server.call(conversations.update, { token: asha.token, params: { id }, body: body as never })
  await label(id, ['Order', 'Late', 'Later'])
  await Promise.all([
    change({ add_labels: ['Cake'] }),
    change({ add_labels: ['order', 'Gift'] }),
    change({ remove_labels: ['LATE'] }),
    change({ remove_labels: ['Later', 'None'] }),
  ])
  const { labels } = await get(id)
  expect([labels[0], ...labels.slice(1).sort()]).toEqual(['Order', 'Cake', 'Gift'])
  const known = await server.call(inboxOrder.labels, { token: asha.token })
  expect(known.body.labels).toContainEqual(expect.objectContaining({ name: 'Gift', conversations: 1 }))
  const { rows } = await sql<{ kind: string; label: string }>`
    select kind, details ->> 'label' as label from conversation_events where conversation_id = ${id}
    order by kind, label`.execute(server.app.db)
  expect(rows.map((row) => `${row.kind} ${row.label}`)).toEqual([
    'labelled Cake',
    'labelled Gift',
    'labelled Late',
    'labelled Later',
    'labelled Order',
    'unlabelled Late',
    'unlabelled Later',
  ])
  await label(
    id,
    Array.from({ length: 20 }, (_, nr) => `label ${nr}`),
  )
  const refused = await change({ add_labels: ['One more'], remove_labels: [] })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    fields: { labels: 'A conversation has at most 20 labels. Remove one first.' },
  })
  await change({ labels: [], add_labels: ['Order'] })
  expect((await get(id)).labels).toEqual(['Order'])
})

describe('a change of several conversations', () => {
  it('is undone as it was, where nobody has changed it since', async () => {
    const [one, two, three] = [await started(), await started(), await started()]
    await label(three.id, ['Kept'])
    const ids = [one.id, two.id, three.id]
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const { body } = await bulk({
      ids,
      snoozed_until: until,
      assigned_to: asha.userId,
      label: 'kept',
      read: true,
    })
    expect(body.changed).toBe(3)
    expect(await get(one.id)).toMatchObject({
      state: 'snoozed',
      assigned_to: asha.userId,
      labels: ['Kept'],
      unread: 0,
    })
    // A colleague reopens one of them: the undo leaves its state alone.
    await server.call(conversations.update, {
      token: asha.token,
      params: { id: two.id },
      body: { state: 'closed' },
    })
    expect((await undo(body.change_id)).body.changed).toBe(3)
    expect(await get(one.id)).toMatchObject({ state: 'open', assigned_to: null, labels: [], unread: 1 })
    expect(await get(two.id)).toMatchObject({ state: 'closed', assigned_to: null, labels: [] })
    expect((await get(three.id)).labels).toEqual(['Kept'])
    expect((await undo(body.change_id)).status).toBe(409)
    const events = (await timeline(one.id)).filter(({ type }) => type === 'event')
    expect(events.map(({ event, user_name }) => [event, user_name !== null])).toEqual([
      ['snoozed', true],
      ['assigned', true],
      ['labelled', true],
      ['reopened', true],
      ['unassigned', true],
      ['unlabelled', true],
    ])
  })

  it('takes all that a filter finds, and what is so already stays uncounted', async () => {
    const made = [await started(), await started()]
    for (const { id } of made) await label(id, ['Bulk filter'])
    const first = await bulk({ filter: { labels: ['Bulk filter'] }, state: 'closed' })
    expect(first.body.changed).toBe(2)
    const again = await bulk({ filter: { labels: ['Bulk filter'], view: 'closed' }, state: 'closed' })
    expect(again.body).toMatchObject({ changed: 0, change_id: null })
    expect((await bulk({ state: 'closed' })).status).toBe(400)
    expect((await bulk({ ids: [made[0]!.id], filter: {}, state: 'closed' })).status).toBe(400)
    for (const snoozed_until of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z']) {
      expect((await bulk({ ids: [made[0]!.id], snoozed_until })).status).toBe(400)
    }
  })

  it('is of the business alone, and undone once when two try', async () => {
    const { id } = await started()
    expect((await bulk({ ids: [id], state: 'closed' }, stranger.token)).body.changed).toBe(0)
    const { body } = await bulk({ ids: [id], state: 'closed' })
    expect((await undo(body.change_id, stranger.token)).status).toBe(404)
    const both = await Promise.all([undo(body.change_id), undo(body.change_id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await get(id)).state).toBe('open')
  })
})

describe('labels', () => {
  const change = (body: object) =>
    server.call(inboxOrder.changeLabel, { token: asha.token, body: body as never })
  const names = async () =>
    (await server.call(inboxOrder.labels, { token: asha.token })).body.labels.map(
      ({ name, conversations: count }) => [name, count],
    )

  it('are one word in capitals and small letters, renamed and merged with their conversations and views', async () => {
    const [one, two] = [await started(), await started()]
    await label(one.id, ['Urgent'])
    await label(two.id, ['URGENT', 'Soon'])
    expect((await get(two.id)).labels).toEqual(['Urgent', 'Soon'])
    const { body } = await server.call(inboxOrder.addView, {
      token: asha.token,
      body: { name: 'Urgent ones', shared: true, filter: { labels: ['Urgent'] } },
    })
    expect((await change({ name: 'Urgent', new_name: 'Today', colour: 'red' })).body.label).toEqual({
      name: 'Today',
      colour: 'red',
      conversations: 2,
    })
    expect((await change({ name: 'Today', new_name: 'soon' })).status).toBe(409)
    expect((await change({ name: 'Today', new_name: 'soon', merge: true })).body.label).toMatchObject({
      name: 'Soon',
      conversations: 2,
    })
    expect((await get(two.id)).labels).toEqual(['Soon'])
    const views = (await server.call(inboxOrder.views, { token: asha.token })).body.views
    expect(views.find(({ id }) => id === body.view.id)?.filter).toEqual({ labels: ['Soon'] })
    expect((await change({ name: 'Today', colour: 'red' })).status).toBe(404)
  })

  it('are deleted with an undo that brings them back to their conversations', async () => {
    const { id } = await started()
    await label(id, ['Wedding'])
    await change({ name: 'Wedding', colour: 'violet' })
    const { body } = await server.call(inboxOrder.removeLabel, {
      token: asha.token,
      body: { name: 'wedding' },
    })
    expect((await get(id)).labels).toEqual([])
    expect((await names()).map(([name]) => name)).not.toContain('Wedding')
    await undo(body.change_id)
    expect((await get(id)).labels).toEqual(['Wedding'])
    expect(await names()).toContainEqual(['Wedding', 1])
  })

  it('refuse names that nobody can read', async () => {
    for (const name of ['', '  ', 'a\nb', '\u202egnal', '\u200b', 'x'.repeat(41)]) {
      const { status } = await server.call(inboxOrder.addLabel, {
        token: asha.token,
        body: { name } as never,
      })
      expect([name, status]).toEqual([name, 400])
    }
  })
})

describe('saved views', () => {
  const add = (body: object, token = asha.token) =>
    server.call(inboxOrder.addView, { token, body: body as never })
  it('belong to the business or to one person', async () => {
    const own = await add({
      name: 'Mine to answer',
      shared: false,
      filter: { view: 'mine', unanswered: true },
    })
    expect(own.body.view).toMatchObject({ shared: false, filter: { view: 'mine', unanswered: true } })
    const shared = await add({ name: 'Mine to answer', shared: true, filter: { search: 'cake' } })
    expect(shared.status).toBe(200)
    expect((await add({ name: 'mine TO answer', shared: true, filter: {} })).status).toBe(409)
    // A colleague sees the shared one only.
    const userId = await server.app.db
      .insertInto('users')
      .values({
        business_id: asha.businessId,
        name: 'Rohit',
        email: `${newDigits()}@example.com`,
        password_hash: 'x',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { listViews, removeView } = await import('./views.ts')
    const rohit = { businessId: asha.businessId, userId: Number(userId.id) }
    const seen = (await listViews(server.app, rohit)).map(({ id }) => id)
    expect(seen).toContain(shared.body.view.id)
    expect(seen).not.toContain(own.body.view.id)
    await expect(removeView(server.app, rohit, own.body.view.id)).rejects.toMatchObject({ code: 'not_found' })
    const { status } = await server.call(inboxOrder.removeView, {
      token: stranger.token,
      params: { id: shared.body.view.id },
    })
    expect(status).toBe(404)
  })
})

describe('who did what', () => {
  it('names the member for each thing done, page by page, of one business', async () => {
    const { id } = await started()
    await send(id, { type: 'text', text: 'Yes' })
    await bulk({ ids: [id], label: 'Told', state: 'closed' })
    await server.call(inboxOrder.addLabel, { token: asha.token, body: { name: 'Colourful', colour: 'blue' } })
    const read = async (query: object, token = asha.token) =>
      (await server.call(conversations.activity, { token, query: query as never })).body
    const all = await read({ limit: 200 })
    expect(all.activities.every(({ by }) => by !== '')).toBe(true)
    const kinds = all.activities.filter((one) => one.conversation?.id === id).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['closed', 'labelled', 'sent'])
    const log = await server.call(audit.list, { token: asha.token, query: { group: 'settings' } })
    expect(log.body.events.slice(0, 2).map(({ kind, by }) => [kind, by])).toEqual([
      ['label_added', all.activities[0]?.by],
      ['conversations_changed', all.activities[0]?.by],
    ])
    const keys: string[] = []
    let cursor: string | undefined
    do {
      const page = await read({ limit: 3, ...(cursor && { cursor }) })
      keys.push(...page.activities.map(({ key }) => key))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(keys).toEqual(all.activities.map(({ key }) => key))
    expect((await read({ user_id: stranger.userId })).activities).toEqual([])
    expect((await read({ limit: 200 }, stranger.token)).activities).toEqual([])
  })
})
