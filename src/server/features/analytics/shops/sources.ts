import { randomBytes, randomUUID } from 'node:crypto'
import { type ConversionSource, mostSources } from '#contract/analytics/conversion-sources.ts'
import type { App } from '#server/app.ts'
import { requireOwnPassword } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'

/** Where shop systems post sales; the source's id follows. */
export const sourcesPath = '/marketing/hooks/conversions'

export const sourceContext = (businessId: number, id: string): string =>
  `conversion_sources:${businessId}:${id}`

const secretStart = 'whsec_'

/** The bytes that a call is signed with. */
export const keyOfSecret = (secret: string): Buffer => Buffer.from(secret.slice(secretStart.length), 'base64')

const sourcesOf = (app: App, businessId: number) =>
  app.db
    .selectFrom('conversion_sources as s')
    .innerJoin('users as u', (join) =>
      join.onRef('u.business_id', '=', 's.business_id').onRef('u.id', '=', 's.user_id'),
    )
    .select(['s.id', 's.name', 'u.name as by', 's.created_at', 's.last_at', 's.refused_at', 's.refused_code'])
    .where('s.business_id', '=', businessId)

type Row = Awaited<ReturnType<ReturnType<typeof sourcesOf>['executeTakeFirstOrThrow']>>

const toSource = (app: App, row: Row): ConversionSource => ({
  id: row.id,
  name: row.name,
  url: `${app.settings.publicUrl}${sourcesPath}/${row.id}`,
  by: row.by,
  created_at: row.created_at.toISOString(),
  last_at: row.last_at?.toISOString() ?? null,
  refused_at: row.refused_at?.toISOString() ?? null,
  refused: row.refused_code as ConversionSource['refused'],
})

export async function listSources(app: App, businessId: number): Promise<ConversionSource[]> {
  const rows = await sourcesOf(app, businessId).orderBy('s.created_at', 'desc').orderBy('s.id').execute()
  return rows.map((row) => toSource(app, row))
}

/** @throws AppError `invalid_input` for the password; `conflict` for too many. */
export async function addSource(
  app: App,
  caller: Caller,
  { name, current_password }: { name: string; current_password?: string | undefined },
): Promise<{ source: ConversionSource; secret: string }> {
  const { businessId, userId } = caller
  await requireOwnPassword(app, caller, current_password)
  const [id, secret] = [randomUUID(), `${secretStart}${randomBytes(32).toString('base64')}`]
  const sealed = app.secrets.seal(secret, sourceContext(businessId, id))
  return await app.transaction(async (tx) => {
    // Two calls at once would both count one too few.
    await lockOfBusiness(tx.db, businessId, 'shops')
    if ((await listSources(tx, businessId)).length >= mostSources)
      throw new AppError('conflict', t('analytics.shops.tooMany', { count: mostSources }))
    await tx.db
      .insertInto('conversion_sources')
      .values({
        business_id: businessId,
        id,
        name,
        secret_ciphertext: sealed.ciphertext,
        secret_key_id: sealed.key_id,
        user_id: userId,
        created_at: tx.now(),
      })
      .execute()
    const row = await sourcesOf(tx, businessId).where('s.id', '=', id).executeTakeFirstOrThrow()
    return { source: toSource(tx, row), secret }
  })
}

export async function removeSource(app: App, businessId: number, id: string): Promise<void> {
  const removed = await app.db
    .deleteFrom('conversion_sources')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw notFound('conversionSource')
}
