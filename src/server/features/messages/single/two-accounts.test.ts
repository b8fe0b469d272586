import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import { templates } from '#contract/templates.ts'
import { openShop, type Shop } from '#server/features/campaigns/campaigns.fixture.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { queueSingle } from './single-send.ts'

const [secondAccount, secondNumber] = ['990', '999']
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer()
  shop = await openShop(server)
  await openSecondAccount()
})
afterAll(() => server.close())

/** A second account with a number, whose templates are other ones; the sandbox connects one account at a time. */
async function openSecondAccount(): Promise<void> {
  const { businessId } = shop
  const { db, secrets } = server.app
  const copy = async (table: string, where: string, change: Record<string, unknown>) => {
    await sql`
      insert into ${sql.table(table)}
      select (jsonb_populate_record(t, ${JSON.stringify(change)}::jsonb)).* from ${sql.table(table)} t
      where business_id = ${businessId} and ${sql.raw(where)} limit 1`.execute(db)
  }
  await copy('whatsapp_accounts', 'true', { waba_id: secondAccount })
  const token = secrets.seal('a token', `whatsapp_accounts ${businessId} ${secondAccount} token`)
  await db
    .updateTable('whatsapp_accounts')
    .set({ token_ciphertext: token.ciphertext, token_key_id: token.key_id })
    .where('waba_id', '=', secondAccount)
    .execute()
  const number = { phone_number_id: secondNumber, display_phone_number: '+91 99999 99999', is_default: false }
  await copy('phone_numbers', 'is_default', { waba_id: secondAccount, ...number })
  const same = {
    waba_id: secondAccount,
    id: '9901',
    components: [{ type: 'BODY', text: 'Bonjour {{1}}, bienvenue.' }],
  }
  await copy('provider_templates', `name = 'weekend_offer'`, same)
  const own = { waba_id: secondAccount, id: '9902', name: 'only_second' }
  await copy('provider_templates', `name = 'weekend_offer'`, { ...same, ...own })
}

const from = { phone_number_id: secondNumber }

it('sends the template of the account that the number belongs to', async () => {
  for (const template_name of ['weekend_offer', 'only_second'])
    await queueSingle(server.app, shop.businessId, {
      to: '+919811044556',
      template_name,
      language: 'en_US',
      parameters: ['Meera'],
      ...from,
    })
  const { rows } = await sql<{ template: string; text: string }>`
    select c.provider_template_id as template, c.components -> 0 ->> 'text' as text
    from messages m join message_contents c on c.business_id = m.business_id and c.id = m.content_id
    where m.business_id = ${shop.businessId} and m.phone_number_id = ${secondNumber} order by m.id`.execute(
    server.app.db,
  )
  expect(rows).toEqual([
    { template: '9901', text: 'Bonjour {{1}}, bienvenue.' },
    { template: '9902', text: 'Bonjour {{1}}, bienvenue.' },
  ])
})

it.each(['failed', 'unknown'] as const)(
  'sends again as the account of its number has it: %s',
  async (status) => {
    const { id } = await queueSingle(server.app, shop.businessId, {
      to: '+919811044557',
      template_name: 'weekend_offer',
      language: 'en_US',
      parameters: ['Meera'],
      ...from,
    })
    const of = { token: shop.token }
    await sql`update messages set status = ${status}, due_at = null, reason = ${status === 'unknown' ? 'ask_owner' : null}
    where business_id = ${shop.businessId} and id = ${id}`.execute(server.app.db)
    const settled = { ids: [id], as: 'send_again' as const }
    const again =
      status === 'failed'
        ? await server.call(messages.resend, { ...of, params: { id } })
        : await server.call(messages.settleUnknown, { ...of, body: settled })
    expect(again.status).toBe(200)
    const { rows } = await sql<{ text: string }>`
    select c.components -> 0 ->> 'text' as text
    from messages m join message_contents c on c.business_id = m.business_id and c.id = m.content_id
    where m.business_id = ${shop.businessId} and m.id = ${id}`.execute(server.app.db)
    expect(rows).toEqual([{ text: 'Bonjour {{1}}, bienvenue.' }])
  },
)

it('refuses a template that only another account has', async () => {
  const { status, body } = await server.call(messages.send, {
    token: shop.token,
    body: { to: '+919811044556', template_name: 'only_second', parameters: ['Meera'] },
  })
  expect(status).toBe(422)
  expect(body.message).toMatch(/no template/)
})

it('lists the templates of a number’s account', async () => {
  const names = async (query: object) => {
    const { body } = await server.call(templates.listMeta, { token: shop.token, query })
    return body.templates.map(({ template_name }) => template_name)
  }
  expect((await names(from)).sort()).toEqual(['only_second', 'weekend_offer'])
  expect(await names({})).not.toContain('only_second')
})
