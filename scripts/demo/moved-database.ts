import pg from 'pg'

/** The functions of PostgreSQL that tell the time; the product calls them by their bare names. */
const clocks = ['now', 'clock_timestamp', 'transaction_timestamp', 'statement_timestamp']

const timedDefaults = `
  select format('alter table %s alter column %I set default ', a.attrelid::regclass, a.attname) as alter,
    pg_get_expr(d.adbin, d.adrelid) as expression
  from pg_attrdef d
  join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
  join pg_class c on c.oid = d.adrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not in ('pg_catalog', 'information_schema') and a.attgenerated = ''
    and pg_get_expr(d.adbin, d.adrelid) ~ 'now\\(\\)'`

export type MovedDatabase = {
  /** From the next connection on, its clock is so many milliseconds away from now. */
  moveTo: (ms: number) => Promise<void>
  /** Its clock is its own again; nothing of this is left. */
  restore: () => Promise<void>
}

/**
 * Moves the clock of a database: a schema in front of PostgreSQL's own holds functions of the same names. Columns that
 * are filled with the time by themselves are changed too, and changed back at the end.
 */
export async function openMovedDatabase(superuserUrl: string): Promise<MovedDatabase> {
  const run = async (work: (client: pg.Client) => Promise<void>): Promise<void> => {
    const client = new pg.Client({ connectionString: superuserUrl })
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
  const inDefaults = async (client: pg.Client, from: RegExp, to: string): Promise<void> => {
    const { rows } = await client.query<{ alter: string; expression: string }>(timedDefaults)
    for (const { alter, expression } of rows) await client.query(alter + expression.replace(from, to))
  }
  await run(async (client) => {
    await client.query('create schema demo; create table demo.clock (moved interval not null)')
    await client.query(`insert into demo.clock values ('0')`)
    for (const name of clocks)
      await client.query(`
        create function demo.${name}() returns timestamptz language sql ${name === 'clock_timestamp' ? 'volatile' : 'stable'}
          as 'select pg_catalog.${name}() + (select moved from demo.clock)'`)
    await client.query('grant usage on schema demo to public; grant select on demo.clock to public')
    await inDefaults(client, /(?<![.\w])now\(\)/g, 'demo.now()')
    await client.query(`
      do $$ begin
        execute format('alter database %I set search_path = demo, pg_catalog, public', current_database());
      end $$`)
  })
  return {
    moveTo: (ms) =>
      run(async (client) => {
        await client.query(`update demo.clock set moved = $1::float8 * interval '1 millisecond'`, [ms])
      }),
    restore: () =>
      run(async (client) => {
        await client.query(`
          do $$ begin execute format('alter database %I reset search_path', current_database()); end $$`)
        await client.query('set search_path = pg_catalog, public')
        await inDefaults(client, /demo\.now\(\)/g, 'pg_catalog.now()')
        await client.query('drop schema demo cascade')
      }),
  }
}
