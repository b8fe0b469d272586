import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Sequence,
  type SequenceContent,
  type SequenceStep,
  sequences,
} from '#contract/growth/sequences.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { stepSequences } from './plan/step-sequences.ts'
import {
  addPeople,
  contentWith,
  dayMs,
  later,
  messagesLeave,
  openShop,
  runningSequence,
  type Shop,
  send,
  wait,
} from './sequences.fixture.ts'

// Steps are taken only when a test says so, and nothing leaves.
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

const get = async (id: number, version?: number) =>
  (
    await server.call(sequences.get, {
      token: shop.token,
      params: { id },
      query: version === undefined ? {} : { version },
    })
  ).body.sequence
const add = (id: number, lead_ids: number[]) =>
  server.call(sequences.add, { token: shop.token, params: { id }, body: { audience: { lead_ids } } })
const people = async (id: number) =>
  (await server.call(sequences.people, { token: shop.token, params: { id } })).body.people
const step = (ms = 0) => stepSequences(later(server.app, ms))
const create = (steps: SequenceStep[]) =>
  server.call(sequences.create, { token: shop.token, body: { name: 'Welcome', content: contentWith(steps) } })

type Check = Extract<SequenceStep, { kind: 'check' }>
const isVip = (yes: Check['yes'], no: Check['no']): Check => ({
  kind: 'check',
  test: 'tag',
  tag: 'vip',
  yes,
  no,
})
const tag = (name: string, after?: Extract<SequenceStep, { kind: 'tag' }>['after']): SequenceStep => ({
  kind: 'tag',
  tag: name,
  ...(after !== undefined && { after }),
})

/** Which steps each lead got a message of, in order. */
async function stepsSent(id: number): Promise<Record<number, number[]>> {
  const { rows } = await sql<{ lead_id: number; steps: number[] }>`
    select lead_id, array_agg(sequence_step order by sequence_step) as steps from messages
    where business_id = ${shop.businessId} and sequence_id = ${id} group by 1`.execute(server.app.db)
  return Object.fromEntries(rows.map((row) => [row.lead_id, row.steps]))
}

/** Who came to a step is there, left there, or went on; who went on came to where they went. */
function addsUp({ figures, totals, content }: Sequence): void {
  const arrived = new Map<number, number>([[0, totals.started]])
  for (const { went } of figures)
    for (const { step, count } of went) arrived.set(step, (arrived.get(step) ?? 0) + count)
  for (const [at, { entered, waiting, goal, stopped, went }] of figures.entries()) {
    const counts = [waiting, goal, ...stopped.map(({ count }) => count), ...went.map(({ count }) => count)]
    expect(
      counts.reduce((a, b) => a + b, 0),
      `step ${at}`,
    ).toBe(entered)
    expect(arrived.get(at) ?? 0, `to step ${at}`).toBe(entered)
  }
  expect(arrived.get(content.steps.length) ?? 0).toBe(totals.finished)
}

/** Message; a day; vip? yes: message 5, no: message 3, which ends; all others tag at the end. */
const twoPaths = (): SequenceContent =>
  contentWith([
    send(shop),
    wait(1),
    isVip({ step: 4 }, 'next'),
    { ...(send(shop) as Extract<SequenceStep, { kind: 'send' }>), after: 'end' },
    wait(1),
    send(shop),
    tag('Thanked'),
  ])

it('each answer of a check has its own path, and the figures of both add up', async () => {
  const id = await runningSequence(server, shop, twoPaths())
  const vips = await addPeople(server, shop, 2, { tags: ['vip'] })
  const others = await addPeople(server, shop, 3)
  await add(id, [...vips, ...others])
  await step()
  addsUp(await get(id))
  await messagesLeave(server, id)
  await step(1.1 * dayMs)
  addsUp(await get(id))
  expect((await get(id)).totals).toMatchObject({ started: 5, waiting: 2, finished: 3 })
  expect((await people(id)).filter(({ state }) => state === 'active').map((one) => one.step)).toEqual([4, 4])
  await step(2.3 * dayMs)
  const shown = await get(id)
  addsUp(shown)
  expect(shown.figures.map(({ entered }) => entered)).toEqual([5, 5, 5, 3, 2, 2, 2])
  expect(shown.figures[2]!.went).toEqual([
    { step: 3, count: 3 },
    { step: 4, count: 2 },
  ])
  expect(shown.figures[3]!.went).toEqual([{ step: 7, count: 3 }])
  expect(await stepsSent(id)).toEqual({
    ...Object.fromEntries(vips.map((lead) => [lead, [0, 5]])),
    ...Object.fromEntries(others.map((lead) => [lead, [0, 3]])),
  })
})

it('an answer leaves, with the goal or without, and the other one goes on', async () => {
  const id = await runningSequence(
    server,
    shop,
    contentWith([isVip('next', 'goal'), send(shop), isVip('leave', 'next')]),
  )
  const [vip, other] = [await addPeople(server, shop, 1, { tags: ['vip'] }), await addPeople(server, shop, 2)]
  await add(id, [...vip, ...other])
  await step()
  const shown = await get(id)
  addsUp(shown)
  expect(shown.totals).toMatchObject({ goal: 2, finished: 0, stopped: [{ reason: 'check', count: 1 }] })
})

it('a message after a wait is reached by a path that goes past others, also when it is put off or refused', async () => {
  const content = contentWith(
    [
      isVip('next', { step: 2 }),
      { ...wait(1), after: { step: 3 } },
      tag('Passed', 'end'),
      send(shop),
      tag('Last'),
    ],
    { cap: { messages: 1, days: 7 } },
  )
  const id = await runningSequence(server, shop, content)
  const [free, capped] = (await addPeople(server, shop, 2, { tags: ['vip'] })) as [number, number]
  const [refused] = (await addPeople(server, shop, 1, { tags: ['vip'], consent: 'none' })) as [number]
  const other = await runningSequence(server, shop, contentWith([send(shop)]))
  await add(other, [capped])
  await step()
  await add(id, [free, capped, refused])
  await step()
  await step(1.1 * dayMs)
  const at = Object.fromEntries((await people(id)).map((one) => [one.lead_id, [one.state, one.step]]))
  expect(at).toEqual({ [free]: ['finished', 5], [capped]: ['active', 3], [refused]: ['stopped', 3] })
  const shown = await get(id)
  addsUp(shown)
  expect(shown.figures.map(({ entered }) => entered)).toEqual([3, 3, 0, 3, 1])
})

it('a sequence is paused and resumed between two paths, and people stay in the version of theirs', async () => {
  const id = await runningSequence(server, shop, twoPaths())
  const [vip] = (await addPeople(server, shop, 1, { tags: ['vip'] })) as [number]
  await add(id, [vip])
  await step()
  const run = (running: boolean) =>
    server.call(sequences.run, { token: shop.token, params: { id }, body: { running } })
  await run(false)
  await step(1.1 * dayMs)
  expect((await people(id))[0]).toMatchObject({ state: 'active', step: 1 })
  const saved = await server.call(sequences.save, {
    token: shop.token,
    params: { id },
    body: {
      name: 'Welcome',
      version: 1,
      content: contentWith([send(shop), isVip('leave', 'next'), send(shop)]),
    },
  })
  expect(saved.status).toBe(200)
  await run(true)
  await messagesLeave(server, id)
  await step(1.1 * dayMs)
  await step(2.3 * dayMs)
  expect((await people(id))[0]).toMatchObject({ state: 'finished', version: 1, step: 7 })
  expect(await stepsSent(id)).toEqual({ [vip]: [0, 5] })
  expect((await get(id, 1)).content.steps[2]).toEqual(isVip({ step: 4 }, 'next'))
})

it('a version from before answers had ways keeps its meaning', async () => {
  const steps = [send(shop), { kind: 'check', test: 'tag', tag: 'vip', is_goal: true }, send(shop)]
  const id = await runningSequence(server, shop, contentWith([send(shop)]))
  await sql`update sequence_versions set content = jsonb_set(content, '{steps}', ${JSON.stringify(steps)}::jsonb)
    where business_id = ${shop.businessId} and sequence_id = ${id}`.execute(server.app.db)
  const [vip] = (await addPeople(server, shop, 1, { tags: ['vip'] })) as [number]
  const [other] = (await addPeople(server, shop, 1)) as [number]
  await add(id, [vip, other])
  await step()
  expect((await get(id)).content.steps[1]).toEqual(isVip('goal', 'next'))
  expect((await get(id)).totals).toMatchObject({ goal: 1, finished: 1 })
  expect(await stepsSent(id)).toEqual({ [vip]: [0], [other]: [0, 2] })
})

it('a way leads only to a later step, and every step is reached', async () => {
  const handOver: SequenceStep = { kind: 'hand_over', user_id: null, note: '' }
  const refused = async (steps: SequenceStep[]) => {
    const { status, body } = await create(steps)
    expect(status).toBe(400)
    return JSON.stringify(body)
  }
  expect(await refused([send(shop), isVip({ step: 0 }, 'next'), send(shop)])).toContain('Choose a later step')
  expect(await refused([send(shop), isVip({ step: 1 }, 'next'), send(shop)])).toContain('Choose a later step')
  expect(await refused([send(shop), isVip({ step: 3 }, 'next'), send(shop)])).toContain('Choose a later step')
  expect(await refused([send(shop), tag('a', { step: 0 })])).toContain('Choose a later step')
  expect(await refused([send(shop), isVip('leave', 'goal'), send(shop)])).toContain(
    'No path leads to this step',
  )
  expect(await refused([send(shop), tag('a', 'end'), tag('b')])).toContain('No path leads to this step')
  expect(await refused([send(shop), handOver, send(shop)])).toContain('Make “Hand over” the last step')
  expect((await create([send(shop), isVip({ step: 3 }, 'next'), handOver, send(shop)])).status).toBe(200)
})
