import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'

/** A table of a dump; partitions are tables of their own, and say where they belong. */
const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  partition: z.object({ of: z.string(), bound: z.string(), options: z.string().nullish() }).nullable(),
})
const Sequence = z.object({ name: z.string(), last: z.string(), called: z.boolean() })
/** What a dump holds besides the rows. */
export const Inventory = z.object({
  migrations: z.array(z.string()),
  queueVersion: z.number(),
  tables: z.array(Table),
  sequences: z.array(Sequence),
})
export type Inventory = z.infer<typeof Inventory>
type Table = z.infer<typeof Table>

/** All of the product is in these; migrations are made, not restored. */
const schemas = `('public', 'pgboss')`
const notRows = `('public.kysely_migration', 'public.kysely_migration_lock')`
const own = `n.nspname in ${schemas}
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
const nameOf = `format('%I.%I', n.nspname, c.relname)`

/** Values are written as they are read, whatever the database is set to; a copy takes as long as it takes. */
const asText = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local extra_float_digits = 3`

/** Begins a transaction that sees the database as it is now, whatever is written meanwhile. */
export async function beginDump(client: pg.Client): Promise<Inventory> {
  const whole = await namesOf(client, 'p')
  await client.query(`begin isolation level repeatable read, read only; ${asText}`)
  // Before the moment that it sees: no partition is dropped until its rows are read.
  for (const name of whole) await client.query(`lock table ${name} in access share mode`)
  const { rows: migrations } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  const { rows: versions } = await client.query<{ version: number }>('select version from pgboss.version')
  const { rows: tables } = await client.query<Table>(
    `select ${nameOf} as name,
       array(select quote_ident(attname) from pg_attribute a where a.attrelid = c.oid and attnum > 0
         and not attisdropped and attgenerated = '' order by attnum) as columns,
       (select json_build_object('of', i.inhparent::regclass::text, 'bound', pg_get_expr(c.relpartbound, c.oid),
           'options', array_to_string(c.reloptions, ', '))
         from pg_inherits i where i.inhrelid = c.oid) as partition
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${own} and ${nameOf} not in ${notRows} order by 1`,
  )
  const sequences: Inventory['sequences'] = []
  for (const name of await namesOf(client, 'S')) {
    const { rows } = await client.query<Omit<Inventory['sequences'][number], 'name'>>(
      `select last_value::text as last, is_called as called from ${name}`,
    )
    sequences.push({ name, ...rows[0]! })
  }
  return {
    migrations: migrations.map(({ name }) => name),
    queueVersion: versions[0]!.version,
    tables,
    sequences,
  }
}

/** The rows of one table as COPY writes them. @returns how many there were, once it is read to its end. */
export async function* dumpTable(client: pg.Client, table: Table): AsyncGenerator<Buffer, number> {
  const stream = client.query(copyTo(`copy ${table.name} (${table.columns.join(', ')}) to stdout`))
  for await (const chunk of stream) yield chunk as Buffer
  return stream.rowCount
}

async function namesOf(client: pg.Client, ...kinds: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select ${nameOf} as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = any($1) and ${own} and ${nameOf} not in ${notRows} order by 1`,
    [kinds],
  )
  return rows.map(({ name }) => name)
}

export type Load = {
  /** Takes a table's rows, in pieces that come one after the other. */
  take: (table: string, rows: AsyncIterable<Uint8Array>) => Promise<void>
  /** Everything is there from now on. */
  finish: () => Promise<ReadonlyMap<string, number>>
  abandon: () => Promise<void>
}

/** Replaces all rows of a migrated database, as the owner of its tables, in one transaction. */
export async function beginLoad(client: pg.Client, inventory: Inventory): Promise<Load> {
  await client.query(`begin; ${asText}`)
  const references = await dropReferences(client)
  await putPartitions(client, inventory)
  const present = await namesOf(client, 'r')
  for (const name of present) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${present.join(', ')}`)
  const columns = new Map(inventory.tables.map((table) => [table.name, table.columns.join(', ')]))
  const counts = new Map<string, number>()
  let current: { name: string; stream: ReturnType<typeof copyFrom> } | undefined

  const endTable = async (): Promise<void> => {
    if (!current) return
    const { name, stream } = current
    current = undefined
    stream.end()
    await once(stream, 'finish')
    counts.set(name, stream.rowCount)
  }
  return {
    async take(name, rows) {
      if (current?.name !== name) {
        await endTable()
        const list = columns.get(name)
        if (list === undefined) throw new Error(`the backup has rows of ${name}, which it does not list`)
        current = { name, stream: client.query(copyFrom(`copy ${name} (${list}) from stdin`)) }
      }
      await pipeline(rows, current.stream, { end: false })
    },
    async finish() {
      await endTable()
      for (const { name, last, called } of inventory.sequences)
        await client.query('select setval($1::regclass, $2, $3)', [name, last, called])
      for (const name of present) await client.query(`alter table ${name} enable trigger user`)
      for (const statement of references) await client.query(statement)
      return counts
    },
    async abandon() {
      current?.stream.destroy()
      current = undefined
      await client.query('rollback')
    },
  }
}

/** Those of the backup in the place of those that a new install made, whose bounds may overlap. The queue keeps its own. */
async function putPartitions(client: pg.Client, { tables }: Inventory): Promise<void> {
  const partitions = tables.flatMap(({ name, partition }) => (partition ? [{ name, ...partition }] : []))
  const { rows: present } = await client.query<{ name: string; bound: string }>(
    `select ${nameOf} as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relispartition and c.relkind = 'r' and ${own}`,
  )
  const isSame = (one: { name: string; bound: string }, other: { name: string; bound: string }) =>
    one.name === other.name && one.bound === other.bound
  const isReplaced = (one: { name: string; bound: string }) =>
    one.name.startsWith('public.') && !partitions.some((other) => isSame(one, other))
  for (const one of present.filter(isReplaced)) await client.query(`drop table ${one.name}`)
  const kept = new Set(present.filter((one) => !isReplaced(one)).map(({ name }) => name))
  for (const one of partitions) {
    if (kept.has(one.name)) continue
    const options = one.options ? ` with (${one.options})` : ''
    await client.query(`create table ${one.name} partition of ${one.of} ${one.bound}${options}`)
  }
}

/** Rows come table by table: what refers to others is checked once all are there. @returns what puts the keys back. */
async function dropReferences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select ${nameOf} as table, quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname in ${schemas}`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  )
}
