import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { providerFailure } from '../provider/provider-failure.ts'
import { notifyCampaigns, stateOf } from '../provider/provider-state.ts'
import { isBeingSubmitted } from '../provider/submit.ts'
import { senderOf } from '../provider/sync.ts'
import { getLinked, type ProviderRow } from '../records/rows.ts'

/** Meta's answer for a template that does not exist (any more): it counts as deleted. */
const notThere = 2593002

/**
 * Deletes a template here and at the provider, in its one language. Campaigns that use it stop and say why.
 * @throws AppError when the provider refuses; both rows are as they were then.
 */
export async function removeTemplate(app: App, businessId: number, id: number): Promise<void> {
  const { local, provider } = await getLinked(app, businessId, id)
  if (isBeingSubmitted(local, app.now())) throw beingSubmitted()
  if (provider && !provider.deleted_at) await deleteAtProvider(app, provider)
  await app.transaction(async (tx) => {
    const removed = await tx.db
      .updateTable('templates')
      .set({ deleted_at: tx.now(), updated_at: tx.now() })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      // A template submitted in between would stay at the provider and return with the next sync.
      .where('provider_template_id', 'is not distinct from', local.provider_template_id)
      .$if(!provider, (rows) => rows.where('submitted_at', 'is not distinct from', local.submitted_at))
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw beingSubmitted()
    if (provider) await markDeleted(tx, provider)
  })
}

const beingSubmitted = (): AppError => new AppError('conflict', t('templates.submit.running'))

/** The same, by the provider's id. */
export async function removeMetaTemplate(app: App, businessId: number, providerId: string): Promise<void> {
  const provider = await app.db
    .selectFrom('provider_templates')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', providerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!provider) throw notFound('template')
  await deleteAtProvider(app, provider)
  await app.transaction(async (tx) => {
    await tx.db
      .updateTable('templates')
      .set({ deleted_at: tx.now(), updated_at: tx.now() })
      .where('business_id', '=', businessId)
      .where('provider_template_id', '=', providerId)
      .where('deleted_at', 'is', null)
      .execute()
    await markDeleted(tx, provider)
  })
}

async function deleteAtProvider(app: App, provider: ProviderRow): Promise<void> {
  const { business_id: businessId, waba_id: wabaId } = provider
  const sender = await senderOf(app, businessId, wabaId)
  if (!sender) {
    // The templates of a disconnected account are out of reach: delete only our row.
    if (await isDisconnected(app, businessId, wabaId)) return
    throw new AppError('rule_broken', t('templates.removeNotConnected'))
  }
  try {
    await app.meta.templates.delete(sender.token, wabaId, { name: provider.name, templateId: provider.id })
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    if (error.subcode !== notThere) throw providerFailure(error)
  }
}

async function isDisconnected(app: App, businessId: number, wabaId: string): Promise<boolean> {
  const account = await app.db
    .selectFrom('whatsapp_accounts')
    .select('status')
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .executeTakeFirst()
  return account?.status === 'disconnected'
}

async function markDeleted(tx: App, provider: ProviderRow): Promise<void> {
  await tx.db
    .updateTable('provider_templates')
    .set({ deleted_at: tx.now(), status: 'DELETED', synced_at: tx.now() })
    .where('business_id', '=', provider.business_id)
    .where('id', '=', provider.id)
    .execute()
  await notifyCampaigns(tx, provider, stateOf(provider), { ...stateOf(provider), deleted: true })
}
