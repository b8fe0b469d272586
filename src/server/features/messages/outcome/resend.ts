import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import { hasNoPerson } from '../model/erase-recipient.ts'
import { worthRetrying } from '../model/failure-policy.ts'
import { reasons } from '../model/message-status.ts'
import { notifyDecided } from '../model/moved.ts'

type Failed = {
  status: string
  error_code: number | null
  failed_at: Date | null
  recipient_phone: string
}

/** Whether the owner may have a message sent again, and what to know before. */
export function resendability(
  { status, error_code, failed_at, recipient_phone }: Failed,
  now: Date,
): { can_resend: boolean; resend_advice: string | null } {
  if (status !== 'failed' || hasNoPerson(recipient_phone)) return { can_resend: false, resend_advice: null }
  const at = notBefore({ error_code, failed_at })
  const isLater = at !== undefined && at > now
  const words = isLater
    ? t('messages.resend.later')
    : worthRetrying(error_code)
      ? null
      : t('messages.resend.fixFirst')
  return { can_resend: true, resend_advice: words }
}

/** The earliest time at which another try can help. */
function notBefore({ error_code, failed_at }: Omit<Failed, 'status' | 'recipient_phone'>): Date | undefined {
  if (error_code === null || !failed_at) return undefined
  const { againAfterSeconds } = explainError({ code: error_code })
  return againAfterSeconds === undefined
    ? undefined
    : new Date(failed_at.getTime() + againAfterSeconds * 1000)
}

/**
 * Puts one failed message back into the queue, with the content that it is to be sent with.
 * @returns when it is due; undefined when it is not failed any more.
 */
export async function resendFailed(
  tx: App,
  businessId: number,
  id: number,
  contentId?: number,
): Promise<Date | undefined> {
  const row = await tx.db
    .selectFrom('messages')
    .select(['status', 'error_code', 'failed_at', 'recipient_phone', 'campaign_id', 'phone_number_id'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || !resendability(row, tx.now()).can_resend) return undefined
  const at = notBefore(row)
  const due = at && at > tx.now() ? at : tx.now()
  await tx.db
    .updateTable('messages')
    .set({
      status: 'queued',
      reason: reasons.again,
      retries: 0,
      // As in `retryFailed`: it counts from when this try is taken.
      accepted_at: null,
      sent_at: null,
      due_at: due > tx.now() ? due : sql<Date>`now()`,
      ...(contentId !== undefined && { content_id: contentId }),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .execute()
  const { campaign_id, phone_number_id } = row
  await notifyDecided(tx, [{ business_id: businessId, id, campaign_id, phone_number_id, status: 'queued' }])
  return due
}
