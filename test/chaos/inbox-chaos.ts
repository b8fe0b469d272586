import { sql } from 'kysely'
import { chatbotFlows, chatbotRules, type FlowDefinition } from '#contract/chatbot/chatbot.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import type { App } from '#server/app.ts'
import { ownerReasons } from '#server/features/messages/messages.ts'
import { type ChaosInstall, type OpenDatabase, openChaosInstall } from './install.ts'
import { startWorkers, type Workers } from './workers.ts'

export type InboxChaosOptions = {
  /** A server of its own where it is left out. */
  database?: OpenDatabase
  customers: number
  /** Questions that the bot asks each of them. */
  steps: number
  workers: number
  kills: number
  killEveryMs: readonly [least: number, most: number]
  withinMs: number
  say?: (line: string) => void
}

export type InboxChaosReport = {
  seconds: number
  kills: number
  /** Customers whose question was under way when its worker was killed: people answer them now, and the inbox says so. */
  handedOver: number
  /** Messages that were under way at a kill and never arrived; not sent again without the owner. */
  unknown: number
  /** What each customer was sent that is not each question once and in order, to the end or to the hand-over. */
  wrongChats: string[]
  /** Conversations that do not show what the customer wrote, each once and in order. */
  wrongTimelines: string[]
  /** Steps that were entered more than once, or not at all. */
  wrongSteps: string[]
  written: number
  answered: number
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Customers chat with a bot while the processes that work are killed; then the phones are compared with the inbox. */
export async function runInboxChaos(options: InboxChaosOptions): Promise<InboxChaosReport> {
  const say = options.say ?? (() => undefined)
  const install = await openChaosInstall({ database: options.database })
  const { app, sandbox, businessId } = install
  sandbox.settings({
    delays: { sent: [5, 30], delivered: [10, 60], read: [20, 100], reply: [100, 400], answer: [2, 20] },
    pairRate: false,
  })
  let workers: Workers | undefined
  try {
    await publishBot(install, options.steps)
    workers = await startWorkers(options.workers, install.environment)
    const start = performance.now()
    const people = Array.from({ length: options.customers }, (_, n) => `919${String(n).padStart(6, '0')}144`)
    for (const from of people) {
      sandbox.persona({ persona: 'presses', from })
      sandbox.inbound({ from, text: 'quiz' })
    }
    const [least, most] = options.killEveryMs
    for (let kill = 0; kill < options.kills; kill++) {
      await wait(least + Math.random() * (most - least))
      workers.killOne()
      say(`killed a worker (${workers.killed()})`)
    }
    await untilQuiet(options, start, app, sandbox, say)
    return {
      seconds: (performance.now() - start) / 1000,
      kills: workers.killed(),
      ...(await compare(app, sandbox, businessId, people, options.steps)),
    }
  } finally {
    await workers?.stop()
    await install.close()
  }
}

const question = (step: number) => `Question ${step}?`
const farewell = 'That was all.'

/** A question with a button for each step, each leading to the next, and a last word. */
async function publishBot({ call }: ChaosInstall, steps: number): Promise<void> {
  const place = { name: '', x: 0, y: 0 }
  const definition: FlowDefinition = {
    start: 'q1',
    steps: [
      ...Array.from({ length: steps }, (_, index) => ({
        ...place,
        id: `q${index + 1}`,
        kind: 'buttons' as const,
        text: question(index + 1),
        buttons: [{ id: 'yes', title: `Yes to ${index + 1}` }],
        variable: `answer${index + 1}`,
        timeout_minutes: null,
        next: { 'answer:yes': index + 1 < steps ? `q${index + 2}` : 'last' },
      })),
      { ...place, id: 'last', kind: 'text' as const, text: farewell, next: { next: 'end' } },
      { ...place, id: 'end', kind: 'end' as const, text: '', next: {} },
    ],
  }
  const { flow } = await call(chatbotFlows.create, { body: { name: 'Questions' } })
  const params = { id: flow.id }
  const saved = await call(chatbotFlows.save, { params, body: { revision: flow.revision, definition } })
  await call(chatbotFlows.publish, { params, body: { revision: saved.flow.revision } })
  await call(chatbotRules.create, {
    body: {
      match: { kind: 'keyword', mode: 'is', words: ['quiz'], language: 'any' },
      action: { kind: 'flow', flow_id: flow.id },
    },
  })
}

/** Until every customer has the last word or is with people, and nothing more can come. */
async function untilQuiet(
  options: InboxChaosOptions,
  start: number,
  app: App,
  sandbox: Sandbox,
  say: (line: string) => void,
): Promise<void> {
  let isSettled = false
  for (;;) {
    await wait(500)
    const { rows } = await sql<{ ended: number; open: number }>`
      select (select count(*)::int from bot_events where kind in ('completed', 'handed_over') and step is null) as ended,
        (select count(*)::int from messages where status in ('queued', 'sending')
            or status = 'unknown' and not reason = any(${ownerReasons}::text[]))
          + (select count(*)::int from webhook_queue) as open`.execute(app.db)
    const { ended, open } = rows[0]!
    if (ended >= options.customers && open === 0) {
      if (isSettled) return
      // The last words of customers are on their way: what they bring is waited for as well.
      await sandbox.settled()
      isSettled = true
      continue
    }
    if (performance.now() - start > options.withinMs) {
      throw new Error(
        `${ended} of ${options.customers} conversations ended within ${options.withinMs} ms; ${await standing(app)}`,
      )
    }
    say(`${ended} conversations have ended`)
  }
}

/** Counts of all that is not finished, by state. */
async function standing(app: App): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select 'messages ' || status || ' ' || coalesce(reason, '') || ': ' || count(*) as text
      from messages group by status, reason
    union all select 'webhooks waiting: ' || count(*) from webhook_queue
    union all select 'sessions waiting for ' || waits || ': ' || count(*) from bot_sessions
      where waits is not null group by waits
    union all select 'unanswered: ' || count(*) from inbound_messages i where not exists (
      select from bot_handled h where h.business_id = i.business_id and h.inbound_id = i.id)
    union all select 'lane ' || coalesce('paused: ' || pause_code, 'not paused') from lanes
    union all select 'jobs ' || name || ' ' || state || ', tries ' || retry_count || ': ' || count(*) from pgboss.job
      where name in ('messages.lane', 'webhooks.apply-stored') group by name, state, retry_count`.execute(
    app.db,
  )
  return rows.map(({ text }) => text).join('; ')
}

async function compare(app: App, sandbox: Sandbox, businessId: number, people: string[], steps: number) {
  const wanted = [...Array.from({ length: steps }, (_, index) => question(index + 1)), farewell]
  const sent = new Map<string, string[]>()
  for (const { to, content } of sandbox.world.ledger.rows()) {
    const body = content as { body?: string | { text?: string } }
    const words = typeof body.body === 'object' ? body.body.text : body.body
    sent.set(to, [...(sent.get(to) ?? []), words ?? ''])
  }
  const { rows: shown } = await sql<{ address: string; wamids: string[] }>`
    select c.address, array_agg(i.wamid order by i.at, i.id) as wamids from conversations c
    join inbound_messages i on i.business_id = c.business_id and i.conversation_id = c.id
    where c.business_id = ${businessId} group by c.id, c.address`.execute(app.db)
  const timelines = new Map(shown.map(({ address, wamids }) => [address.slice(1), wamids]))
  const { rows: entered } = await sql<{
    step: string
    conversation_id: number
    address: string
    count: number
  }>`
    select e.step, e.conversation_id, c.address, count(*)::int as count from bot_events e
    join conversations c on c.business_id = e.business_id and c.id = e.conversation_id
    where e.business_id = ${businessId} and e.kind = 'entered' and e.step is not null
    group by e.step, e.conversation_id, c.address`.execute(app.db)
  // Only an unknown message is a reason, and the team was notified once.
  const { rows: given } = await sql<{ address: string }>`
    select c.address from conversations c
    where c.business_id = ${businessId} and c.state = 'open'
      and (select count(*) from conversation_events h where h.business_id = c.business_id and h.conversation_id = c.id
        and h.kind = 'bot_handed_over' and h.details ->> 'reason' = 'message_unknown') = 1
      and exists (select from messages m where m.business_id = c.business_id and m.recipient_phone = c.address
        and m.status = 'unknown' and m.reason = any(${ownerReasons}::text[]))`.execute(app.db)
  const { rows: unknown } = await sql<{ address: string; text: string }>`
    select recipient_phone as address, variables[1] as text from messages
    where business_id = ${businessId} and status = 'unknown'`.execute(app.db)
  const handedOver = new Set(given.map(({ address }) => address.slice(1)))
  const isLost = (from: string, text: string) =>
    unknown.some((one) => one.address.slice(1) === from && one.text === text)
  /** The question that is unknown was not sent a second time, nor anything after it; after the last word nothing comes. */
  const partOf = (from: string): string[] => {
    const asked = entered.filter(({ address }) => address.slice(1) === from).length
    if (handedOver.has(from)) return wanted.slice(0, Math.max(0, asked - 1))
    return isLost(from, farewell) ? wanted.slice(0, -1) : wanted
  }
  const written = (from: string) => sandbox.world.chats.of(sandboxSeed.phone.id, from).map(({ id }) => id)
  const differs = (a: readonly string[], b: readonly string[] = []) => a.join('\n') !== b.join('\n')
  return {
    handedOver: handedOver.size,
    unknown: unknown.length,
    wrongChats: people
      .filter((from) => differs(partOf(from), sent.get(from)))
      .map((from) => `${from}: ${sent.get(from)}`),
    wrongTimelines: people.filter((from) => differs(written(from), timelines.get(from))),
    wrongSteps: [
      ...entered
        .filter(({ count }) => count !== 1)
        .map(({ step, conversation_id, count }) => `${step} of ${conversation_id}: ${count} times`),
      ...people
        .filter((from) => !handedOver.has(from))
        .flatMap((from) => {
          const count = new Set(
            entered.filter(({ address }) => address.slice(1) === from).map(({ step }) => step),
          ).size
          // The questions, the last word and the end.
          return count === steps + 2 ? [] : [`${from} took ${count} steps`]
        }),
    ],
    written: people.reduce((sum, from) => sum + written(from).length, 0),
    answered: [...sent.values()].reduce((sum, all) => sum + all.length, 0),
  }
}
