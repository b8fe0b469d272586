import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { conversations } from '#contract/conversations.ts'
import { archiveMessages } from '#server/features/messages/messages.ts'
import { openWholeBusiness, readyForWholeBusinesses, type WholeBusiness } from '#test/http/whole-business.ts'
import { openTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: WholeBusiness
beforeAll(async () => {
  server = await openTestServer()
  await readyForWholeBusinesses(server)
  asha = await openWholeBusiness(server, 'Quillmarzipan')
})
afterAll(() => server.close())

it('shows and exports a campaign as before, sends none of it again, and leaves conversations whole', async () => {
  const { db } = server.app
  const { token, sentCampaign: id } = asha
  await sql`update messages set status = 'failed', failed_at = now(), due_at = null, reason = null,
    error_code = 131026 where status in ('unknown', 'queued', 'sending')`.execute(db)
  await sql`update dispatches set drained_at = now()`.execute(db)
  await sql`update campaigns set status = 'Completed' where id = ${id}`.execute(db)
  await sql`update messages set created_at = (created_at at time zone 'UTC' - interval '300 days') at time zone 'UTC'`.execute(
    db,
  )
  const campaign = async () => (await server.call(campaigns.get, { token, params: { id } })).body.campaign
  const file = async () => {
    const answer = await fetch(`${server.url}${campaigns.exportCsv.path.replace('{id}', String(id))}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return await answer.text()
  }
  const { conversation } = asha.conversations
  const timeline = async () =>
    (await server.call(conversations.timeline, { token, params: { id: conversation } } as never)).body
  const before = { campaign: await campaign(), file: await file(), timeline: await timeline() }
  expect(before.campaign).toMatchObject({ archived: false, outcomes: { planned: 4 } })
  expect(JSON.stringify(before.timeline)).toContain('Quillmarzipan')

  const { removed } = await archiveMessages(server.app, new Date(Date.now() - 200 * 86_400_000))
  expect(removed).toBeGreaterThanOrEqual(3)
  expect(await campaign()).toEqual({
    ...before.campaign,
    archived: true,
    actions: [],
    preview: expect.anything(),
  })
  expect(await file()).toBe(before.file)
  expect(before.file).toContain('+91')
  expect(await timeline()).toEqual(before.timeline)
})
