import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { kindOf } from '#server/features/messages/messages.ts'
import { groupWrites } from '#server/platform/group-writes.ts'
import type { PublicForm } from './form/forms.ts'

type Visit = { businessId: number; formId: number; day: string; visitor: Buffer }
type Browser = { address: string; headers: Parameters<typeof kindOf>[1] }

/** Visits are gathered longer than clicks: nobody waits for them. */
const limits = { largest: 1000, gatherMs: 200, timeoutMs: 10_000 }

/**
 * Counts who opens a form, without a cookie: a visitor is an address and a browser, as a hash whose key is another one
 * each day. The page does not wait; a visit that cannot be stored is left out. Needs no worker.
 */
export function createVisitCount(app: App): (form: PublicForm, browser: Browser) => void {
  const store = groupWrites((group: readonly Visit[]) => insert(app, group), limits)
  return ({ businessId, id: formId }, { address, headers }) => {
    if (kindOf('GET', headers) !== 'person') return
    const day = app.now().toISOString().slice(0, 10)
    const visitor = createHmac(
      'sha256',
      app.secrets.keyFor(`opt-in visitors of business ${businessId} on ${day}`),
    )
      .update(`${address} ${headers['user-agent']}`)
      .digest()
      .subarray(0, 16)
    store({ businessId, formId, day, visitor }).catch((error: unknown) =>
      app.log.warn({ err: error, formId }, 'a visit of a form was not counted'),
    )
  }
}

async function insert(app: App, group: readonly Visit[]): Promise<null[]> {
  const column = <K extends keyof Visit>(key: K) => group.map((visit) => visit[key])
  await sql`
    with seen as materialized (
      -- The join leaves out a form that was deleted a moment ago.
      select a.* from unnest(${column('businessId')}::bigint[], ${column('formId')}::bigint[], ${column('day')}::date[],
        ${column('visitor')}::bytea[]) a (business_id, form_id, day, visitor)
      join optin_forms f on f.business_id = a.business_id and f.id = a.form_id),
    past as (delete from optin_visitors where day < (select min(day) from seen)),
    fresh as (
      insert into optin_visitors (business_id, form_id, day, visitor)
      select distinct business_id, form_id, day, visitor from seen order by 1, 2, 3, 4
      on conflict do nothing returning business_id, form_id, day)
    insert into optin_visits (business_id, form_id, day, pages, people)
    select s.business_id, s.form_id, s.day, count(*), (select count(*) from fresh f
      where f.business_id = s.business_id and f.form_id = s.form_id and f.day = s.day)
    from seen s group by 1, 2, 3 order by 1, 2, 3
    on conflict (business_id, form_id, day) do update set pages = optin_visits.pages + excluded.pages,
      people = optin_visits.people + excluded.people`.execute(app.db)
  return group.map(() => null)
}
