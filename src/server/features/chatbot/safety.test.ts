import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatbotRules } from '#contract/chatbot/chatbot.ts'
import { conversations } from '#contract/conversations.ts'
import { dashboard } from '#contract/dashboard.ts'
import { requeueFailed } from '#server/features/webhooks/stored.ts'
import { eventually } from '#test/server.ts'
import { end, flowOf, howMany, openBot, textsOf } from './chatbot.fixture.ts'
import { endExpired } from './run/end-waits.ts'

let bot: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  bot = await openBot()
})
afterAll(() => bot.server.close())

const question = howMany('done')
const done = { id: 'done', kind: 'text', text: '{{many}} it is', next: { next: 'end' } } as const

it('asks again twice, then hands over', async () => {
  await bot.startedBy('count', flowOf(question, done, end))
  const person = await bot.person()
  await person.say('count')
  await person.untilSent('How many?')
  for (const answer of ['none', '\u202e\u200b', 'a hundred']) await person.say(answer)
  const items = await bot.untilTimeline(await person.conversation(), (all) =>
    all.some(({ event }) => event === 'bot_handed_over'),
  )
  expect(textsOf(items)).toEqual(['How many?', 'How many?', 'How many?'])
})

it('never answers a STOP, and never talks over a person', async () => {
  await bot.startedBy('talk', flowOf(question, done, end))
  const person = await bot.person()
  await person.say('talk')
  await person.untilSent('How many?')
  const id = await person.conversation()
  await bot.send(id, { type: 'text', text: 'I take over' })
  await person.say('3')
  await person.untilTaken(2)
  expect(textsOf(await bot.timeline(id))).toEqual(['How many?', 'I take over'])
  const other = await bot.person()
  await other.say('talk')
  await other.untilSent('How many?')
  await other.say('STOP')
  await other.say('4')
  await other.untilTaken(3)
  const items = await bot.timeline(await other.conversation())
  expect(textsOf(items)).not.toContain('4 it is')
})

const handedOver = async () =>
  (await bot.server.call(chatbotRules.list, { token: bot.asha.token })).body.week.handed_over

it('stops where another machine answers itself', async () => {
  await bot.addRule(
    { kind: 'keyword', mode: 'contains', words: ['robot'], language: 'any' },
    { kind: 'reply', text: 'A robot?' },
  )
  const before = await handedOver()
  const person = await bot.person()
  await person.say(...Array.from({ length: 30 }, () => 'robot'))
  const items = await bot.untilTimeline(await person.conversation(), (all) =>
    all.some(({ event }) => event === 'bot_stopped'),
  )
  expect(textsOf(items).length).toBeLessThanOrEqual(3)
  const [conversation] = (await bot.list()).filter(({ address }) => address === `+${person.digits}`)
  expect(conversation?.labels).toContain('bot-stopped')
  expect(await handedOver()).toBe(before + 1)
})

it('counts among those it handed over in a week whom a rule gave to a person', async () => {
  await bot.addRule({ kind: 'keyword', mode: 'is', words: ['human'], language: 'any' }, { kind: 'hand_over' })
  const before = await handedOver()
  const person = await bot.person()
  await person.say('human')
  await bot.untilTimeline(await person.conversation(), (all) =>
    all.some(({ event }) => event === 'bot_handed_over'),
  )
  expect(await handedOver()).toBe(before + 1)
})

it('puts a conversation in which it stopped before the team: open, at the top, unread, and in their list', async () => {
  const { server, asha } = bot
  const { token } = asha
  await bot.addRule(
    { kind: 'keyword', mode: 'is', words: ['hours'], language: 'any' },
    { kind: 'reply', text: 'Nine to five.' },
  )
  const person = await bot.person()
  await person.say('hours')
  await person.untilSent('Nine to five.')
  const id = await person.conversation()
  await person.say('hours')
  await person.untilTaken(2)
  const other = await bot.person()
  await other.say('Good morning')
  await other.conversation()
  // A colleague looks at what comes in and snoozes it while the answer is on its way.
  await sql`create function read_at_once() returns trigger language plpgsql as $$
    begin
      new.read_inbound_id = new.last_inbound_id;
      new.state = 'snoozed';
      new.snoozed_until = now() + interval '1 day';
      new.last_at = now() - interval '1 hour';
      return new;
    end $$`.execute(server.app.db)
  await sql`create trigger read_at_once before update of last_inbound_id on conversations
    for each row execute function read_at_once()`.execute(server.app.db)
  await person.say('hours')
  const items = await bot.untilTimeline(id, (all) => all.some(({ event }) => event === 'bot_stopped'))
  await sql`drop function read_at_once cascade`.execute(server.app.db)
  expect(items.at(-1)?.details).toMatchObject({ reason: 'same_message' })
  expect(textsOf(items)).toEqual(['Nine to five.', 'Nine to five.'])
  expect((await bot.list({ unread: true }))[0]).toMatchObject({ id, state: 'open', unread: 1 })
  const turns = async () => (await server.call(dashboard.stats, { token })).body.your_turn
  expect(await turns()).toContainEqual(
    expect.objectContaining({ kind: 'conversation', to: `/conversations/${id}` }),
  )
  await server.call(conversations.read, { token, params: { id }, body: {} } as never)
  expect((await turns()).map(({ to }) => to)).not.toContain(`/conversations/${id}`)
})

it('takes two messages at once in their order, and many of one person each once', async () => {
  await bot.startedBy('pair', flowOf(question, done, end))
  const person = await bot.person()
  await Promise.all([person.say('pair', '7'), person.say('hello there')])
  expect(textsOf(await person.untilSent('7 it is'))).toEqual(['How many?', '7 it is'])
  const busy = await bot.person()
  await busy.say(...Array.from({ length: 300 }, (_, nr) => `text ${nr}`), 'pair', '8')
  await busy.untilSent('8 it is')
  await busy.untilTaken(302)
})

it('goes another way where an address is our own', async () => {
  await bot.startedBy(
    'inside',
    flowOf(
      {
        id: 'call',
        kind: 'http',
        method: 'GET',
        url: 'https://127.0.0.1/secret',
        headers: [],
        body: '',
        outputs: [],
        next: { next: 'end', failed: 'sorry' },
      },
      { id: 'sorry', kind: 'text', text: 'Not now', next: { next: 'end' } },
      end,
    ),
  )
  const person = await bot.person()
  await person.say('inside')
  expect(textsOf(await person.untilSent('Not now'))).toEqual(['Not now'])
})

it('sends an approved template with the answers of the person as its values', async () => {
  await bot.startedBy(
    'parcel',
    flowOf(
      {
        id: 'parcel',
        kind: 'template',
        template: 'order_shipped',
        language: 'en_US',
        parameters: ['{{name}}', 'A-1042', 'A-1042'],
        next: { next: 'done' },
      },
      { id: 'done', kind: 'text', text: 'Anything else?', next: { next: 'end' } },
      end,
    ),
  )
  const person = await bot.person()
  await person.say('parcel')
  const sent = await person.untilSent('Anything else?')
  expect(textsOf(sent)).toEqual([
    'Hello Rukmini Bai, your order A-1042 is on its way to you.',
    'Anything else?',
  ])
  const found = await bot.list({ search: 'rukmini A-1042 its way' })
  expect(found.map(({ id }) => id)).toEqual([await person.conversation()])
})

it('sends no template that was deleted since the flow was published', async () => {
  await bot.startedBy(
    'offer',
    flowOf(
      {
        id: 'offer',
        kind: 'template',
        template: 'hello_world',
        language: 'en_US',
        parameters: [],
        next: { next: 'end' },
      },
      end,
    ),
  )
  // It was there when the flow was published.
  await sql`update provider_templates set deleted_at = now() where name = 'hello_world'`.execute(
    bot.server.app.db,
  )
  const person = await bot.person()
  await person.say('offer')
  const items = await bot.untilTimeline(await person.conversation(), (all) =>
    all.some(({ event }) => event === 'bot_handed_over'),
  )
  expect(items.at(-1)?.details).toMatchObject({ reason: 'template_failed' })
})

it('leaves an answer to a session that is over', async () => {
  await bot.startedBy('late', flowOf(question, done, end))
  const person = await bot.person()
  await person.say('late')
  await person.untilSent('How many?')
  const id = await person.conversation()
  await sql`update bot_sessions set expires_at = now() - interval '1 hour' where conversation_id = ${id}`.execute(
    bot.server.app.db,
  )
  await endExpired(bot.server.app)
  await person.say('5')
  await person.untilTaken(2)
  const items = await bot.timeline(id)
  expect(textsOf(items)).toEqual(['How many?'])
})

it('writes nothing where the transaction breaks, and answers once by itself afterwards', async () => {
  await bot.startedBy('crash', flowOf(question, done, end))
  const person = await bot.person()
  await sql`alter table bot_sessions add constraint broken check (waits is null) not valid`.execute(
    bot.server.app.db,
  )
  await person.say('crash')
  const id = await person.conversation()
  // Tried as one of a batch and alone, in vain.
  await eventually('the failure', async () => {
    const { rows } = await sql`select from webhook_events where problem = 'not_applied'`.execute(
      bot.server.app.db,
    )
    return rows.length > 0
  })
  expect(textsOf(await bot.timeline(id))).toEqual([])
  await sql`alter table bot_sessions drop constraint broken`.execute(bot.server.app.db)
  expect(textsOf(await person.untilSent('How many?'))).toEqual(['How many?'])
})

it('does not answer what could be kept only hours later', async () => {
  await bot.startedBy('hello', flowOf(question, done, end))
  const person = await bot.person()
  const { db } = bot.server.app
  await sql`alter table bot_sessions add constraint broken check (waits is null) not valid`.execute(db)
  await person.say('hello')
  const failed = async () =>
    (await sql`select from webhook_events where problem = 'not_applied'`.execute(db)).rows.length > 0
  await eventually('the failure', failed)
  await sql`update webhook_events set received_at = now() - interval '5 hours' where problem = 'not_applied'`.execute(
    db,
  )
  await sql`alter table bot_sessions drop constraint broken`.execute(db)
  await requeueFailed(bot.server.app, 'days')
  await eventually('its place in the inbox', async () => !(await failed()))
  expect(textsOf(await bot.timeline(await person.conversation()))).toEqual([])
})
