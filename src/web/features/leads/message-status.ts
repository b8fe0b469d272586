import { MessageStatus } from '#contract/messages.ts'
import { t } from '#web/messages/t.ts'

/** The status of a message, as it is shown. */
export function messageStatusName(status: string): string {
  const known = MessageStatus.safeParse(status)
  return known.success ? t(`leads.list.messageStatus.${known.data}`) : status
}
