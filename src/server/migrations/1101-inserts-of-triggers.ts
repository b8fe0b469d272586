import { type Kysely, sql } from 'kysely'

/** Functions of triggers, and what the rows that changed are called in them. */
const functions: Readonly<Record<string, string>> = {
  conversions_of_added: 'l',
  conversions_of_tagged: 'new',
  optin_withdrawn: 'c',
  sequences_of_clicks: 'w',
  sequences_of_closed: 'w',
  sequences_of_conversions: 'w',
  sequences_of_new: 'w',
  sequences_of_proofs: 'w',
  sequences_of_tagged: 'new',
}

const insert = /(insert into \w+ \([^)]*\))([\s\S]*?)(\son conflict[^;]*;)/
const sameBusiness = /\b(\w+)\.business_id = \w+\.business_id\b/g

/**
 * What these insert is read first, and each table names the business of the changed row: a distributed database cannot
 * plan it otherwise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; source: string }>`
    select proname as name, prosrc as source from pg_proc
    where proname = any(${Object.keys(functions)}) and pg_function_is_visible(oid) order by proname`.execute(
    db,
  )
  for (const { name, source } of rows) {
    if (!insert.test(source)) throw new Error(`The trigger function ${name} is written in another way.`)
    const readFirst = source
      .replace(insert, 'with given as materialized ($2) $1 select * from given$3')
      .replace(sameBusiness, `$1.business_id = ${functions[name]}.business_id`)
    await sql
      .raw(
        `create or replace function ${name}() returns trigger language plpgsql as $body$${readFirst}$body$`,
      )
      .execute(db)
  }
}
