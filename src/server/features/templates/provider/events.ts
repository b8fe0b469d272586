import { categoryOf } from '#contract/templates/draft.ts'
import { rejectionWords, statusMeaning } from '#contract/templates/status.ts'
import type { App } from '#server/app.ts'
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
 * Applies what the provider tells of templates, in the order it came. An event that is older than what is known,
 * or comes twice, changes nothing; where events alone leave a doubt, the template is read anew.
 * @returns a sentence for each event: what it did.
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
    return 'The template is not known here yet; the list is being fetched.'
  }
  switch (event.kind) {
    case 'template_status':
      return applyStatus(tx, row, event)
    case 'template_quality':
      await change(tx, row, { quality: event.current })
      return `The quality of “${row.name}” is ${event.current.toLowerCase()}.`
    case 'template_components':
      await refresh(tx, row)
      return `The words of “${row.name}” changed; it is being read anew.`
    case 'template_detection':
      return applyDetection(tx, row, event)
    case 'template_category':
      return applyCategory(tx, row, event)
  }
}

/** Events name what happened; these two bring a template back. A flag warns and changes nothing. */
const becomes: Record<string, string> = { REINSTATED: 'APPROVED', UNARCHIVED: 'APPROVED' }

async function applyStatus(tx: App, row: ProviderRow, event: TemplateStatusEvent): Promise<string> {
  const at = event.at === undefined ? tx.now() : new Date(event.at)
  const known = row.status_at
  const status = becomes[event.event] ?? event.event
  const gone = status === 'DELETED' || status === 'PENDING_DELETION'
  // One that was deleted here has no status from the provider yet: its late approval would bring it back.
  if ((known && at < known) || (!gone && row.deleted_at && at < row.deleted_at)) {
    return `Older than what is known of “${row.name}”; nothing changed.`
  }
  // Events are told to the second: two of one second do not tell which came first. Nor does one that was late tell whether
  // the provider's list, read since, knew it already.
  const doubtful = known?.getTime() === at.getTime() || at < row.synced_at
  if (doubtful && status !== row.status) await refresh(tx, row)
  if (status === 'FLAGGED') {
    await change(tx, row, { status_details: statusMeaning('FLAGGED').sentence })
    return `“${row.name}” is flagged.`
  }
  // The words that were reviewed are read first: whether our edit was noted is not known.
  if (row.edit_begun_at && statusMeaning(status).sends) {
    await refresh(tx, row)
    return `“${row.name}” is ${statusMeaning(status).label.toLowerCase()}; its text is being read anew.`
  }
  await change(tx, row, {
    status,
    status_at: at,
    rejected_reason: status === 'REJECTED' ? (event.reason ?? null) : null,
    status_details: detailsOf(event),
    ...(gone ? { deleted_at: row.deleted_at ?? at } : { deleted_at: null }),
    ...(event.category && categoryChange(row, event.category.toUpperCase(), at)),
  })
  const why = status === 'REJECTED' ? rejectionWords(event.reason ?? null)?.reason : undefined
  return `“${row.name}” is ${statusMeaning(status).label.toLowerCase()}.${why ? ` ${why}` : ''}`
}

function detailsOf(event: TemplateStatusEvent): string | null {
  const words = [event.rejectionReason, event.recommendation, event.otherDescription].filter(Boolean)
  return words.length > 0 ? words.join(' ') : null
}

/** A warning only: the category stays, and so does what may be sent. */
async function applyDetection(tx: App, row: ProviderRow, { to }: TemplateDetectionEvent): Promise<string> {
  const sentence = `WhatsApp takes its words for ${categoryOf(to.toUpperCase())}, not ${categoryOf(row.category)}.`
  await change(tx, row, { status_details: sentence })
  return `“${row.name}”: ${sentence}`
}

async function applyCategory(tx: App, row: ProviderRow, event: TemplateCategoryEvent): Promise<string> {
  if (!event.to) {
    await refresh(tx, row)
    return `The category of “${row.name}” changes; it is being read anew.`
  }
  const to = event.to.toUpperCase()
  if (event.state === 'impending') {
    const at = event.changesAt === undefined ? null : new Date(event.changesAt)
    await change(tx, row, { next_category: to, next_category_at: at })
    return `“${row.name}” will become ${categoryOf(to)}.`
  }
  const at = event.at === undefined ? tx.now() : new Date(event.at)
  const changed = categoryChange(row, to, at)
  if (Object.keys(changed).length > 0) await change(tx, row, changed)
  return `“${row.name}” is ${categoryOf(to)} now.`
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
