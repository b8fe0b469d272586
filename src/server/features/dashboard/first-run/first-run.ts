import { sql } from 'kysely'
import type { dashboard } from '#contract/dashboard.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { App } from '#server/app.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'

type Answer = AnswerOf<typeof dashboard.firstRun>
type Facts = {
  account: Date
  message: Date | null
  read_seconds: number | null
  customers: Date | null
  campaign: Date | null
  number: Date | null
  dismissed: boolean
}

/** The first steps of a business and which of them are done, each read from the rows that it leaves. */
export async function getFirstRun(app: App, businessId: number): Promise<Answer> {
  const facts = await readFacts(app, businessId)
  const isTest = app.settings.testUsers === true
  const number = { code: 'number' as const, done_at: dateOf(facts.number), read_seconds: null }
  const steps: Answer['steps'] = [
    { code: 'account', done_at: dateOf(facts.account), read_seconds: null },
    ...(isTest ? [] : [number]),
    { code: 'message', done_at: dateOf(facts.message), read_seconds: facts.read_seconds },
    { code: 'customers', done_at: dateOf(facts.customers), read_seconds: null },
    { code: 'campaign', done_at: dateOf(facts.campaign), read_seconds: null },
    ...(isTest ? [number] : []),
  ]
  return { shown: !facts.dismissed && steps.some(({ done_at }) => done_at === null), steps }
}

const dateOf = (date: Date | null): string | null => date?.toISOString() ?? null

/** Each step by the first row that shows it; none of them reads more than a few rows. */
async function readFacts(app: App, businessId: number): Promise<Facts> {
  const of = (column: string) => sql`${sql.ref(column)} = b.id and ${onNodeOf(businessId, column)}`
  const { rows } = await sql<Facts>`
    select b.created_at as account,
      (select accepted_at from messages
        where ${of('business_id')} and accepted_at is not null order by id limit 1) as message,
      (select extract(epoch from read_at - accepted_at)::float8 from messages m
        join test_phones p on p.business_id = m.business_id and p.greeting_id = m.id
        where ${of('m.business_id')} and ${onNodeOf(businessId, 'p.business_id')} order by m.id limit 1) as read_seconds,
      (select created_at from leads l where ${of('l.business_id')}
        and not exists (select from test_phones p where ${of('p.business_id')} and p.address = l.phone)
        order by id limit 1) as customers,
      (select accepted_at from messages where ${of('business_id')} and campaign_id is not null
        and accepted_at is not null order by id limit 1) as campaign,
      (select connected_at from whatsapp_accounts
        where business_id = b.id and status <> 'disconnected' and not test
        order by connected_at limit 1) as number,
      exists (select from first_runs where ${of('business_id')}) as dismissed
    from businesses b where b.id = ${businessId}`.execute(app.db)
  return rows[0]!
}

/** Puts the list of steps away for good. */
export async function dismissFirstRun(app: App, businessId: number): Promise<void> {
  await sql`insert into first_runs (business_id, dismissed_at) values (${businessId}, ${app.now()})
    on conflict do nothing`.execute(app.db)
}
