import { sql } from 'kysely'
import type { OptinProof, OptinReceipt } from '#contract/growth/optin-proofs.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { hashedText } from '../form/wording.ts'
import { changesWhere } from './consents.ts'
import { proofsOf } from './proofs.ts'

/**
 * A proof as a document of its own: whose it is, where the person saw it, and what its hash is of.
 * @throws AppError `not_found`
 */
export async function receiptOf(
  app: App,
  businessId: number,
  { id, record }: { id: number; record: OptinProof['record'] },
): Promise<OptinReceipt> {
  const [proof] =
    record === 'proof'
      ? await proofsOf(app, businessId, sql`p.id = ${id}`, 1)
      : await changesWhere(app, businessId, sql`c.id = ${id}`, 1)
  if (!proof) throw notFound('optinProof')
  const { rows } = await sql<{ business: string; code: string | null }>`
    select b.name as business, f.code from businesses b
    left join optin_forms f on f.business_id = b.id and f.id = ${proof.form_id}::bigint
    where b.id = ${businessId}`.execute(app.db)
  const { business = '', code = null } = rows[0] ?? {}
  const isOnPage = proof.way === 'link' || proof.way === 'qr'
  return {
    ...proof,
    business,
    page: isOnPage && code !== null ? `${app.settings.publicUrl}/marketing/f/${code}` : proof.site,
    hash:
      proof.wording && proof.wording_sha256
        ? {
            algorithm: 'SHA-256',
            encoding: 'UTF-8',
            of: hashedText(proof.wording),
            hex: proof.wording_sha256,
          }
        : null,
  }
}
