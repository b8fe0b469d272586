import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { installTags, readCallbackData } from '../model/callback-data.ts'
import { readReported } from '../model/message-status.ts'
import type { ReceivedStatus } from './status-sets.ts'

/** What each status did, one sentence each, for the webhook tester and for reading stored webhooks. */
export async function explainStatuses(app: App, events: readonly ReceivedStatus[]): Promise<string[]> {
  const tags = await installTags(app)
  const named = events.map(({ callbackData }) => readCallbackData(tags, callbackData)?.id)
  const ids = named.filter((id) => id !== undefined)
  const rows = await app.db
    .selectFrom('messages')
    .select(['business_id', 'id', 'status', 'phone_number_id', 'wamid'])
    .where((eb) =>
      eb.or([
        eb(
          'wamid',
          'in',
          events.map(({ wamid }) => wamid),
        ),
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
      ]),
    )
    .where(
      'business_id',
      'in',
      events.map(({ businessId }) => businessId),
    )
    .execute()
  return events.map((event, index) => {
    if (!readReported(event.status)) return t('messages.report.unknownStatus', { status: event.status })
    const row = rows.find(
      ({ business_id, id, phone_number_id, wamid }) =>
        business_id === event.businessId &&
        phone_number_id === (event.phoneNumberId ?? phone_number_id) &&
        (id === named[index] || wamid === event.wamid),
    )
    if (!row) return t('messages.report.noMessage')
    const id = String(row.id)
    const status = t('messages.status', { status: row.status })
    return row.status === event.status
      ? t('messages.report.moved', { id, status })
      : t('messages.report.notMoved', { id, status, reported: event.status })
  })
}
