import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversions } from '#contract/analytics/conversions.ts'
import { segments } from '#contract/growth/segments.ts'
import { sequences } from '#contract/growth/sequences.ts'
import { leads } from '#contract/leads.ts'
import { undoRows } from '#server/features/leads/import/write/undo-rows.ts'
import { applyIdentityChange, renameTag } from '#server/features/leads/leads.ts'
import { mergeLeads } from '#server/features/leads/records/merge.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { stepSequences } from './plan/step-sequences.ts'
import {
  addPeople,
  contentWith,
  later,
  openShop,
  runningSequence,
  type Shop,
  send,
  wait,
} from './sequences.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

let minutes = 0
const step = () => stepSequences(later(server.app, ++minutes * 120_000))
const start = (trigger: Parameters<typeof contentWith>[1] & object) =>
  runningSequence(server, shop, contentWith([wait(1), send(shop)], { again: true, ...trigger }))

/** Sequences of each trigger that a change of leads may begin; the segment is of who has no such tag. */
async function startAll(tag: string): Promise<() => Promise<number[][]>> {
  const { token } = shop
  const rules = {
    match: 'all' as const,
    rules: [{ about: 'tag' as const, is: 'none' as const, tags: [tag] }],
  }
  const made = await server.call(segments.create, { token, body: { name: `Not ${tag}`, rules } })
  await server.call(conversions.saveSettings, { token, body: { window_days: 7, bought_tag: tag } })
  const ids = [
    await start({ trigger: { on: 'lead' } }),
    await start({ trigger: { on: 'tag', tag } }),
    await start({ trigger: { on: 'segment', segment: made.body.segment.id } }),
    await start({ trigger: { on: 'conversion', event: null } }),
  ]
  await step()
  return () =>
    Promise.all(
      ids.map(async (id) =>
        (await server.call(sequences.people, { token, params: { id } })).body.people.map(
          ({ lead_id }) => lead_id!,
        ),
      ),
    )
}

async function bulk(lead_ids: number[], change: { action: 'delete' | 'tag' | 'untag'; tag?: string }) {
  const body = { audience: { lead_ids }, ...change }
  const answer = await server.call(leads.bulk, { token: shop.token, body } as never)
  expect(answer.body.change).toMatchObject({ status: 'done', changed: lead_ids.length })
  // The segment is looked at without them.
  await step()
  return answer.body.change.id
}
async function undo(id: number) {
  const { body } = await server.call(leads.undoChange, { token: shop.token, params: { id } })
  expect(body.change.status).toBe('undone')
  await step()
}

it('an undo begins no sequence, and what follows it does', async () => {
  const [tagged] = await addPeople(server, shop, 1, { tags: ['Guest'] })
  const [other] = await addPeople(server, shop, 1)
  const entered = await startAll('Guest')
  await undo(await bulk([tagged!, other!], { action: 'delete' }))
  expect(await entered()).toEqual([[], [], [], []])
  await undo(await bulk([other!], { action: 'tag', tag: 'Guest' }))
  const afterTag = await entered()
  expect(afterTag).toEqual([[], [other], [], [other]])
  const untagged = await bulk([tagged!], { action: 'untag', tag: 'Guest' })
  const before = await entered()
  expect(before).toEqual([[], [other], [tagged], [other]])
  await undo(untagged)
  expect(await entered()).toEqual(before)
  const [fresh] = await addPeople(server, shop, 1)
  await step()
  expect(await entered()).toEqual([[fresh], [other], [fresh, tagged], [other]])
})

it('an import that is undone begins no sequence for people who are as they were', async () => {
  const { businessId, userId } = shop
  const [known] = await addPeople(server, shop, 1)
  const { phone, name } = await server.app.db
    .selectFrom('leads')
    .select(['phone', 'name'])
    .where('id', '=', known!)
    .executeTakeFirstOrThrow()
  const entered = await startAll('Imported')
  const at = new Date()
  const file = { file_name: 'a.csv', bytes: 1, kind: 'csv', status: 'done', settings: '{}', analysis: '{}' }
  const { id: importId } = await server.app.db
    .insertInto('lead_imports')
    .values({ ...file, business_id: businessId, applied_at: at, created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { name, phone: phone!, email: null, tags: ['Imported'], attributes: {}, consent_at: null }
  const options = { source: 'csv', at, importId, consentSource: 'import', consentDetails: 'till', userId }
  await server.app.transaction((tx) =>
    mergeLeads(tx.db, businessId, [{ ...row, consent: 'none' }], options as never),
  )
  await step()
  const before = await entered()
  expect(before).toEqual([[], [known], [], [known]])
  expect(await undoRows(server.app, businessId, importId)).toBe(0)
  await step()
  expect(await entered()).toEqual(before)
})

it('another number or name of a tag makes nobody new', async () => {
  const [moves] = await addPeople(server, shop, 1, { tags: ['Regular'] })
  const [found] = await addPeople(server, shop, 1, { tags: ['regular'] })
  const { phone } = await server.app.db
    .selectFrom('leads')
    .select('phone')
    .where('id', '=', moves!)
    .executeTakeFirstOrThrow()
  const entered = await startAll('Regular')
  await applyIdentityChange(server.app, {
    businessId: shop.businessId,
    before: { phone, bsuid: null },
    now: { phone: '+919700088123', bsuid: null },
    at: new Date(),
  })
  await server.app.transaction((tx) => renameTag(tx, shop.businessId, 'regular', 'Regular'))
  const rows = await server.app.db
    .selectFrom('leads')
    .select('tags')
    .where('business_id', '=', shop.businessId)
    .where((eb) => eb.or([eb('phone', '=', '+919700088123'), eb('id', '=', found!)]))
    .execute()
  expect(rows).toEqual([{ tags: ['Regular'] }, { tags: ['Regular'] }])
  await step()
  expect(await entered()).toEqual([[], [], [], []])
})
