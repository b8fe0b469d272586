import { fileFormat, fileVersion, type SettingsFile } from '#contract/conversations/settings-file.ts'
import { OfficeHours } from '#contract/office-hours.ts'
import type { App } from '#server/app.ts'
import { listFields } from '#server/features/leads/leads.ts'
import { listQuickReplies } from '../act/quick-replies.ts'
import { getChatSettings } from '../act/settings.ts'
import { listLabels } from '../order/labels.ts'
import { listViews } from '../order/views.ts'
import { readNames, toPortable, withCampaigns } from './names.ts'

type Caller = { businessId: number; userId: number }

/** The settings of the inbox, without ids: they can be taken over by another business or install. */
export async function exportSettings(app: App, caller: Caller): Promise<SettingsFile> {
  const { businessId } = caller
  const views = (await listViews(app, caller)).filter(({ shared }) => shared)
  const names = await withCampaigns(app, businessId, await readNames(app, businessId), {
    ids: views.flatMap(({ filter }) => filter.campaign_id ?? []),
  })
  const hours = await app.db
    .selectFrom('office_hours')
    .select(['phone_number_id', 'timezone', 'week', 'holidays'])
    .where('business_id', '=', businessId)
    .orderBy('phone_number_id')
    .execute()
  return {
    format: fileFormat,
    version: fileVersion,
    settings: await getChatSettings(app, businessId),
    quick_replies: (await listQuickReplies(app, businessId)).map(({ shortcut, text }) => ({
      shortcut,
      text,
    })),
    labels: (await listLabels(app, businessId)).map(({ name, colour }) => ({ name, colour })),
    fields: (await listFields(app.db, businessId)).map(({ id: _, ...field }) => field),
    office_hours: hours.flatMap(({ phone_number_id, ...row }) => {
      const number = names.numbers.find(({ id }) => id === phone_number_id)
      return number ? [{ phone_number: number.number, hours: OfficeHours.parse(row) }] : []
    }),
    views: views.flatMap(({ name, filter }) => {
      const portable = toPortable(filter, names)
      return portable ? [{ name, filter: portable }] : []
    }),
  }
}
