import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { FormLanguage } from '#contract/growth/optin-form.ts'
import type { App } from '#server/app.ts'
import { codeShape } from './join-text.ts'

/** The text beside a code; null: not known, as beside a link or a keyword. */
export type Shown = { version: number | null; language: FormLanguage | null }

const shortest = 3
const triesEach = 10

/** 2,800 codes of three; where these are taken, of four and of five. */
const newCode = (tries: number): string =>
  Array.from({ length: shortest + Math.floor(tries / triesEach) }, (_, at) => {
    const signs = at % 2 === 0 ? codeShape.letters : codeShape.digits
    return signs[randomInt(signs.length)]
  }).join('')

const mostTries = 3 * triesEach

/** The code for one text of a form. A text has the same one for ever. */
export async function codeFor(
  app: App,
  businessId: number,
  formId: number,
  { version, language }: Shown,
): Promise<string> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    await sql`
      insert into optin_codes (business_id, code, form_id, version, language)
      select ${businessId}, code, ${formId}, ${version}::int, ${language}::text
      from (values (${newCode(tries)})) as new (code)
      where not exists (select from optin_forms f where f.business_id = ${businessId} and f.join_code = code)
      on conflict do nothing`.execute(app.db)
    const { rows } = await sql<{ code: string }>`
      select code from optin_codes where business_id = ${businessId} and form_id = ${formId}
        and version is not distinct from ${version}::int and language is not distinct from ${language}::text`.execute(
      app.db,
    )
    if (rows[0]) return rows[0].code
  }
  throw new Error('no code of an opt-in form is free')
}

/** An open form, and its code or keyword that somebody wrote. */
export type Asked = { formId: number; name: string; code: string | null; keyword: string | null } & Shown

/** Which of these codes and keywords open forms take, and the text beside each. */
export async function findAsked(
  app: App,
  businessId: number,
  { codes, keywords }: { codes: readonly string[]; keywords: readonly string[] },
): Promise<Asked[]> {
  const { rows } = await sql<Omit<Asked, 'formId'> & { form_id: number; rank: number }>`
    select f.id as form_id, f.name, c.code, null as keyword, c.version, c.language, 0 as rank
    from optin_codes c join optin_forms f on f.business_id = c.business_id and f.id = c.form_id
    where c.business_id = ${businessId} and c.code = any(${[...codes]}::text[]) and f.is_open and 'code' <> all (f.ways_off)
    union all
    -- Of a form that the version before made while both served.
    select id, name, join_code, null, null, null, 1 from optin_forms
    where business_id = ${businessId} and join_code = any(${[...codes]}::text[]) and is_open and 'code' <> all (ways_off)
    union all
    select id, name, null, keyword, null, null, 2 from optin_forms
    where business_id = ${businessId} and keyword = any(${[...keywords]}::text[]) and is_open and 'keyword' <> all (ways_off)
    order by rank`.execute(app.db)
  return rows.map(({ form_id, name, code, keyword, version, language }) => ({
    formId: Number(form_id),
    name,
    code,
    keyword,
    version,
    language,
  }))
}
