import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { kindOf } from '#server/features/messages/messages.ts'
import { groupWrites } from '#server/platform/group-writes.ts'
import type { PublicForm } from './form/forms.ts'
import type { PageMark } from './page-mark.ts'

/** `visitor` by whichever way; `comer` by this one. */
type Visit = {
  businessId: number
  formId: number
  day: string
  way: PageMark['way']
  visitor: Buffer
  comer: Buffer
}
type Browser = { address: string; headers: Parameters<typeof kindOf>[1] }

/** Visits are gathered longer than clicks: nobody waits for them. */
const limits = { largest: 1000, gatherMs: 200, timeoutMs: 10_000 }

/**
 * Counts who opens a form, without a cookie: a visitor is an address and a browser, as a hash whose key is another one
 * each day. The page does not wait; a visit that cannot be stored is left out. Needs no worker.
 */
export function createVisitCount(
  app: App,
): (form: PublicForm, way: PageMark['way'], browser: Browser) => void {
  const store = groupWrites((group: readonly Visit[]) => insert(app, group), limits)
  return ({ businessId, id: formId }, way, { address, headers }) => {
    if (kindOf('GET', headers) !== 'person') return
    const day = app.now().toISOString().slice(0, 10)
    const key = app.secrets.keyFor(`opt-in visitors of business ${businessId} on ${day}`)
    const browser = `${address} ${headers['user-agent']}`
    const hash = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, 16)
    const visit = { businessId, formId, day, way, visitor: hash(browser), comer: hash(`${way} ${browser}`) }
    store(visit).catch((error: unknown) =>
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
        ${column('way')}::text[], ${column('visitor')}::bytea[], ${column('comer')}::bytea[])
        a (business_id, form_id, day, way, visitor, comer)
      join optin_forms f on f.business_id = a.business_id and f.id = a.form_id),
    past as (delete from optin_visitors where day < (select min(day) from seen)),
    fresh as (
      insert into optin_visitors (business_id, form_id, day, visitor, way)
      select distinct business_id, form_id, day, v.visitor, v.way
      from seen s cross join lateral (values (s.visitor, null), (s.comer, s.way)) v (visitor, way) order by 1, 2, 3, 4
      on conflict do nothing returning business_id, form_id, day, way),
    new as (
      select business_id, form_id, day, count(*) filter (where way is null) as people,
        count(*) filter (where way = 'link') as by_link, count(*) filter (where way = 'qr') as by_qr,
        count(*) filter (where way = 'widget') as by_widget
      from fresh group by 1, 2, 3)
    insert into optin_visits (business_id, form_id, day, pages, people, by_link, by_qr, by_widget)
    select s.business_id, s.form_id, s.day, count(*), coalesce(max(n.people), 0), coalesce(max(n.by_link), 0),
      coalesce(max(n.by_qr), 0), coalesce(max(n.by_widget), 0)
    from seen s left join new n on n.business_id = s.business_id and n.form_id = s.form_id and n.day = s.day
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (business_id, form_id, day) do update set pages = optin_visits.pages + excluded.pages,
      people = optin_visits.people + excluded.people, by_link = optin_visits.by_link + excluded.by_link,
      by_qr = optin_visits.by_qr + excluded.by_qr, by_widget = optin_visits.by_widget + excluded.by_widget`.execute(
    app.db,
  )
  return group.map(() => null)
}
