import type { LocalTemplate } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { AppError } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { providerFailure } from '../provider/provider-failure.ts'
import { refreshOne, senderOf } from '../provider/sync.ts'
import { getLinked } from '../records/rows.ts'
import { toLocalTemplate } from '../records/to-contract.ts'

/**
 * Asks the provider to let a paused template go on. It does where its pacing paused it; a pause for bad quality ends
 * by itself. Source: …/templates/template-pacing.
 * @throws AppError with the provider's reason when it does not want to.
 */
export async function unpauseTemplate(
  app: App,
  businessId: number,
  id: number,
): Promise<{ template: LocalTemplate; message: string }> {
  const { provider } = await getLinked(app, businessId, id)
  if (provider?.status !== 'PAUSED') throw new AppError('conflict', 'This template is not paused.')
  const sender = await senderOf(app, businessId, provider.waba_id)
  if (!sender) throw new AppError('rule_broken', 'The WhatsApp account of this template is not connected.')
  try {
    const { unpaused, reason } = await app.meta.templates.unpause(sender.token, provider.id)
    if (!unpaused) {
      const sentence = 'WhatsApp does not let this template go on yet; a pause for quality ends by itself.'
      throw new AppError('conflict', reason ? `${sentence} It says: ${reason}` : sentence)
    }
  } catch (error) {
    throw error instanceof MetaError ? providerFailure(error) : error
  }
  await refreshOne(app, businessId, provider.waba_id, provider.id)
  return {
    template: toLocalTemplate(await getLinked(app, businessId, id), app.now()),
    message: 'The template goes on.',
  }
}
