import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { FormConfirm, FormContent, FormWay, type OptinForm } from '#contract/growth/optin-form.ts'
import type { optins } from '#contract/growth/optins.ts'
import type { App } from '#server/app.ts'
import { foldWords, meaningOf } from '#server/features/leads/leads.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { codeFor } from './codes.ts'
import { withKnownFields } from './fields.ts'
import { linkToWrite } from './join-text.ts'
import { checkQuestion } from './questions.ts'

type Values = BodyOf<typeof optins.create>
type Edit = BodyOf<typeof optins.save>

const mostForms = 200
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** 62^12 codes: nobody guesses one. */
const codeLength = 12

const newCode = (): string =>
  Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')

export async function listForms(app: App, businessId: number): Promise<OptinForm[]> {
  return await read(app, businessId, sql`true`)
}

/** @throws AppError `not_found` */
export async function getForm(app: App, businessId: number, id: number): Promise<OptinForm> {
  const [form] = await read(app, businessId, sql`f.id = ${id}`)
  if (!form) throw notFound('optinForm')
  return form
}

/** @throws AppError `rule_broken` beyond 200 forms. */
export async function createForm(app: App, businessId: number, values: Values): Promise<OptinForm> {
  await checkQuestion(app, businessId, values.confirm)
  const content = await withKnownFields(app, businessId, values.content)
  const keyword = await freeKeyword(app, businessId, values.keyword)
  const id = await app.transaction(async (tx) => {
    // Two at once would both be the last one.
    await lockOfBusiness(tx.db, businessId, 'opt-in forms')
    const { rows } = await sql<{ id: number }>`
      insert into optin_forms (business_id, code, name, is_open, tag, version, confirm, keyword, sites, created_at, updated_at)
      select ${businessId}, ${newCode()}, ${values.name}, false, ${values.tag || null}::text, 1,
        ${confirmJson(values)}::jsonb, ${keyword}::text, ${sitesOf(values)}::text[], ${tx.now()}, ${tx.now()}
      from optin_forms where business_id = ${businessId} having count(*) < ${mostForms}
      returning id`.execute(tx.db)
    const made = rows[0]
    if (!made) throw new AppError('rule_broken', t('growth.tooManyForms', { most: mostForms }))
    await addVersion(tx, businessId, Number(made.id), 1, content)
    await codeFor(tx, businessId, Number(made.id), { version: null, language: null })
    return Number(made.id)
  })
  return await getForm(app, businessId, id)
}

/**
 * Other words begin a new version: proofs name the version that was shown.
 * @throws AppError `not_found`, `conflict` where another edit was first
 */
export async function saveForm(app: App, businessId: number, id: number, values: Edit): Promise<OptinForm> {
  await checkQuestion(app, businessId, values.confirm)
  const content = await withKnownFields(app, businessId, values.content)
  const keyword = await freeKeyword(app, businessId, values.keyword, id)
  await app.transaction(async (tx) => {
    const form = await tx.db
      .selectFrom('optin_forms')
      .select(['version', 'revision'])
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!form) throw notFound('optinForm')
    if ((values.revision ?? form.revision) !== form.revision)
      throw new AppError('conflict', t('growth.formEditedMeanwhile'))
    const current = await getForm(tx, businessId, id)
    const isChanged = !isDeepStrictEqual(current.content, content)
    const version = isChanged ? form.version + 1 : form.version
    if (isChanged) await addVersion(tx, businessId, id, version, content)
    await tx.db
      .updateTable('optin_forms')
      .set({
        name: values.name,
        tag: values.tag || null,
        version,
        revision: form.revision + 1,
        confirm: confirmJson(values),
        keyword,
        sites: sitesOf(values),
        updated_at: tx.now(),
      })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
  })
  return await getForm(app, businessId, id)
}

const sitesOf = ({ sites }: Values): string[] => [...new Set(sites)]

const confirmJson = ({ confirm }: Values): string | null => confirm && JSON.stringify(confirm)

/**
 * As it is compared: folded.
 * @throws AppError `invalid_input` where a word means something already.
 */
async function freeKeyword(
  app: App,
  businessId: number,
  given: string | null,
  formId = 0,
): Promise<string | null> {
  if (!given) return null
  const keyword = foldWords(given)
  const { rows } = await sql`select from optin_forms
    where business_id = ${businessId} and keyword = ${keyword} and id <> ${formId}`.execute(app.db)
  const meaning = await meaningOf({ text: given, at: app.now(), phone: null, bsuid: null })
  if (keyword !== '' && rows.length === 0 && (meaning === undefined || meaning === 'subscribe'))
    return keyword
  const sentence = t('growth.keywordTaken', { word: given })
  throw new AppError('invalid_input', sentence, { fields: { keyword: sentence } })
}

/** @throws AppError `not_found` */
export async function openForm(
  app: App,
  businessId: number,
  id: number,
  isOpen: boolean,
): Promise<OptinForm> {
  const done = await app.db
    .updateTable('optin_forms')
    .set({ is_open: isOpen, updated_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!done) throw notFound('optinForm')
  return await getForm(app, businessId, id)
}

/**
 * Opens or closes one way alone.
 * @throws AppError `not_found`
 */
export async function openWay(
  app: App,
  businessId: number,
  id: number,
  { way, isOpen }: { way: FormWay; isOpen: boolean },
): Promise<OptinForm> {
  const others = sql`array_remove(ways_off, ${way}::text)`
  const { rows } = await sql`
    update optin_forms set ways_off = ${isOpen ? others : sql`${others} || ${way}::text`}, updated_at = ${app.now()}
    where business_id = ${businessId} and id = ${id} returning id`.execute(app.db)
  if (rows.length === 0) throw notFound('optinForm')
  return await getForm(app, businessId, id)
}

async function addVersion(
  tx: App,
  businessId: number,
  formId: number,
  version: number,
  content: FormContent,
): Promise<void> {
  await tx.db
    .insertInto('optin_form_versions')
    .values({
      business_id: businessId,
      form_id: formId,
      version,
      content: JSON.stringify(content),
      created_at: tx.now(),
    })
    .execute()
}

type Row = {
  id: number
  code: string
  name: string
  tag: string | null
  is_open: boolean
  ways_off: string[]
  version: number
  version_at: Date
  revision: number
  content: unknown
  confirm: unknown
  link_code: string
  short_link: string | null
  short_link_phone_number_id: string | null
  short_link_text: string | null
  keyword: string | null
  photo_hash: string | null
  sites: string[]
  people: number
  ways: OptinForm['ways']
  visits: number
  agreed_on_page: number
}

/** Whether the message of a proof `p` has a code as a word of its own. */
const hasCode = (code: RawBuilder<unknown>) =>
  sql`upper(normalize(p.answers ->> 'message', NFKC)) ~ ('(^|[^A-Z0-9])' || ${code} || '($|[^A-Z0-9])')`

/** Of a proof `p` of form `f`. Who confirms by a button came as they did when they were asked. */
const wayOf = (businessId: number) => sql`case
  when p.way = 'message' then
    case when exists (
      select from optin_codes c where c.business_id = f.business_id and ${onNodeOf(businessId, 'c.business_id')} and c.form_id = f.id
        and ${hasCode(sql`c.code`)})
      or ${hasCode(sql`f.join_code`)} then 'code' else 'keyword' end
  when p.way = 'button' then coalesce((select a.way from optin_proofs a
    where a.business_id = p.business_id and ${onNodeOf(businessId, 'a.business_id')} and a.address = p.address and a.form_id = p.form_id and a.outcome = 'asked'
      and a.id < p.id order by a.id desc limit 1), 'link')
  else p.way end`

async function read(app: App, businessId: number, where: RawBuilder<unknown>): Promise<OptinForm[]> {
  const { rows } = await sql<Row>`
    select f.id, f.code, f.name, f.tag, f.is_open, f.ways_off, f.version, v.created_at as version_at, f.revision, v.content,
      f.confirm, coalesce(c.code, f.join_code) as link_code, f.short_link, f.short_link_phone_number_id,
      f.short_link_text, f.keyword,
      f.photo_hash, f.sites,
      (select count(distinct p.address)::int from optin_proofs p
        where p.business_id = f.business_id and ${onNodeOf(businessId, 'p.business_id')} and p.form_id = f.id and p.outcome = 'opted_in') as people,
      coalesce((select jsonb_agg(w order by w.way) from (
        select way, count(distinct x.address)::int as people, coalesce(max(s.visits), 0)::int as visits,
          (count(distinct x.address) filter (where x.at >= s.since::timestamp at time zone 'UTC'))::int as agreed
        from (
          select p.address, p.at, ${wayOf(businessId)} as way from optin_proofs p
          where p.business_id = f.business_id and ${onNodeOf(businessId, 'p.business_id')} and p.form_id = f.id and p.outcome = 'opted_in') x
        full join (
          select v.way, sum(v.people) as visits, min(o.day) as since from optin_visits o
          cross join lateral (values ('link', o.by_link), ('qr', o.by_qr), ('widget', o.by_widget)) v (way, people)
          where o.business_id = f.business_id and ${onNodeOf(businessId, 'o.business_id')} and o.form_id = f.id and v.people > 0 group by 1) s using (way)
        group by way) w), '[]') as ways,
      seen.visits,
      (select count(distinct p.address)::int from optin_proofs p
        where p.business_id = f.business_id and ${onNodeOf(businessId, 'p.business_id')} and p.form_id = f.id and p.outcome = 'opted_in'
          and p.way in ('link', 'qr', 'widget', 'button')
          and p.at >= seen.since::timestamp at time zone 'UTC') as agreed_on_page
    from optin_forms f
    cross join lateral (select coalesce(sum(o.people), 0)::int as visits, min(o.day) as since from optin_visits o
      where o.business_id = f.business_id and ${onNodeOf(businessId, 'o.business_id')} and o.form_id = f.id) seen
    join optin_form_versions v on v.business_id = f.business_id and ${onNodeOf(businessId, 'v.business_id')} and v.form_id = f.id and v.version = f.version
    left join optin_codes c on c.business_id = f.business_id and ${onNodeOf(businessId, 'c.business_id')} and c.form_id = f.id and c.version is null
      and c.language is null
    where f.business_id = ${businessId} and ${where}
    order by f.id desc`.execute(app.db)
  const linkOf = await linkToWrite(app, businessId)
  return await Promise.all(
    rows.map(
      async ({
        code,
        content,
        version_at,
        link_code,
        short_link,
        short_link_phone_number_id,
        short_link_text,
        confirm,
        ways_off,
        photo_hash,
        ...row
      }) => ({
        ...row,
        ways_off: FormWay.array().parse(ways_off),
        confirm: FormConfirm.nullable().parse(confirm),
        join: await linkOf.withCode(row.name, link_code, {
          short_link,
          short_link_phone_number_id,
          short_link_text,
        }),
        id: Number(row.id),
        version_at: version_at.toISOString(),
        url: `${app.settings.publicUrl}/marketing/f/${code}`,
        photo: photoPath(code, photo_hash),
        content: FormContent.parse(content),
      }),
    ),
  )
}

/** By its content, so that browsers keep it until there is another. */
const photoPath = (code: string, hash: string | null): string | null =>
  hash && `/marketing/f/${code}/photo/${hash}`

export type PublicForm = {
  businessId: number
  business: string
  country: string
  id: number
  name: string
  tag: string | null
  isOpen: boolean
  waysOff: readonly string[]
  version: number
  content: FormContent
  confirm: FormConfirm | null
  /** The path of the picture on its page. */
  photo: string | null
  /** Origins whose pages may show it. */
  sites: string[]
}

/** Whether people may opt in by this way now. */
export const takes = ({ isOpen, waysOff }: PublicForm, way: FormWay): boolean =>
  isOpen && !waysOff.includes(way)

/** The form behind a public address, as it is now or as an earlier version showed it. */
export const findPublicForm = (app: App, code: string, version?: number): Promise<PublicForm | undefined> =>
  findForm(app, sql`f.code = ${code}`, version)

/** The same by a condition over `f`. */
export async function findForm(
  app: App,
  where: RawBuilder<unknown>,
  version?: number,
): Promise<PublicForm | undefined> {
  const { rows } = await sql<{
    business_id: number
    business: string
    country: string
    id: number
    name: string
    tag: string | null
    is_open: boolean
    ways_off: string[]
    version: number
    content: unknown
    confirm: unknown
    code: string
    photo_hash: string | null
    sites: string[]
  }>`
    select f.business_id, b.name as business, b.country, f.id, f.name, f.tag, f.is_open, f.ways_off, v.version, v.content, f.confirm, f.code,
      f.photo_hash, f.sites
    from optin_forms f
    join businesses b on b.id = f.business_id
    join optin_form_versions v on v.business_id = f.business_id and v.form_id = f.id
      and v.version = coalesce(${version ?? null}::int, f.version)
    where ${where}`.execute(app.db)
  const row = rows[0]
  if (!row) return undefined
  const { business_id, is_open, ways_off, content, confirm, code, photo_hash, ...rest } = row
  return {
    ...rest,
    id: Number(row.id),
    businessId: Number(business_id),
    isOpen: is_open,
    waysOff: ways_off,
    photo: photoPath(code, photo_hash),
    content: FormContent.parse(content),
    confirm: FormConfirm.nullable().parse(confirm),
  }
}
