import { type RawBuilder, sql } from 'kysely'
import {
  isGroup,
  type SegmentCondition,
  type SegmentGroup,
  type SegmentRules,
} from '#contract/growth/segment-rules.ts'
import type { App, Db } from '#server/app.ts'
import { type Bits, type Chunks, inAll, inAny, inOrderOf, inverted, unpacked } from './bits.ts'
import { askedOf, type Condition } from './conditions.ts'
import { bitOf, chunkOf, chunksOf, unknownNumber } from './id-sets.ts'
import { isOneOf } from './people-sql.ts'
import type { Reading } from './reading.ts'
import { type OfSet, readsMessages, sourcesOf } from './sets.ts'

/** Leads whom rules find: all that were looked at, whom each rule of the first level alone finds, and all rules together. */
export type Found = { everyone: Bits; parts: Bits[]; all: Bits }

/** Leaves the other leads out, and whether `parts` are wanted: no rule may then leave leads out. */
type Options = { eachPart: boolean; only?: Condition | undefined }

/**
 * Finds many leads for counts. Leads and each set are read once, 64 ids together; "and", "or" and "not" are then asked of
 * the bits. To look each lead up in each set took twice as long with a million leads. The sets are read beside the leads,
 * each on connections of their own, which see no open transaction of `app`.
 */
export async function findBits(
  app: App,
  rules: SegmentRules,
  reading: Reading,
  options: Options,
): Promise<Found> {
  const { own, required, sets, parts, all } = planOf(rules, reading, options)
  const where = sql.join([sql<boolean>`leads.business_id = ${reading.businessId}`, ...required], sql` and `)
  const [leads, chunksOfSets] = await Promise.all([
    readChunks(app.counting.leads, leadsSql(own, where), ['everyone', ...own.map((_, nr) => ownName(nr))]),
    readSets(app.counting.sets, sets),
  ])
  const [everyone = new Uint32Array(0), ...bitsOfOwn] = leads.columns
  const read: ReadBits = {
    everyone,
    own: bitsOfOwn,
    sets: new Map([...chunksOfSets].map(([key, chunks]) => [key, inOrderOf(leads.ids, chunks)])),
  }
  const found = (formula: Formula | undefined): Bits =>
    formula ? inAll([everyone, formula(read)]) : everyone
  return { everyone, parts: parts.map(found), all: found(all) }
}

/** What rules ask of bits that are read. */
type Formula = (read: ReadBits) => Bits

type ReadBits = { everyone: Bits; own: readonly Bits[]; sets: ReadonlyMap<string, Bits> }

/** What is read of each lead, which leads are read, which sets, and what is asked of them. */
type Plan = {
  own: Condition[]
  required: Condition[]
  sets: Map<string, RawBuilder<unknown>>
  parts: Formula[]
  all: Formula | undefined
}

/**
 * Without parts, what all people of a segment must be or have done leaves the others out before they are read, but for
 * sets that are made of all messages.
 */
function planOf(rules: SegmentRules, reading: Reading, { eachPart, only }: Options): Plan {
  const own: Condition[] = []
  const sets = new Map<string, RawBuilder<unknown>>()
  const required: Condition[] = only ? [only] : []

  const ofLead = (condition: Condition): Formula => {
    const nr = own.push(condition) - 1
    return (read) => read.own[nr]!
  }
  const ofSet = (condition: OfSet): Formula => {
    // Turned round, it is about the same set.
    const key = JSON.stringify({ ...condition, did: true })
    sets.set(key, sql.join(sourcesOf(condition, reading), sql` union all `))
    return (read) => (condition.did ? read.sets.get(key)! : inverted(read.sets.get(key)!))
  }
  /** Nothing where the leads that are read all have what the rule asks. */
  const asked = (rule: SegmentCondition | SegmentGroup, isRequired: boolean): Formula | undefined => {
    if (isGroup(rule)) return joined(rule, isRequired)
    const what = askedOf(rule, reading)
    if ('own' in what) {
      if (!isRequired) return ofLead(what.own)
      required.push(what.own)
      return undefined
    }
    if (!isRequired || !what.set.did || readsMessages(what.set)) return ofSet(what.set)
    required.push(isOneOf(sourcesOf(what.set, reading)))
    return undefined
  }
  const joined = ({ match, rules: inner }: SegmentRules, isRequired: boolean): Formula | undefined => {
    const isEachRequired = isRequired && (match === 'all' || inner.length === 1)
    const each = inner.map((rule) => asked(rule, isEachRequired)).filter((one) => one !== undefined)
    const join = match === 'all' ? inAll : inAny
    return each.length === 0 ? undefined : (read) => join(each.map((one) => one(read)))
  }
  if (!eachPart) return { own, required, sets, parts: [], all: joined(rules, true) }
  const parts = rules.rules.map((rule) => asked(rule, false)!)
  const join = rules.match === 'all' ? inAll : inAny
  return { own, required, sets, parts, all: (read) => join(parts.map((part) => part(read))) }
}

/** Those of `where`, and of them those of each own condition. */
const leadsSql = (own: readonly Condition[], where: RawBuilder<unknown>): RawBuilder<unknown> => {
  const names = own.map((_, nr) => sql.ref(ownName(nr)))
  return sql`
    select ${sql.join([sql`chunk, bit_or(bit) as everyone`, ...names.map((name) => sql`bit_or(case when ${name} then bit else 0 end) as ${name}`)])}
    from (
      select ${sql.join([sql`${chunkOf(sql`leads.id`)} as chunk, ${bitOf(sql`leads.id`)} as bit`, ...own.map((condition, nr) => sql`${condition} as ${names[nr]}`)])}
      from leads where ${where} ${unknownNumber}) one
    group by chunk`
}

const ownName = (nr: number) => `own_${nr + 1}`

/** One after the other: a count takes two connections, and no more. */
async function readSets(
  db: Db,
  sets: ReadonlyMap<string, RawBuilder<unknown>>,
): Promise<Map<string, Chunks>> {
  const read = new Map<string, Chunks>()
  for (const [key, source] of sets) read.set(key, await readChunks(db, chunksOf(source), ['bits']))
  return read
}

/** @param query finds rows of `chunk` and these columns of bits. */
async function readChunks(db: Db, query: RawBuilder<unknown>, columns: readonly string[]): Promise<Chunks> {
  const packed = (column: string) => sql`string_agg(int8send(${sql.ref(column)}), '') as ${sql.ref(column)}`
  return await db.transaction().execute(async (tx) => {
    // Where the planner expects few rows it sorts them to group them; a million take twice as long so.
    await sql`set local enable_sort = off`.execute(tx)
    const { rows } = await sql<Record<string, Buffer | null>>`
      select ${sql.join(['chunk', ...columns].map(packed))} from (${query}) chunks`.execute(tx)
    const [row = {}] = rows
    return unpacked({ ids: row.chunk ?? null, columns: columns.map((column) => row[column] ?? null) })
  })
}
