import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { DatabaseClient } from '../sql/failover-client.ts'

/** What each role of our own database may do: the owner makes and changes tables, the product reads and writes rows. */
export type Roles = {
  /** The superuser makes the roles and gives them what is there, also what an earlier version made. */
  make: () => Promise<void>
  /** After the migrations: the product's role gets the rows of every table. */
  grant: () => Promise<void>
  ownerUrl: string
  productUrl: string
}

const owner = 'tidings_owner'
const product = 'tidings_product'
/** The queue's; the rest of the product is in `public`. */
const schemas = ['public', 'pgboss']
const database = 'postgres'

/** @param server the embedded PostgreSQL, whose superuser's password the roles' are derived from. */
export function rolesOf(server: { url: (database: string) => string; password: string }): Roles {
  const passwordOf = (role: string) => createHmac('sha256', server.password).update(role).digest('hex')
  const urlOf = (role: string) => {
    const url = new URL(server.url(database))
    url.username = role
    url.password = passwordOf(role)
    return url.href
  }
  const ownerUrl = urlOf(owner)
  return {
    ownerUrl,
    productUrl: urlOf(product),
    make: () =>
      within(server.url(database), async (client) => {
        for (const role of [owner, product]) await makeRole(client, role, passwordOf(role))
        await client.query(`alter database ${database} owner to ${owner}`)
        await client.query(handOver)
      }),
    grant: () => grantRows(ownerUrl, product),
  }
}

/** Gives a role the rows of every table, sequences and fresh statistics; no table is made, changed, emptied at once or dropped. */
export async function grantRows(ownerUrl: string, role: string): Promise<void> {
  await within(ownerUrl, async (client) => {
    // One process after the other: PostgreSQL refuses two that change a table's rights in the same moment.
    await client.query(`select pg_advisory_xact_lock(hashtext('tidings rights'))`)
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    await client.query(grantsFor(client.escapeIdentifier(role), (rows[0]?.version ?? 0) >= maintainSince))
  })
}

/** PostgreSQL 17 lets a role that does not own a table refresh its statistics. */
const maintainSince = 170_000

async function within(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'tidings roles' })
  await client.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function makeRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  const what = rowCount ? 'alter' : 'create'
  // Digits and letters: hexadecimal.
  await client.query(
    `${what} role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
  )
}

const names = schemas.map((name) => `'${name}'`).join(', ')

/** Everything in our schemas that another role owns; what belongs to an extension stays its own. */
const handOver = `do $$
declare it record;
begin
  for it in select nspname as name from pg_namespace
    where nspname in (${names}) and pg_get_userbyid(nspowner) <> '${owner}' loop
    execute format('alter schema %I owner to ${owner}', it.name);
  end loop;
  for it in select c.oid::regclass as name,
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (${names}) and c.relkind in ('r', 'p', 'v', 'm', 'S') and pg_get_userbyid(c.relowner) <> '${owner}'
      -- a column's sequence goes with its table
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e') and (c.relkind = 'S' or d.deptype = 'e')) loop
    execute format('alter %s %s owner to ${owner}', it.kind, it.name);
  end loop;
  for it in select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in (${names}) and pg_get_userbyid(p.proowner) <> '${owner}'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') loop
    execute format('alter routine %s owner to ${owner}', it.name);
  end loop;
  for it in select t.oid::regtype as name from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in (${names}) and t.typtype in ('e', 'd') and pg_get_userbyid(t.typowner) <> '${owner}'
      and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e') loop
    execute format('alter type %s owner to ${owner}', it.name);
  end loop;
end $$`

const grantsFor = (role: string, canMaintain: boolean): string => `
  revoke create on schema ${schemas.join(', ')} from public, ${role};
  grant usage on schema ${schemas.join(', ')} to ${role};
  grant select, insert, update, delete${canMaintain ? ', maintain' : ''} on all tables in schema ${schemas.join(', ')} to ${role};
  grant usage, select, update on all sequences in schema ${schemas.join(', ')} to ${role};
  revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${role};
  revoke update on audit_events from ${role}`
