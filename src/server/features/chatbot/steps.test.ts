import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatbotFlows } from '#contract/chatbot/chatbot.ts'
import { conversations } from '#contract/conversations.ts'
import { newDigits, text } from '#server/features/conversations/conversations.fixture.ts'
import { end, flowOf, openBot, textsOf } from './chatbot.fixture.ts'
import { endExpired } from './run/end-waits.ts'

let bot: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  bot = await openBot()
})
afterAll(() => bot.server.close())

const say = (id: string, words: string, next = 'end') =>
  ({ id, kind: 'text', text: words, next: { next } }) as const

const timePasses = (id: number) => bot.timePasses(id)
const closeWindow = (id: number) =>
  sql`update conversations set window_until = now() - interval '1 minute' where id = ${id}`.execute(
    bot.server.app.db,
  )
const leadOf = async (id: number) =>
  await bot.server.app.db
    .selectFrom('conversations as c')
    .innerJoin('leads as l', (join) =>
      join.onRef('l.id', '=', 'c.lead_id').onRef('l.business_id', '=', 'c.business_id'),
    )
    .select(['l.tags', 'l.attributes', 'c.assigned_to'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()

it('sends a file by its address, with a caption that knows the person', async () => {
  await bot.startedBy(
    'picture',
    flowOf(
      {
        id: 'card',
        kind: 'media',
        media: 'image',
        file_id: null,
        link: 'https://example.com/menu.png',
        caption: 'For you, {{name}}',
        file_name: '',
        next: { next: 'end' },
      },
      end,
    ),
  )
  const person = await bot.person()
  await person.say('picture')
  await person.untilSent('For you, Rukmini Bai')
  const row = await bot.server.app.db
    .selectFrom('messages')
    .select('variables')
    .where('recipient_phone', '=', `+${person.digits}`)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(row.variables[1]!)).toEqual({
    type: 'image',
    image: { link: 'https://example.com/menu.png', caption: 'For you, Rukmini Bai' },
  })
})

it('shows a list, and goes on by its row, whether pressed or typed', async () => {
  const rows = [
    { id: 'a', title: 'Delivery', description: 'Today' },
    { id: 'b', title: 'Pick up', description: '' },
  ]
  await bot.startedBy(
    'ways',
    flowOf(
      {
        id: 'ways',
        kind: 'list',
        text: 'How?',
        button: 'Choose',
        rows,
        variable: 'way',
        timeout_minutes: null,
        next: { 'answer:a': 'ok', 'answer:b': 'ok', other: 'no' },
      },
      say('ok', '{{way}} it is'),
      say('no', 'Not that'),
      end,
    ),
  )
  const pressed = await bot.person()
  await pressed.say('ways')
  await pressed.untilSent('How?')
  await bot.deliver(pressed.digits, [
    {
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { id: 'ways.b', title: 'Pick up' } },
    },
  ])
  await pressed.untilSent('Pick up it is')
  const typed = await bot.person()
  await typed.say('ways')
  await typed.untilSent('How?')
  await typed.say('delivery')
  await typed.untilSent('Delivery it is')
  const other = await bot.person()
  await other.say('ways')
  await other.untilSent('How?')
  await other.say('by drone')
  await other.untilSent('Not that')
})

it('sends titles that know the person, and keeps the one they saw', async () => {
  await bot.startedBy(
    'who',
    flowOf(
      {
        id: 'who',
        kind: 'buttons',
        text: 'Who is it?',
        buttons: [{ id: 'a', title: 'Yes it is {{name}}' }],
        variable: 'who',
        timeout_minutes: null,
        next: { 'answer:a': 'ok' },
      },
      say('ok', 'You said: {{who}}'),
      end,
    ),
  )
  const person = await bot.person()
  await person.say('who')
  await person.untilSent('Who is it?')
  await person.say('yes it is rukmini ba')
  const sent = await person.untilSent('You said: Yes it is Rukmini Ba')
  expect(sent.filter(({ status }) => status === 'failed')).toEqual([])
})

it('tags, sets fields, notes, assigns, and decides by all of them', async () => {
  const { id: user_id } = (
    await bot.server.app.db.selectFrom('users').select('id').where('email', '=', bot.asha.email).execute()
  )[0]!
  await bot.startedBy(
    'vip',
    flowOf(
      { id: 'tag', kind: 'tag', change: 'add', tag: 'VIP', next: { next: 'old' } },
      { id: 'old', kind: 'tag', change: 'remove', tag: 'new', next: { next: 'field' } },
      { id: 'field', kind: 'field', field: 'city', value: 'Pune', next: { next: 'note' } },
      { id: 'note', kind: 'note', text: 'Wrote {{last_message}}', next: { next: 'assign' } },
      { id: 'assign', kind: 'assign', user_id: Number(user_id), next: { next: 'has' } },
      { id: 'has', kind: 'condition', of: { of: 'tag', tag: 'vip' }, next: { yes: 'where', no: 'no' } },
      {
        id: 'where',
        kind: 'condition',
        of: { of: 'field', field: 'city', is: 'is', value: 'pune' },
        next: { yes: 'yes', no: 'no' },
      },
      say('yes', 'Welcome back'),
      say('no', 'Hello'),
      end,
    ),
  )
  const person = await bot.person()
  await person.say('vip')
  expect(textsOf(await person.untilSent('Welcome back'))).toEqual(['Welcome back'])
  const id = await person.conversation()
  const items = await bot.timeline(id)
  expect(items.find(({ type }) => type === 'note')?.text).toBe('Wrote vip')
  const lead = await leadOf(id)
  expect(lead).toMatchObject({ tags: ['VIP'], attributes: { city: 'Pune' }, assigned_to: Number(user_id) })
})

it('starts another flow, which knows the answers of the first', async () => {
  const inner = await bot.publish(flowOf(say('hi', 'Inner: {{last_message}}'), end))
  const outer = await bot.startedBy(
    'parcel',
    flowOf(say('a', 'Outer', 'go'), { id: 'go', kind: 'flow', flow_id: inner, next: {} }),
  )
  const person = await bot.person()
  await person.say('parcel')
  expect(textsOf(await person.untilSent('Inner: parcel'))).toEqual(['Outer', 'Inner: parcel'])
  const { token } = bot.asha
  const figuresOf = async (id: number) =>
    (await bot.server.call(chatbotFlows.figures, { token, params: { id } })).body.figures
  expect(await figuresOf(inner)).toMatchObject({ entered: 1, completed: 1, handed_over: 0 })
  expect(await figuresOf(outer)).toMatchObject({ entered: 1, completed: 1, handed_over: 0 })
  // Where the other one cannot be started, a person goes on, and so does the figure.
  await bot.server.call(chatbotFlows.archive, { token, params: { id: inner }, body: { archived: true } })
  const second = await bot.person()
  await second.say('parcel')
  await bot.untilTimeline(await second.conversation(), (all) =>
    all.some(({ event }) => event === 'bot_handed_over'),
  )
  expect(await figuresOf(outer)).toMatchObject({ entered: 2, completed: 1, handed_over: 1 })
})

it('waits, and takes the way of a time-out where nobody answers', async () => {
  await bot.startedBy(
    'later',
    flowOf(
      { id: 'wait', kind: 'wait', minutes: 60, next: { next: 'ask' } },
      {
        id: 'ask',
        kind: 'question',
        text: 'Still there?',
        answer: 'text',
        variable: 'there',
        choices: [],
        repeat_text: '',
        min: null,
        max: null,
        timeout_minutes: 30,
        next: { next: 'end', timeout: 'bye' },
      },
      say('bye', 'We close this for now'),
      end,
    ),
  )
  const person = await bot.person()
  await person.say('later')
  await person.untilTaken(1)
  const id = await person.conversation()
  expect(textsOf(await bot.timeline(id))).toEqual([])
  await timePasses(id)
  await person.untilSent('Still there?')
  await timePasses(id)
  await person.untilSent('We close this for now')
  expect(textsOf(await bot.timeline(id))).toEqual(['Still there?', 'We close this for now'])
})

it('puts a conversation that it hands over before the team, though it was read and closed', async () => {
  const { server, asha } = bot
  await bot.startedBy(
    'soon',
    flowOf(
      { id: 'wait', kind: 'wait', minutes: 60, next: { next: 'team' } },
      { id: 'team', kind: 'hand_over', text: 'A colleague writes to you.', next: {} },
      end,
    ),
  )
  const person = await bot.person()
  await person.say('soon')
  await person.untilTaken(1)
  const id = await person.conversation()
  const of = { token: asha.token, params: { id } }
  const shown = async () => {
    const { conversation } = (await server.call(conversations.get, of)).body
    const { state, unread, labels, bot: by } = conversation
    return { state, unread, labels, bot: by }
  }
  expect(await shown()).toMatchObject({ unread: 1, bot: 'answered' })
  await server.call(conversations.read, { ...of, body: {} })
  // As one who looked at it and put it aside; a person who closes it ends the flow.
  await sql`update conversations set state = 'closed' where id = ${id}`.execute(server.app.db)
  expect(await shown()).toEqual({ state: 'closed', unread: 0, labels: [], bot: null })
  await timePasses(id)
  await person.untilSent('A colleague writes to you.')
  expect(await shown()).toEqual({ state: 'open', unread: 1, labels: [], bot: null })
})

it('says of an unread message whether the bot decides on it yet, answered it or left it to the team', async () => {
  const { addRule, server } = bot
  await addRule(
    { kind: 'keyword', mode: 'is', words: ['club'], language: 'any' },
    { kind: 'tag', tag: 'Club' },
  )
  const person = await bot.person()
  const shown = async () => (await bot.conversationWith(person.digits)).bot
  await person.say('club')
  await person.untilTaken(1)
  expect(await shown(), 'a tag is no answer').toBe(null)
  await sql`delete from bot_handled where conversation_id = ${await person.conversation()}`.execute(
    server.app.db,
  )
  expect(await shown()).toBe('pending')
  await sql`update inbound_messages set received_at = ${new Date(Date.now() - 10_000)}
    where conversation_id = ${await person.conversation()}`.execute(server.app.db)
  expect(await shown(), 'it was not taken in time').toBe(null)
})

it('hands over where an address does not answer and nothing else comes next', async () => {
  const call = {
    id: 'call',
    kind: 'http',
    method: 'POST',
    url: 'https://127.0.0.1/order',
    headers: [],
    body: '{"order": "{{last_message}}"}',
    outputs: [],
    next: { next: 'end' },
  } as const
  await bot.startedBy('call', flowOf({ ...call, headers: [], outputs: [] }, end))
  const person = await bot.person()
  await person.say('call')
  const items = await bot.untilTimeline(await person.conversation(), (all) =>
    all.some(({ event }) => event === 'bot_handed_over'),
  )
  expect(items.find(({ event }) => event === 'bot_handed_over')?.details).toMatchObject({
    reason: 'http_failed',
  })
})

it('sends nothing free into a closed window: it goes on when they write, or hands over', async () => {
  await bot.startedBy(
    'tomorrow',
    flowOf({ id: 'wait', kind: 'wait', minutes: 1500, next: { next: 'hi' } }, say('hi', 'Good morning'), end),
  )
  const person = await bot.person()
  await person.say('tomorrow')
  await person.untilTaken(1)
  const id = await person.conversation()
  await closeWindow(id)
  await timePasses(id)
  expect(textsOf(await bot.timeline(id))).toEqual([])
  await person.say('Anybody there?')
  await person.untilSent('Good morning')

  const silent = await bot.person()
  await silent.say('tomorrow')
  await silent.untilTaken(1)
  const other = await silent.conversation()
  await closeWindow(other)
  await timePasses(other)
  await sql`update bot_sessions set expires_at = now() - interval '1 hour' where conversation_id = ${other}`.execute(
    bot.server.app.db,
  )
  await endExpired(bot.server.app)
  const items = await bot.timeline(other)
  expect(textsOf(items)).toEqual([])
  expect(items.find(({ event }) => event === 'bot_handed_over')?.details).toMatchObject({
    reason: 'window_closed',
  })
})

const start = {
  id: 'ask',
  kind: 'question',
  text: 'Which word?',
  answer: 'text',
  variable: 'word',
  choices: [] as string[],
  repeat_text: '',
  min: null,
  max: null,
  timeout_minutes: null,
  next: { next: 'got' },
} as const

it('takes "start" as an answer where a flow asked, and asks nothing about messages', async () => {
  await bot.startedBy('quiz', flowOf({ ...start, choices: [] }, say('got', 'You said {{word}}'), end))
  const person = await bot.person()
  await person.say('quiz')
  await person.untilSent('Which word?')
  await person.say('Start')
  await person.untilSent('You said Start')
  const asked = () =>
    bot.server.app.db
      .selectFrom('consent_questions')
      .select('id')
      .where('address', '=', `+${person.digits}`)
      .execute()
  expect(await asked()).toEqual([])
  await person.say('Start')
  await person.untilTaken(3)
  expect(await asked(), 'outside of a flow it is asked').toHaveLength(1)
})

it('goes on where it stood when two conversations turn out to be one person', async () => {
  await bot.startedBy('riddle', flowOf({ ...start, choices: [] }, say('got', 'It was {{word}}'), end))
  const digits = newDigits()
  const userId = `IN.${digits}77`
  await bot.deliver(digits, [text('Is the shop open?')])
  const { id } = await bot.conversationWith(digits)
  await bot.deliver(null, [{ from_user_id: userId, ...text('riddle') }])
  const sent = () =>
    bot.server.app.db.selectFrom('conversation_sends').select('text').where('conversation_id', '=', id)
  await bot.deliver(digits, [{ from_user_id: userId, ...text('candle') }])
  await bot.untilTimeline(id, (all) => textsOf(all).includes('It was candle'))
  expect((await sent().orderBy('at').execute()).map((one) => one.text)).toEqual([
    'Which word?',
    'It was candle',
  ])
})
