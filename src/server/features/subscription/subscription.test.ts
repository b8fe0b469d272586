import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subscription } from '#contract/subscription.ts'
import { openTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

describe("this month's usage", () => {
  it('counts the messages of the month in the business’s own zone, by outcome, and they add up', async () => {
    const { token, businessId } = await server.signUp()
    await sql`
      with content as (
        insert into message_contents (business_id, template_name, language, category, components)
        values (${businessId}, 'offer', 'en_US', 'MARKETING', '[]') returning id
      ), month as (
        select date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' as start
      )
      insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, created_at)
      select ${businessId}, content.id, '1', '+9198123456' || n, (array['read', 'read', 'failed', 'sent'])[n],
             case n when 4 then month.start - interval '1 second' else month.start end
      from content, month, generate_series(1, 4) n`.execute(server.app.db)
    const { body } = await server.call(subscription.get, { token })
    expect(body.usage.messages).toMatchObject({ planned: 3, read: 2, failed: 1, sent: 0 })
    expect(body.timezone).toBe('Asia/Kolkata')
    expect(body.plan.limits.messages).toBeNull()
  })
})
