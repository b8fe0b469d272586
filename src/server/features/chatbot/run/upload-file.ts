import type { App } from '#server/app.ts'
import { providerFile } from '#server/features/conversations/conversations.ts'
import { getSender } from '#server/features/onboarding/onboarding.ts'
import { AppError } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { stepOf } from './call-address.ts'
import type { At } from './jobs.ts'
import { standingAt } from './standing.ts'
import { takeOver } from './wake.ts'

/** Uploads the file of a step to WhatsApp, once for each number and 28 days, and takes the person on. */
export async function uploadFile(app: App, at: At): Promise<void> {
  const standing = await standingAt(app, at)
  const step = standing && (await stepOf(app, at, standing))
  if (!standing || step?.kind !== 'media' || step.file_id === null) return
  const ok = await upload(app, at.business_id, standing.phoneNumberId, step.file_id)
  await takeOver(app, at, { type: 'file_result', ok })
}

/** @returns false where it cannot be sent; a fault that may pass is thrown, and the job comes again. */
async function upload(app: App, businessId: number, phoneNumberId: string, fileId: number): Promise<boolean> {
  try {
    const sender = await getSender(app, businessId, phoneNumberId)
    await providerFile(app, businessId, null, fileId, sender)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    if (error instanceof MetaError && error.delivery !== 'unknown' && error.explanation.fault !== 'provider')
      return false
    throw error
  }
}
