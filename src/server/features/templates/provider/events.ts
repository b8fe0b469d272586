import { categoryOf } from '#contract/templates/draft.ts'
import { rejectionText, statusMeaning } from '#contract/templates/status.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import type {
  TemplateCategoryEvent,
  TemplateComponentsEvent,
  TemplateDetectionEvent,
  TemplateQualityEvent,
  TemplateStatusEvent,
} from '#server/providers/meta/webhooks/webhook-events.ts'
import { refreshTemplate, syncAccount } from '../records/job-names.ts'
import type { ProviderRow } from '../records/rows.ts'
import { categoryChange, notifyCampaigns, type State, stateOf } from './provider-state.ts'

export type TemplateEvent =
  | TemplateStatusEvent
  | TemplateQualityEvent
  | TemplateComponentsEvent
  | TemplateCategoryEvent
  | TemplateDetectionEvent

/**
 * Applies the provider's template events in the order of arrival. An event that is older than the known state or
 * repeated changes nothing; in doubt the template is read again. Returns a sentence about the effect of each event.
 */
export async function applyTemplateEvents(
  app: App,
  events: readonly (TemplateEvent & { businessId: number })[],
): Promise<string[]> {
  const results: string[] = []
  for (const event of events)
    results.push(await app.transaction((tx) => applyOne(tx, event.businessId, event)))
  return results
}

async function applyOne(tx: App, businessId: number, event: TemplateEvent): Promise<string> {
  const row = await tx.db
    .selectFrom('provider_templates')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', event.templateId)
    .where('waba_id', '=', event.wabaId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) {
    const key = `${businessId} ${event.wabaId}`
    await tx.enqueue(syncAccount, { business_id: businessId, waba_id: event.wabaId }, { singletonKey: key })
    return t('templates.event.unknown')
  }
  switch (event.kind) {
    case 'template_status':
      return applyStatus(tx, row, event)
    case 'template_quality':
      if (isOlder(tx, event, row.quality_at)) return t('templates.event.older', { name: row.name })
      await change(tx, row, { quality: event.current, quality_at: timeOf(tx, event) })
      return t('templates.event.quality', { name: row.name, quality: event.current.toLowerCase() })
    case 'template_components':
      await refresh(tx, row)
      return t('templates.event.text', { name: row.name })
    case 'template_detection':
      return applyDetection(tx, row, event)
    case 'template_category':
      return applyCategory(tx, row, event)
  }
}

const timeOf = (tx: App, { at }: TemplateEvent): Date => (at === undefined ? tx.now() : new Date(at))
const isOlder = (tx: App, event: TemplateEvent, known: Date | null): boolean =>
  known !== null && timeOf(tx, event) < known

/** Events name what happened; these two bring a template back. A flag warns and changes nothing. */
const becomes: Record<string, string> = { REINSTATED: 'APPROVED', UNARCHIVED: 'APPROVED' }

async function applyStatus(tx: App, row: ProviderRow, event: TemplateStatusEvent): Promise<string> {
  const at = timeOf(tx, event)
  const known = row.status_at
  const status = becomes[event.event] ?? event.event
  const gone = status === 'DELETED' || status === 'PENDING_DELETION'
  // A template deleted here has no later status: a late approval would restore it.
  if ((known && at < known) || (!gone && row.deleted_at && at < row.deleted_at)) {
    return t('templates.event.older', { name: row.name })
  }
  // Events have a resolution of one second, so two of one second have no order. After a late event it is unknown whether
  // the provider's list, read since, included it.
  const doubtful = known?.getTime() === at.getTime() || at < row.synced_at
  if (doubtful && status !== row.status) await refresh(tx, row)
  if (status === 'FLAGGED') {
    await change(tx, row, { warning: 'flagged', detected_category: null, status_details: null })
    return t('templates.event.status', { name: row.name, status: statusMeaning('FLAGGED').label })
  }
  // Read the reviewed text first: it is unknown whether our edit was stored.
  if (row.edit_begun_at && statusMeaning(status).sends) {
    await refresh(tx, row)
    return t('templates.event.statusReading', { name: row.name, status: statusMeaning(status).label })
  }
  await change(tx, row, {
    status,
    status_at: at,
    rejected_reason: status === 'REJECTED' ? (event.reason ?? null) : null,
    status_details: detailsOf(event),
    warning: null,
    detected_category: null,
    ...(gone ? { deleted_at: row.deleted_at ?? at } : { deleted_at: null }),
    ...(event.category &&
      !isOlder(tx, event, row.category_at) && {
        ...categoryChange(row, event.category.toUpperCase(), { at, learned: tx.now() }),
        category_at: at,
      }),
  })
  const why = status === 'REJECTED' ? rejectionText(event.reason ?? null)?.reason : undefined
  const { label } = statusMeaning(status)
  return why
    ? t('templates.event.rejected', { name: row.name, status: label, why })
    : t('templates.event.status', { name: row.name, status: label })
}

function detailsOf(event: TemplateStatusEvent): string | null {
  const words = [event.rejectionReason, event.recommendation, event.otherDescription].filter(Boolean)
  return words.length > 0 ? words.join(' ') : null
}

/** Only a warning: the category and the status stay. */
async function applyDetection(tx: App, row: ProviderRow, event: TemplateDetectionEvent): Promise<string> {
  // A status or category of after it has ended the warning.
  if (isOlder(tx, event, row.status_at) || isOlder(tx, event, row.category_at)) {
    return t('templates.event.older', { name: row.name })
  }
  const detected = event.to.toUpperCase()
  await change(tx, row, { warning: 'category', detected_category: detected, status_details: null })
  const why = t('templates.warning.detected', { to: categoryOf(detected), from: categoryOf(row.category) })
  return t('templates.event.detected', { name: row.name, why })
}

async function applyCategory(tx: App, row: ProviderRow, event: TemplateCategoryEvent): Promise<string> {
  if (!event.to) {
    await refresh(tx, row)
    return t('templates.event.categoryReading', { name: row.name })
  }
  if (isOlder(tx, event, row.category_at)) return t('templates.event.older', { name: row.name })
  const to = event.to.toUpperCase()
  const category_at = timeOf(tx, event)
  if (event.state === 'impending') {
    const at = event.changesAt === undefined ? null : new Date(event.changesAt)
    await change(tx, row, { next_category: to, next_category_at: at, category_at })
    return t('templates.event.categorySoon', { name: row.name, category: categoryOf(to) })
  }
  await change(tx, row, { ...categoryChange(row, to, { at: category_at, learned: tx.now() }), category_at })
  return t('templates.event.category', { name: row.name, category: categoryOf(to) })
}

async function change(tx: App, row: ProviderRow, columns: Partial<ProviderRow>): Promise<void> {
  const { components: _untouched, edited_at: _ours, ...set } = columns
  await tx.db
    .updateTable('provider_templates')
    .set({ ...set, synced_at: tx.now() })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute()
  const before = stateOf(row)
  const after: State = stateOf({ ...row, ...columns })
  await notifyCampaigns(tx, row, before, after)
}

async function refresh(tx: App, row: ProviderRow): Promise<void> {
  await tx.enqueue(
    refreshTemplate,
    { business_id: row.business_id, waba_id: row.waba_id, provider_template_id: row.id },
    { singletonKey: `${row.business_id} ${row.id}` },
  )
}
