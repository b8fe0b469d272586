import type { ClientBase } from 'pg'
import { byBusiness, onFirstNode, rewritten, type TriggerFunction } from './triggers.ts'

/** `distributed` and `reference`: the tables that were given to the nodes now; `local`: those that stay where they are. */
export type Distributed = { distributed: string[]; reference: string[]; local: string[] }

/** Few rows that are read beside many: with users, who are found without their business, and by triggers. */
const onEachNode = ['businesses', 'two_factors', 'recovery_codes', 'hook_endpoints']

/**
 * Settings of a database on each node: what a transaction sets holds there too, migrations may make triggers, and plans
 * are not compiled, which takes half a second for a claim. The coordinator passes them on.
 * @param name as in a statement.
 */
export const clusterSettings = (name: string): string[] =>
  ["citus.propagate_set_commands = 'local'", 'citus.enable_unsafe_triggers = on', 'jit = off'].map(
    (setting) => `alter database ${name} set ${setting}`,
  )

type Table = {
  name: string
  of_business: boolean
  found_without: boolean
  partitioned: boolean
  placed: boolean
}

/**
 * Gives the tables of a migrated database to the nodes of its Citus cluster: all of a business to one node, what has
 * a key over all businesses (a login, a token, a number) to each. All of it or nothing; again, what is new since.
 * @param client of the database's owner, whose transaction this is.
 */
export async function distribute(client: ClientBase): Promise<Distributed> {
  await client.query(`
    set local citus.enable_unsafe_triggers = on; set local citus.multi_shard_modify_mode = 'sequential';
    set local citus.propagate_set_commands = 'none'`)
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  for (const statement of clusterSettings(rows[0]!.name)) await client.query(statement)
  const tables = await tablesOf(client)
  const done: Distributed = { distributed: [], reference: [], local: [] }
  const open = tables.filter(({ placed, partitioned, of_business, name }) => {
    if (placed) return false
    const isGiven = onEachNode.includes(name) || (of_business && !partitioned)
    if (!isGiven) done.local.push(name)
    return isGiven
  })
  // Also where no table is new: a migration may have replaced a function.
  const copied = tables.filter((table) => (table.placed || open.includes(table)) && isOnEachNode(table))
  await rewriteTriggers(
    client,
    copied.map(({ name }) => name),
  )
  if (open.length === 0) return done
  const names = open.map(({ name }) => name)
  const keys = await dropKeys(client, names)
  // The rows are copied to the nodes, which changes nothing in them: no trigger sees it.
  const triggers = await dropTriggers(client, names)
  const first = tables.find((table) => table.placed && !isOnEachNode(table))?.name
  for (const table of open) {
    const { name } = table
    if (isOnEachNode(table)) {
      await client.query('select create_reference_table($1)', [name])
      done.reference.push(name)
      continue
    }
    const beside = first ?? done.distributed[0]
    await client.query(`select create_distributed_table($1, 'business_id', colocate_with => $2)`, [
      name,
      beside ?? 'default',
    ])
    done.distributed.push(name)
  }
  for (const { name, table, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const definition of triggers) await client.query(definition)
  return done
}

const isOnEachNode = ({ name, found_without }: Table): boolean => found_without || onEachNode.includes(name)

async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, c.relkind = 'p' as partitioned,
      exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped) as of_business,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and not exists (
        select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'business_id' and a.attnum = any(i.indkey))) as found_without,
      exists (select from pg_dist_partition p where p.logicalrelid = c.oid) as placed
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`)
  return rows
}

/** Foreign keys from and to these tables: a table cannot be given away while it has some to one that is not yet. */
async function dropKeys(
  client: ClientBase,
  tables: readonly string[],
): Promise<{ name: string; table: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
       and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))
     order by 2, 1`,
    [tables],
  )
  for (const { name, table } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

/** @returns the statements that make them again. */
async function dropTriggers(client: ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(
    `select t.tgname as name, c.relname as table, pg_get_triggerdef(t.oid) as definition
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 2, 1`,
    [tables],
  )
  for (const { name, table } of rows) await client.query(`drop trigger ${name} on ${table}`)
  return rows.map(({ definition }) => definition)
}

/** Functions of triggers that cannot work as they are, whichever table they are of. */
async function rewriteTriggers(client: ClientBase, copied: readonly string[]): Promise<void> {
  for (const one of await triggersOf(client)) {
    if (one.source.includes(rewritten)) continue
    if (one.sets.length > 0) await client.query(byBusiness(one))
    else if (copied.includes(one.table)) await client.query(onFirstNode(one))
  }
}

/** The functions of triggers that act after a statement. */
export async function triggersOf(client: ClientBase): Promise<TriggerFunction[]> {
  const { rows } = await client.query<TriggerFunction>(`
    select distinct on (p.proname) p.proname as name, p.prosrc as source, c.relname as table,
      array_remove(array[t.tgoldtable::text, t.tgnewtable::text], null) as sets
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
      -- not before
      and t.tgtype & 2 = 0
    order by p.proname`)
  return rows
}
