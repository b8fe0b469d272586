import { sql } from 'kysely'
import type { FlowDefinition, RuleAction, RuleMatch, Step } from '#contract/chatbot/chatbot.ts'
import { chatbotFlows, chatbotRules } from '#contract/chatbot/chatbot.ts'
import type { TimelineItem } from '#contract/conversations.ts'
import { newDigits, openInbox, text } from '#server/features/conversations/conversations.fixture.ts'
import { eventually, type TestServerOptions } from '#test/server.ts'
import { At } from './run/jobs.ts'
import { wake } from './run/wake.ts'

type Part<S> = S extends Step ? Omit<S, 'x' | 'y' | 'name'> : never

/** Steps without their places on the canvas. */
export const flowOf = (...steps: Part<Step>[]): FlowDefinition => ({
  start: steps[0]?.id ?? null,
  steps: steps.map((step) => ({ name: '', x: 0, y: 0, ...step }) as Step),
})

export const end = { id: 'end', kind: 'end', text: '', next: {} } as const

/** A question for a number from 1 to 9. */
export const howMany = (next: string) =>
  ({
    id: 'ask',
    kind: 'question',
    text: 'How many?',
    answer: 'number',
    variable: 'many',
    choices: [] as string[],
    repeat_text: '',
    min: 1,
    max: 9,
    timeout_minutes: null,
    next: { next },
  }) as const

/** What the bot and the team said; questions about consent are neither. */
export const textsOf = (items: readonly TimelineItem[]): (string | null)[] =>
  items.filter(({ type, bot, user_name }) => type === 'out' && (bot || user_name)).map(({ text }) => text)

/** An inbox with a chatbot that can be given rules and flows. */
export async function openBot(options: Pick<TestServerOptions, 'keys'> = {}) {
  // A stand-in for the AI answers on this machine.
  const inbox = await openInbox({ linkNetworks: ['127.0.0.2/32'], ...options })
  const { server, asha } = inbox
  const { token } = asha
  async function addRule(match: RuleMatch, action: RuleAction, by = token) {
    const { body } = await server.call(chatbotRules.create, { token: by, body: { match, action } })
    return body.rule
  }
  async function publish(definition: FlowDefinition, by = token): Promise<number> {
    const { body } = await server.call(chatbotFlows.create, { token: by, body: { name: 'Test' } })
    const { id, revision } = body.flow
    const saved = await server.call(chatbotFlows.save, {
      token: by,
      params: { id },
      body: { revision, definition },
    })
    const { flow } = saved.body
    const { status } = await server.call(chatbotFlows.publish, {
      token: by,
      params: { id },
      body: { revision: flow.revision },
    })
    if (status !== 200) throw new Error(JSON.stringify(saved.body.problems))
    return id
  }
  /** A word that starts a flow. */
  async function startedBy(word: string, definition: FlowDefinition, by = token): Promise<number> {
    const flow_id = await publish(definition, by)
    await addRule(
      { kind: 'keyword', mode: 'is', words: [word], language: 'any' },
      { kind: 'flow', flow_id },
      by,
    )
    return flow_id
  }
  /** @param digits choose what the sandbox does with what they get. */
  async function person(digits = newDigits()) {
    // The sandbox holds to the window too: messages to people who did not write to it fail.
    const { accounts, limits } = server.sandbox.world
    limits.openWindow(accounts.phones.get(inbox.account.phone_number_id)!, digits, Date.now())
    const say = (...texts: string[]) => inbox.deliver(digits, texts.map(text))
    const press = (id: string, title: string) =>
      inbox.deliver(digits, [
        { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id, title } } },
      ])
    const conversation = async () => (await inbox.conversationWith(digits)).id
    const untilSent = async (...texts: string[]): Promise<TimelineItem[]> => {
      const items = await inbox.untilTimeline(await conversation(), (all) => {
        const sent = all.filter(({ type }) => type === 'out').map((one) => one.text)
        return texts.every((one) => sent.includes(one))
      })
      return items.filter(({ type }) => type === 'out')
    }
    /** So many of their messages have been taken by the chatbot. */
    const untilTaken = (count: number) =>
      eventually('the chatbot', async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from bot_handled where conversation_id = ${await conversation()}`.execute(
          server.app.db,
        )
        return rows[0]?.count === count
      })
    return { untilTaken, digits, say, press, conversation, untilSent }
  }
  /** The time that somebody waits for is over, and the job comes. */
  async function timePasses(id: number): Promise<void> {
    const { rows } = await sql<{ business_id: number; run: number; step: string; visit: number }>`
      update bot_sessions set due = now() - interval '1 second',
        state = jsonb_set(state, '{due}', to_jsonb(to_char(now() at time zone 'utc' - interval '1 second',
          'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
      where conversation_id = ${id}
      returning business_id, run, state ->> 'step' as step,
        (state -> 'visits' ->> (state ->> 'step'))::int as visit`.execute(server.app.db)
    const row = rows[0]!
    await wake(server.app, At.parse({ ...row, business_id: Number(row.business_id), conversation_id: id }))
  }
  return { ...inbox, addRule, publish, startedBy, person, timePasses }
}
