import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { bodyOf, packBody } from '#server/providers/meta/webhooks/packed-body.ts'
import { itemsNaming, type Json, parseBody, withoutNamed } from './naming.ts'

/** Stored webhooks that one statement looks through. */
const webhookRows = 2000

type Stored = { id: number; received_at: Date; body: Buffer; packed_from: number | null }

/** Addresses as the provider writes them: digits without a plus, and user ids. */
const needlesOf = (addresses: readonly string[]): string[] =>
  addresses.map((address) => address.replace(/^\+/, ''))

async function accountsOf(app: App, businessId: number): Promise<Set<string>> {
  const rows = await app.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .execute()
  return new Set(rows.map(({ waba_id }) => waba_id))
}

/**
 * The next stored webhooks of a business, and of those that belong to none alone, that hold one of these texts.
 * @returns what was found, and the last that was looked at; undefined at the end.
 */
async function nextNaming(
  app: App,
  businessId: number,
  needles: readonly string[],
  after: number,
): Promise<{ found: Stored[]; last: number | undefined }> {
  const { rows } = await sql<Omit<Stored, 'body'> & { body: Buffer | null }>`
    select id, received_at, packed_from, case when packed_from is not null or exists (
        select from unnest(${needles}::text[]) needle where position(convert_to(needle, 'UTF8') in body) > 0
      ) then body end as body
    from webhook_events
    where (business_id = ${businessId} or business_id is null) and id > ${after}
    order by id limit ${webhookRows}`.execute(app.db)
  return {
    found: rows.flatMap(({ id, body, ...row }) =>
      body && names(bodyOf({ body, ...row }), needles) ? [{ id: Number(id), body, ...row }] : [],
    ),
    last: rows.length < webhookRows ? undefined : Number(rows.at(-1)?.id),
  }
}

const names = (body: Buffer, needles: readonly string[]): boolean =>
  needles.some((needle) => body.includes(needle))

/** What stored webhooks say about a person, and nothing about others in the same webhook. */
export async function* webhooksAbout(
  app: App,
  businessId: number,
  addresses: readonly string[],
): AsyncGenerator<{ received_at: Date; items: Json[] }> {
  const needles = needlesOf(addresses)
  const accounts = await accountsOf(app, businessId)
  let after: number | undefined = 0
  while (after !== undefined) {
    const { found, last } = await nextNaming(app, businessId, needles, after)
    for (const { received_at, ...stored } of found) {
      const items = itemsNaming(parseBody(bodyOf(stored)), needles, accounts)
      if (items.length > 0) yield { received_at, items }
    }
    after = last
  }
}

/**
 * Takes what names a person out of the next stored webhooks. Of webhooks about several businesses only the entries of
 * this one's accounts are changed.
 * @returns how many were changed, and where to go on; undefined at the end.
 */
export async function scrubWebhooks(
  app: App,
  businessId: number,
  { addresses, after }: { addresses: readonly string[]; after: number },
): Promise<{ scrubbed: number; last: number | undefined }> {
  const needles = needlesOf(addresses)
  const accounts = await accountsOf(app, businessId)
  const { found, last } = await nextNaming(app, businessId, needles, after)
  let scrubbed = 0
  for (const { id, ...stored } of found) scrubbed += await scrub(app, id, stored, { needles, accounts })
  return { scrubbed, last }
}

async function scrub(
  app: App,
  id: number,
  stored: Pick<Stored, 'body' | 'packed_from'>,
  { needles, accounts }: { needles: readonly string[]; accounts: ReadonlySet<string> },
): Promise<number> {
  const clean = withoutNamed(bodyOf(stored), needles, accounts)
  if (clean === undefined) return 0
  const isPacked = stored.packed_from !== null
  const { numUpdatedRows } = await app.db
    .updateTable('webhook_events')
    .set({ body: isPacked ? await packBody(clean) : clean, packed_from: isPacked ? clean.length : null })
    .where('id', '=', id)
    .where('body', '=', stored.body)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** A webhook that came after its person was erased: what it says about them is not kept. */
export async function scrubWebhook(
  app: App,
  businessId: number,
  id: number,
  addresses: readonly string[],
): Promise<void> {
  const row = await app.db
    .selectFrom('webhook_events')
    .select(['body', 'packed_from'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return
  await scrub(app, id, row, {
    needles: needlesOf(addresses),
    accounts: await accountsOf(app, businessId),
  })
}
