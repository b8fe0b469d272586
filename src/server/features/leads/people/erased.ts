import { createHmac } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { App, Db } from '#server/app.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { withSpellings } from './addresses.ts'

/** The key of a business's hashes: another install, or another business, cannot compare them. */
export function erasureKey({ secrets }: Pick<App, 'secrets'>, businessId: number): Buffer {
  return secrets.lastingKeyFor(`erased addresses of business ${businessId}`)
}

export const hashAddress = (key: Buffer, address: string): Buffer =>
  createHmac('sha256', key).update(address).digest()

/** HMAC-SHA256 as PostgreSQL can work it out: two rounds of SHA-256 over the padded key. */
function hashSql(key: Buffer, address: RawBuilder<unknown>): RawBuilder<Buffer> {
  const padded = Buffer.concat([key, Buffer.alloc(64 - key.length)])
  const [inner, outer] = [0x36, 0x5c].map((pad) => padded.map((byte) => byte ^ pad))
  return sql`sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${address}, 'UTF8')))`
}

/** Whether an address is that of an erased person. Costs nothing where a business has erased nobody. */
export function isErasedSql(
  key: Buffer,
  businessId: number,
  address: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`case when (select true from erased_addresses where business_id = ${businessId}::bigint limit 1) then
    coalesce((select true from erased_addresses e where e.business_id = ${businessId}::bigint
      and e.hash = ${hashSql(key, address)}), false) else false end`
}

/** Which of these addresses were erased, and when. */
export async function erasedAmong(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  businessId: number,
  addresses: readonly string[],
): Promise<Map<string, Date>> {
  if (addresses.length === 0) return new Map()
  if (!(await hasErased(db, businessId))) return new Map()
  return await erasedByKey(db, businessId, erasureKey({ secrets }, businessId), addresses)
}

/** Whether a business has erased anybody; most have not. */
export async function hasErased(db: Db, businessId: number): Promise<boolean> {
  const { rows } = await sql`
    select from erased_addresses where business_id = ${businessId} limit 1`.execute(db)
  return rows.length > 0
}

/** The same as `erasedAmong` where the secrets are not: with the business's key. */
export async function erasedByKey(
  db: Db,
  businessId: number,
  key: Buffer,
  addresses: readonly string[],
): Promise<Map<string, Date>> {
  const byHash = new Map(addresses.map((address) => [hashAddress(key, address).toString('hex'), address]))
  const { rows } = await sql<{ hash: Buffer; at: Date }>`
    select hash, at from erased_addresses where business_id = ${businessId}
      and hash = any(array(select decode(h, 'hex') from unnest(${[...byHash.keys()]}::text[]) h))`.execute(db)
  return new Map(rows.map(({ hash, at }) => [byHash.get(hash.toString('hex')) ?? '', at]))
}

/** Writers of leads share it, an erasure has it alone: nobody adds a person while they are erased. */
export async function lockErasures(db: Db, businessId: number, how: 'share' | 'alone'): Promise<void> {
  await lockOfBusiness(db, businessId, 'erasures', how)
}

/** Keeps hashes of these addresses in all their spellings. */
export async function rememberErased(
  tx: App,
  businessId: number,
  addresses: readonly string[],
  at = tx.now(),
): Promise<void> {
  const key = erasureKey(tx, businessId)
  const hashes = withSpellings(addresses).map((address) => hashAddress(key, address).toString('hex'))
  await sql`
    insert into erased_addresses (business_id, hash, at)
    select ${businessId}, decode(h, 'hex'), ${at}::timestamptz from unnest(${hashes}::text[]) h order by 2
    on conflict (business_id, hash) do update set at = greatest(erased_addresses.at, excluded.at)`.execute(
    tx.db,
  )
}

/** Somebody who was erased asks for messages again: from then on they are a person like others. */
export async function forgetErased(
  tx: App,
  businessId: number,
  addresses: readonly string[],
  at: Date,
): Promise<void> {
  const key = erasureKey(tx, businessId)
  const hashes = withSpellings(addresses).map((address) => hashAddress(key, address).toString('hex'))
  await sql`
    delete from erased_addresses where business_id = ${businessId} and at <= ${at}
      and hash = any(array(select decode(h, 'hex') from unnest(${hashes}::text[]) h))`.execute(tx.db)
}
