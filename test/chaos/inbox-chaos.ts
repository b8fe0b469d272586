import { sql } from 'kysely'
import { chatbotFlows, chatbotRules, type FlowDefinition } from '#contract/chatbot/chatbot.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import type { App } from '#server/app.ts'
import { At, wakeJob } from '#server/features/chatbot/run/jobs.ts'
import { ownerReasons } from '#server/features/messages/messages.ts'
import { type ChaosInstall, type OpenDatabase, openChaosInstall } from './install.ts'
import { openShop, orderOf, type Shop } from './shop.ts'
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
  /** Customers whose order the bot's call did not make once: no call, or calls that the shop cannot know as one. */
  wrongCalls: string[]
  /** Calls of the shop, also those that were made again after a kill. */
  calls: number
  /** Calls whose worker was killed before the shop had answered. */
  cutOff: number
  written: number
  answered: number
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Customers chat with a bot that asks, orders at a shop, sends a template and waits, while the processes that work are
 * killed; then the phones and the shop are compared with the inbox.
 */
export async function runInboxChaos(options: InboxChaosOptions): Promise<InboxChaosReport> {
  const say = options.say ?? (() => undefined)
  const install = await openChaosInstall({ database: options.database })
  const { app, sandbox, businessId } = install
  sandbox.settings({
    delays: { sent: [5, 30], delivered: [10, 60], read: [20, 100], reply: [100, 400], answer: [2, 20] },
    pairRate: false,
  })
  let workers: Workers | undefined
  const shop = await openShop()
  try {
    workers = await startWorkers(options.workers, { ...install.environment, LINK_NETWORKS: shop.network })
    await publishBot(install, options.steps, shop)
    const start = performance.now()
    const people = Array.from({ length: options.customers }, (_, n) => `919${String(n).padStart(6, '0')}144`)
    for (const from of people) {
      sandbox.persona({ persona: 'presses', from })
      sandbox.inbound({ from, text: 'quiz' })
    }
    let isOver = false
    const cutOff = cutOffCall(shop, workers, () => isOver)
    const [least, most] = options.killEveryMs
    for (let kill = 0; kill < options.kills; kill++) {
      await wait(least + Math.random() * (most - least))
      workers.killOne()
      say(`killed a worker (${workers.killed()})`)
    }
    await untilQuiet(options, start, app, sandbox, say).finally(() => {
      isOver = true
    })
    const callKills = await cutOff
    return {
      seconds: (performance.now() - start) / 1000,
      kills: workers.killed() - callKills,
      cutOff: shop.cutOff(),
      ...(await compare(app, sandbox, businessId, people, options.steps, shop)),
    }
  } finally {
    await workers?.stop()
    shop.close()
    await install.close()
  }
}

const question = (step: number) => `Question ${step}?`
const farewell = 'That was all.'

const mostCallKills = 6

/** Kills workers until one of them had a call of the shop under way. @returns how many. */
async function cutOffCall(shop: Shop, { killOne }: Workers, isOver: () => boolean): Promise<number> {
  let kills = 0
  while (!isOver() && shop.cutOff() === 0 && kills < mostCallKills) {
    if (shop.open() >= 2) {
      killOne()
      kills++
      await wait(200)
    }
    await wait(20)
  }
  return kills
}

const template = { template: 'order_shipped', language: 'en_US' }
/** What the template says to a customer: the shop's answer is in it. */
const shipped = (from: string) => `Asha ${orderOf(from)}`

/** A question with a button for each step, each leading to the next; an order, a template with it, a wait, a last word. */
async function publishBot({ app, call }: ChaosInstall, steps: number, shop: Shop): Promise<void> {
  await untilKnown(app)
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
        next: { 'answer:yes': index + 1 < steps ? `q${index + 2}` : 'order' },
      })),
      {
        ...place,
        id: 'order',
        kind: 'http' as const,
        method: 'POST' as const,
        url: 'https://shop.example/orders?phone={{phone}}',
        headers: [],
        body: '{}',
        outputs: [{ path: 'order.id', variable: 'order' }],
        next: { next: 'shipped' },
      },
      {
        ...place,
        ...template,
        id: 'shipped',
        kind: 'template' as const,
        parameters: ['Asha', '{{order}}', '{{order}}'],
        next: { next: 'wait' },
      },
      { ...place, id: 'wait', kind: 'wait' as const, minutes: 60, next: { next: 'last' } },
      { ...place, id: 'last', kind: 'text' as const, text: farewell, next: { next: 'end' } },
      { ...place, id: 'end', kind: 'end' as const, text: '', next: {} },
    ],
  }
  const { flow } = await call(chatbotFlows.create, { body: { name: 'Questions' } })
  const params = { id: flow.id }
  const saved = await call(chatbotFlows.save, { params, body: { revision: flow.revision, definition } })
  await call(chatbotFlows.publish, { params, body: { revision: saved.flow.revision } })
  // Only https can be published; the shop has no certificate.
  await sql`
    update bot_flow_versions set definition = replace(definition::text, 'https://shop.example', ${shop.url})::jsonb
    where flow_id = ${flow.id}`.execute(app.db)
  await call(chatbotRules.create, {
    body: {
      match: { kind: 'keyword', mode: 'is', words: ['quiz'], language: 'any' },
      action: { kind: 'flow', flow_id: flow.id },
    },
  })
}

/** Until the workers have read the template from WhatsApp. */
async function untilKnown(app: App): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from provider_templates where name = ${template.template} and language = ${template.language}`.execute(
      app.db,
    )
    if (rows.length > 0) return
    await wait(200)
  }
}

/** The time of those who wait is over, once nothing that was sent to them before is under way. */
async function passTime(app: App): Promise<void> {
  const { rows } = await sql`
    update bot_sessions s set due = now() - interval '1 second', state = jsonb_set(s.state, '{due}', to_jsonb(
      to_char(now() at time zone 'utc' - interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
    from conversations c
    where c.business_id = s.business_id and c.id = s.conversation_id and s.waits = 'timer' and s.due > now()
      and not exists (select from messages m where m.business_id = c.business_id and m.recipient_phone = c.address
        and (m.status in ('queued', 'sending')
          or m.status = 'unknown' and not m.reason = any(${ownerReasons}::text[])))
    returning s.business_id::int, s.conversation_id::int, s.run, s.state ->> 'step' as step,
      (s.state -> 'visits' ->> (s.state ->> 'step'))::int as visit`.execute(app.db)
  for (const at of rows) await app.enqueue(wakeJob, At.parse(at))
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
    await passTime(app)
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
      where name in ('messages.lane', 'webhooks.apply-stored', 'chatbot.call', 'chatbot.wake') group by name, state, retry_count`.execute(
    app.db,
  )
  return rows.map(({ text }) => text).join('; ')
}

async function compare(
  app: App,
  sandbox: Sandbox,
  businessId: number,
  people: string[],
  steps: number,
  shop: Shop,
) {
  const questions = Array.from({ length: steps }, (_, index) => question(index + 1))
  const sent = new Map<string, string[]>()
  for (const { to, content } of sandbox.world.ledger.rows()) {
    const words = Array.isArray(content) ? textOfTemplate(content) : textOf(content)
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
    select m.recipient_phone as address, h.text from messages m
    join conversation_sends h on h.business_id = m.business_id and h.message_id = m.id
    where m.business_id = ${businessId} and m.status = 'unknown'`.execute(app.db)
  const handedOver = new Set(given.map(({ address }) => address.slice(1)))
  const isLost = (from: string, text: string) =>
    unknown.some((one) => one.address.slice(1) === from && one.text === text)
  /** A question that is unknown was not sent a second time, nor anything after it; the flow goes on after the rest. */
  const partOf = (from: string): string[] => {
    const asked = entered.filter(({ address }) => address.slice(1) === from).length
    if (handedOver.has(from)) return questions.slice(0, Math.max(0, asked - 1))
    return [
      ...questions,
      ...(isLost(from, template.template) ? [] : [shipped(from)]),
      ...(isLost(from, farewell) ? [] : [farewell]),
    ]
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
          // The questions, the order, the template, the wait, the last word and the end.
          return count === steps + 5 ? [] : [`${from} took ${count} steps`]
        }),
    ],
    wrongCalls: people.flatMap((from) => {
      const keys = shop.keysOf(from)
      const isRight = keys.size === (handedOver.has(from) ? 0 : 1) && !keys.has('')
      return isRight ? [] : [`${from}: ${[...keys]}`]
    }),
    calls: shop.calls(),
    written: people.reduce((sum, from) => sum + written(from).length, 0),
    answered: [...sent.values()].reduce((sum, all) => sum + all.length, 0),
  }
}

function textOf(content: unknown): string {
  const { body } = content as { body?: string | { text?: string } }
  return (typeof body === 'object' ? body.text : body) ?? ''
}

/** The values of a template's body. */
const textOfTemplate = (components: { type: string; parameters?: { text: string }[] }[]): string =>
  components
    .filter(({ type }) => type === 'body')
    .flatMap(({ parameters = [] }) => parameters.map(({ text }) => text))
    .join(' ')
