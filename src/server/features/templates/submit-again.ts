import type { LocalTemplate } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { getSender } from '#server/features/onboarding/onboarding.ts'
import { AppError } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/meta-error.ts'
import { refuseBrokenRules } from './draft-input.ts'
import { providerFailure } from './provider-failure.ts'
import { draftIn, getLinked } from './rows.ts'
import { shownLocal } from './shown.ts'
import { claimOrRefuse, submitDraft } from './submit.ts'

/**
 * Submits a template that has not reached the provider, or was deleted there.
 * @throws AppError `conflict` when it is there already, and the provider's refusal.
 */
export async function submitAgain(
  app: App,
  businessId: number,
  id: number,
): Promise<{ template: LocalTemplate; message: string }> {
  const { local, provider } = await getLinked(app, businessId, id)
  if (provider && !provider.deleted_at) {
    throw new AppError(
      'conflict',
      'This template is at WhatsApp already. Change it to send it for review again.',
    )
  }
  const draft = draftIn(local)
  refuseBrokenRules(draft)
  const sender = await getSender(app, businessId)
  await claimOrRefuse(app, businessId, id)
  try {
    const submitted = await submitDraft(app, businessId, id, draft, { sender, nameIsOurs: true })
    const template = shownLocal(await getLinked(app, businessId, id), app.now())
    return { template, message: submitted.state === 'waiting' ? submitted.sentence : 'Template submitted.' }
  } catch (error) {
    throw error instanceof MetaError ? providerFailure(error) : error
  }
}
