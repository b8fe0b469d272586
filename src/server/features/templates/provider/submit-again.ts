import type { TemplateDraft } from '#contract/templates/draft.ts'
import type { LocalTemplate } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { getSender, type Sender } from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { refuseBrokenRules } from '../content/draft-input.ts'
import { draftIn, getLinked } from '../records/rows.ts'
import { toLocalTemplate } from '../records/to-contract.ts'
import { providerFailure } from './provider-failure.ts'
import { adoptEarlierAttempt, claimOrRefuse, releaseSubmission, submitDraft } from './submit.ts'

/**
 * Submits a template that has not reached the provider or was deleted there.
 * @throws AppError `conflict` when the provider has it, or with the provider's refusal.
 */
export async function submitAgain(
  app: App,
  businessId: number,
  id: number,
): Promise<{ template: LocalTemplate; message: string }> {
  const { local, provider } = await getLinked(app, businessId, id)
  if (provider && !provider.deleted_at) throw thereAlready()
  refuseBrokenRules(draftIn(local))
  const sender = await getSender(app, businessId)
  const draft = draftIn(await claimOrRefuse(app, businessId, id))
  try {
    const submitted = (await reachedBefore(app, businessId, id, { sender, draft }))
      ? undefined
      : await submitDraft(app, businessId, id, draft, { sender, nameIsOurs: true })
    const template = toLocalTemplate(await getLinked(app, businessId, id), app.now())
    return {
      template,
      message: submitted?.state === 'waiting' ? submitted.sentence : t('templates.add.submitted'),
    }
  } catch (error) {
    throw error instanceof MetaError ? providerFailure(error) : error
  }
}

const thereAlready = (): AppError => new AppError('conflict', t('templates.submit.already'))

/** Whether an attempt with a lost answer reached the provider: another would create a second template. */
async function reachedBefore(
  app: App,
  businessId: number,
  id: number,
  { sender, draft }: { sender: Sender; draft: TemplateDraft },
): Promise<boolean> {
  try {
    await adoptEarlierAttempt(app, businessId, sender, draft)
  } catch (error) {
    await releaseSubmission(app, businessId, id)
    throw error
  }
  const { provider } = await getLinked(app, businessId, id)
  return provider !== undefined && !provider.deleted_at
}
