import type { LocalTemplate } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { providerFailure } from '../provider/provider-failure.ts'
import { refreshOne, senderOf } from '../provider/sync.ts'
import { getLinked } from '../records/rows.ts'
import { toLocalTemplate } from '../records/to-contract.ts'

/**
 * Asks the provider to unpause a template. It agrees when pacing paused it; a pause for low quality ends
 * automatically. Source: …/templates/template-pacing.
 * @throws AppError with the provider's reason when it refuses.
 */
export async function unpauseTemplate(
  app: App,
  businessId: number,
  id: number,
): Promise<{ template: LocalTemplate; message: string }> {
  const { provider } = await getLinked(app, businessId, id)
  if (provider?.status !== 'PAUSED') throw new AppError('conflict', t('templates.unpause.notPaused'))
  const sender = await senderOf(app, businessId, provider.waba_id)
  if (!sender) throw new AppError('rule_broken', t('templates.unpause.notConnected'))
  try {
    const { unpaused, reason } = await app.meta.templates.unpause(sender.token, provider.id)
    if (!unpaused) {
      const sentence = t('templates.unpause.refused')
      throw new AppError(
        'conflict',
        reason ? t('templates.providerSays', { reason: sentence, details: reason }) : sentence,
      )
    }
  } catch (error) {
    throw error instanceof MetaError ? providerFailure(error) : error
  }
  await refreshOne(app, businessId, provider.waba_id, provider.id)
  return {
    template: toLocalTemplate(await getLinked(app, businessId, id), app.now()),
    message: t('templates.unpause.done'),
  }
}
