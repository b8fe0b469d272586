import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { lockConversations } from '#server/features/conversations/conversations.ts'
import { eventually } from '#test/server.ts'
import { end, flowOf, openBot, textsOf } from './chatbot.fixture.ts'
import { newSession } from './engine/session.ts'
import { commitTurns } from './run/commit.ts'
import { endExpired } from './run/end-waits.ts'
import { loadPlaces, type Place, settingsOf } from './run/load.ts'
import { failTemplate, newTurn, type Turn } from './run/turn.ts'

let bot: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  bot = await openBot()
  // An offer that ends when its value says.
  await eventually('the template', async () => {
    const { numAffectedRows } = await sql`update provider_templates set components = components ||
      '[{"type": "LIMITED_TIME_OFFER", "limited_time_offer": {"text": "Today", "has_expiration": true}}]'
      where name = 'hello_world'`.execute(bot.server.app.db)
    return numAffectedRows === 1n
  })
  await bot.startedBy('hello', flowOf(say('hi', 'Good morning'), end))
})
afterAll(() => bot.server.close())
afterEach(() => setAccount('connected'))

const say = (id: string, words: string) => ({ id, kind: 'text', text: words, next: { next: 'end' } }) as const
const template = (name: string, parameters: string[], next: Record<string, string> = {}) =>
  ({
    id: 'template',
    kind: 'template',
    template: name,
    language: 'en_US',
    parameters,
    next: { next: 'end', ...next },
  }) as const
const parcel = ['{{name}}', 'A-1042', 'A-1042']
const past = '2026-01-31T18:00:00+05:30'
const setAccount = (status: string) =>
  sql`update whatsapp_accounts set status = ${status} where waba_id = ${bot.account.waba_id}`.execute(
    bot.server.app.db,
  )
const handedOver = async (id: number) =>
  (await bot.untilTimeline(id, (all) => all.some(({ event }) => event === 'bot_handed_over'))).findLast(
    ({ event }) => event === 'bot_handed_over',
  )?.details
const notApplied = async () =>
  (await sql`select from webhook_events where problem = 'not_applied'`.execute(bot.server.app.db)).rows

it('takes the way of a failure where the account cannot send, and answers the next message', async () => {
  const steps = [template('order_shipped', parcel, { failed: 'sorry' }), say('sorry', 'We call you'), end]
  await bot.startedBy('parcel', flowOf(...steps))
  await setAccount('reconnect')
  const person = await bot.person()
  await person.say('parcel')
  expect(textsOf(await person.untilSent('We call you'))).toEqual(['We call you'])
  await person.say('hello')
  await person.untilSent('Good morning')
  expect(await notApplied()).toEqual([])
})

it('takes the way of a failure where an offer is over, and answers the next message', async () => {
  const steps = [template('hello_world', [past], { failed: 'sorry' }), say('sorry', 'It is over'), end]
  await bot.startedBy('sale', flowOf(...steps))
  const person = await bot.person()
  await person.say('sale')
  expect(textsOf(await person.untilSent('It is over'))).toEqual(['It is over'])
  await person.say('hello')
  await person.untilSent('Good morning')
  expect(await notApplied()).toEqual([])
})

it('hands over where a template fails and has no way for it', async () => {
  await bot.startedBy('discount', flowOf(template('hello_world', [past]), end))
  const person = await bot.person()
  await person.say('discount')
  expect(await handedOver(await person.conversation())).toMatchObject({ reason: 'template_failed' })
  expect(await notApplied()).toEqual([])
})

it('hands over after a wait where the account cannot send', async () => {
  const wait = { id: 'wait', kind: 'wait', minutes: 60, next: { next: 'template' } } as const
  await bot.startedBy('tomorrow', flowOf(wait, template('order_shipped', parcel), end))
  const person = await bot.person()
  await person.say('tomorrow')
  await person.untilTaken(1)
  const id = await person.conversation()
  await setAccount('reconnect')
  await bot.timePasses(id)
  expect(await handedOver(id)).toMatchObject({ reason: 'template_failed' })
})

it('hands over where a wait was over and nothing took the flow on', async () => {
  const wait = { id: 'wait', kind: 'wait', minutes: 60, next: { next: 'end' } } as const
  await bot.startedBy('tonight', flowOf(wait, end))
  const person = await bot.person()
  await person.say('tonight')
  await person.untilTaken(1)
  const id = await person.conversation()
  await sql`update bot_sessions set expires_at = now() - interval '1 hour' where conversation_id = ${id}`.execute(
    bot.server.app.db,
  )
  await endExpired(bot.server.app)
  expect(await handedOver(id)).toMatchObject({ reason: 'wait_failed' })
})

it('counts the flow that led to one whose template is refused as completed, and that one as handed over', () => {
  const entered = (flowId: number, kind: 'entered' | 'completed' = 'entered') =>
    ({ flowId, version: 1, entry: {}, kind }) as const
  const effect = {
    effect: 'send',
    step: 'template',
    visit: 1,
    message: { type: 'template', template: 'gone', language: 'en', parameters: [] },
  } as const
  const send = {
    effect: { ...effect, message: { ...effect.message, parameters: [] } },
    run: 2,
    cause: null,
    flowId: 2,
  }
  const events: Turn['events'] = [entered(1), entered(1, 'completed'), entered(2), entered(2, 'completed')]
  const turn: Turn = { ...newTurn({ session: null } as unknown as Place), events }
  failTemplate(turn, send)
  expect(turn.events.map(({ flowId, kind, entry }) => `${flowId} ${kind} ${entry.step ?? ''}`)).toEqual([
    '1 entered ',
    '1 completed ',
    '2 entered ',
    '2 handed_over template',
    '2 handed_over ',
  ])
})

it('hands over whose template is refused only when it is queued, and queues those of others', async () => {
  const { app } = bot.server
  const people = [await bot.person(), await bot.person()]
  for (const person of people) await person.say('Is the shop open?')
  const [refused, other] = await Promise.all(people.map((person) => person.conversation()))
  const { rows } = await sql<{ business_id: number }>`
    select business_id from conversations where id = ${refused}`.execute(app.db)
  const businessId = Number(rows[0]!.business_id)
  await app.transaction(async (tx) => {
    await lockConversations(tx, businessId)
    const settings = (await settingsOf(tx, businessId))!
    const places = await loadPlaces(tx, businessId, [refused!, other!], settings)
    const turns = places.map((place) => {
      const turn = newTurn({ ...place, run: 1, flow: { id: null, version: 1 }, session: newSession() })
      const template = place.conversationId === refused ? 'nobody_has_it' : 'order_shipped'
      const parameters = ['Rukmini', 'A-7', 'A-7']
      const messages = [
        { type: 'template' as const, template, language: 'en_US', parameters },
        { type: 'text' as const, text: 'Anything else?' },
      ]
      for (const [visit, message] of messages.entries())
        turn.sends.push({
          effect: { effect: 'send', step: 'one', visit, message },
          run: 1,
          cause: null,
          flowId: null,
        })
      return { ...turn, changed: true }
    })
    await commitTurns(tx, businessId, turns, 24)
  })
  expect(await handedOver(refused!)).toMatchObject({ reason: 'template_failed' })
  expect(textsOf(await bot.timeline(refused!)), 'nothing is said after it').toEqual([])
  expect(textsOf(await bot.timeline(other!))).toEqual([
    'Hello Rukmini, your order A-7 is on its way to you.',
    'Anything else?',
  ])
})
