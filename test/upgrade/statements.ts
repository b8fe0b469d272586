import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** What the version before asks of the database, and what it was made with. */
export type Release = {
  version: string
  /** Migrations with a higher number are newer than that version. */
  lastMigration: string
  /** The version of the job queue's tables. */
  queue: number
  statements: string[]
}

export const releaseFile = join(import.meta.dirname, 'previous-release.sql')

/** A line of facts, then a statement in each line. */
export function readRelease(): Release {
  const [facts, ...statements] = readFileSync(releaseFile, 'utf8').trimEnd().split('\n')
  return { ...JSON.parse(facts!.replace(/^-- /, '')), statements }
}

export function writtenRelease({ statements, ...facts }: Release): string {
  return `-- ${JSON.stringify(facts)}\n${statements.sort().join('\n')}\n`
}

const isTemporary = (statement: string): boolean => /^create temp/i.test(statement)

/**
 * What the database refuses of these statements: each is read and planned, so that tables, columns, functions, types
 * and the keys of `on conflict` have to be there. Nothing is run.
 */
export async function refusedOf(client: pg.Client, statements: readonly string[]): Promise<string[]> {
  const refused: string[] = []
  const required = await requiredColumns(client)
  for (const statement of statements.filter(isTemporary)) await client.query(statement)
  for (const statement of statements.filter((one) => !isTemporary(one))) {
    await client.query('savepoint one')
    try {
      await client.query(`explain (generic_plan, costs off) ${statement}`)
    } catch (error) {
      await client.query('rollback to savepoint one')
      refused.push(`${(error as Error).message}: ${statement}`)
    }
    const [, table = '', columns] = /insert into "?(\w+)"?(?: as \w+)? \(([^)]*)\)/i.exec(statement) ?? []
    const given = columns?.split(',').map((name) => name.trim().replaceAll('"', ''))
    const lacks = given && required.get(table)?.filter((name) => !given.includes(name))
    if (lacks?.length) refused.push(`${table} requires ${lacks.join(', ')}: ${statement}`)
  }
  return refused
}

/** Columns of each table that a new row has to name. */
async function requiredColumns(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
      and a.attnotnull and not a.atthasdef and a.attidentity = ''
    group by c.relname`)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** One of each shape: other numbers of values and other literals ask the same. The shortest is kept. */
export function oneOfEachShape(statements: Iterable<string>): string[] {
  const shapes = new Map<string, string>()
  for (const statement of statements) {
    const text = onOneLine(statement)
    if (!text || (!isTemporary(text) && !/^(select|insert|update|delete|with|merge)\b/i.test(text))) continue
    const shape = text
      .replace(/'(?:[^']|'')*'|\$\d+|\b\d+\b/g, '?')
      .replace(/\?(, ?\?)+/g, '?')
      .replace(/(\([^()]*\))(, ?\1)+/g, '$1')
    const known = shapes.get(shape)
    if (known === undefined || text.length < known.length) shapes.set(shape, text)
  }
  return [...shapes.values()]
}

/** Without comments and line ends; a statement with a line end in a text of its own stays out. */
function onOneLine(statement: string): string | undefined {
  const inside =
    /^\s*copy \(([\s\S]*)\) to stdout|^\s*declare .*? cursor (?:with hold )?for\s([\s\S]*)/i.exec(statement)
  const texts: string[] = []
  const text = (inside?.[1] ?? inside?.[2] ?? statement)
    .replace(/--[^\n]*|'(?:[^']|'')*'/g, (one) => (one.startsWith('--') ? '' : `'${texts.push(one) - 1}'`))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/'(\d+)'/g, (_, at: string) => texts[Number(at)]!)
  return text.includes('\n') ? undefined : text
}
