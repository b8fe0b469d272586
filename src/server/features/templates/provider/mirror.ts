import type { App } from '#server/app.ts'
import type { GraphTemplate } from '#server/providers/meta/calls/templates.ts'
import { draftOf } from '../content/components.ts'
import { sameComponents } from '../content/same-components.ts'
import { withTargets } from '../content/tracked-buttons.ts'
import { componentsIn, draftColumns, draftIn, type LocalRow, type ProviderRow } from '../records/rows.ts'
import { categoryChange, notifyCampaigns, stateOf } from './provider-state.ts'

/** The provider's template as the mirror keeps it. */
function columnsOf(template: GraphTemplate) {
  return {
    name: template.name,
    language: template.language.replace('-', '_'),
    category: template.category.toUpperCase(),
    next_category: nextCategoryIn(template),
    status: template.status.toUpperCase(),
    rejected_reason: reasonIn(template),
    quality: template.quality_score?.score ?? 'UNKNOWN',
    parameter_format: template.parameter_format?.toUpperCase() ?? 'POSITIONAL',
    components: JSON.stringify(template.components),
    source: template.source?.toUpperCase() ?? null,
  }
}

function nextCategoryIn({ category, correct_category }: GraphTemplate): string | null {
  const next = correct_category?.toUpperCase()
  return next && next !== category.toUpperCase() ? next : null
}

const reasonIn = ({ rejected_reason }: GraphTemplate): string | null =>
  rejected_reason && rejected_reason !== 'NONE' ? rejected_reason : null

/** Deleted there, although the provider may list it for as long as messages with it are under way. */
const isGone = (status: string): boolean => status === 'DELETED' || status === 'PENDING_DELETION'

/** Whose templates were read, and since when: what is told of one after `readAt` is newer than what was read. */
export type Reading = { businessId: number; wabaId: string; readAt: Date }

/**
 * Puts templates that the mirror does not have into it. One that somebody else has put there meanwhile stands as it was
 * read last: its review may have ended between the two. No campaign has it yet.
 */
export async function insertMirrored(
  tx: App,
  { businessId, wabaId, readAt }: Reading,
  templates: readonly GraphTemplate[],
): Promise<void> {
  const rowsAtOnce = 500
  for (let start = 0; start < templates.length; start += rowsAtOnce) {
    const rows = templates.slice(start, start + rowsAtOnce).map((template) => ({
      business_id: businessId,
      id: template.id,
      waba_id: wabaId,
      previous_category: template.previous_category?.toUpperCase() ?? null,
      created_at: tx.now(),
      synced_at: readAt,
      deleted_at: isGone(template.status.toUpperCase()) ? tx.now() : null,
      ...columnsOf(template),
    }))
    await tx.db
      .insertInto('provider_templates')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['business_id', 'id'])
          .doUpdateSet(({ ref }) => ({
            status: ref('excluded.status'),
            category: ref('excluded.category'),
            rejected_reason: ref('excluded.rejected_reason'),
            quality: ref('excluded.quality'),
            components: ref('excluded.components'),
            deleted_at: ref('excluded.deleted_at'),
            synced_at: ref('excluded.synced_at'),
          }))
          .whereRef('provider_templates.synced_at', '<', 'excluded.synced_at')
          .where('provider_templates.status', '=', 'PENDING'),
      )
      .execute()
  }
}

/**
 * Brings one mirrored template up to date: its row, the words of the template of ours that is linked to it, and the
 * campaigns that use it.
 * @param readAt when the provider was asked for it.
 * @returns whether anything had changed.
 */
export async function updateMirrored(
  tx: App,
  row: ProviderRow,
  template: GraphTemplate,
  readAt: Date,
  ours: Partial<Pick<ProviderRow, 'edited_at'>> = {},
): Promise<boolean> {
  const columns = columnsOf(template)
  const gone = isGone(columns.status)
  const wordsChanged = !sameComponents(componentsIn(row), template.components)
  const changed =
    wordsChanged ||
    (row.deleted_at !== null) !== gone ||
    (Object.keys(columns) as (keyof typeof columns)[]).some(
      (key) => key !== 'components' && columns[key] !== row[key],
    )
  if (!changed && ours.edited_at === undefined && row.edit_begun_at === null) return false
  const now = tx.now()
  const moved = categoryChange(row, columns.category, { at: now, learned: now })
  await tx.db
    .updateTable('provider_templates')
    .set({
      ...columns,
      ...moved,
      ...ours,
      next_category: columns.next_category,
      ...(columns.status !== row.status && {
        status_details: null,
        warning: null,
        detected_category: null,
      }),
      deleted_at: gone ? (row.deleted_at ?? now) : null,
      synced_at: readAt,
      edit_begun_at: null,
    })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute()
  if (wordsChanged) await followText(tx, row, template)
  await notifyCampaigns(
    tx,
    row,
    stateOf(row),
    {
      status: columns.status,
      category: columns.category,
      rejected_reason: columns.rejected_reason,
      deleted: gone,
    },
    { newContent: wordsChanged || ours.edited_at !== undefined },
  )
  return changed || ours.edited_at !== undefined
}

/** Words changed in WhatsApp Manager are the words that are sent: the linked template of ours takes them over. */
async function followText(tx: App, row: ProviderRow, template: GraphTemplate): Promise<void> {
  const local = await tx.db
    .selectFrom('templates')
    .selectAll()
    .where('business_id', '=', row.business_id)
    .where('provider_template_id', '=', row.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!local) return
  await tx.db
    .updateTable('templates')
    .set({ ...draftColumns(followed(local, template)), updated_at: tx.now() })
    .where('business_id', '=', row.business_id)
    .where('id', '=', local.id)
    .execute()
}

/** The provider's words with what only we know: the file of the header, and the category that was asked for. */
function followed(local: LocalRow, template: GraphTemplate) {
  const remote = draftOf(template)
  const ours = draftIn(local)
  const sameFile = remote.header && ours.header?.media_id && remote.header.format === ours.header.format
  const keepsPlace = remote.header?.format === 'LOCATION' && ours.header?.format === 'LOCATION'
  const cards = remote.cards?.map((card, at) => {
    const own = ours.cards?.[at]
    const keepsFile = own?.header.media_id && own.header.format === card.header.format
    const buttons = withTargets(card.buttons, own?.buttons ?? [])
    return { ...card, buttons, ...(keepsFile && { header: own.header }) }
  })
  return {
    ...remote,
    category: ours.category,
    header: sameFile || keepsPlace ? ours.header : remote.header,
    buttons: withTargets(remote.buttons, ours.buttons),
    ...(cards && { cards }),
  }
}

/** Notes that templates are no longer at the provider. */
export async function markGone(tx: App, rows: readonly ProviderRow[]): Promise<void> {
  for (const row of rows) {
    await tx.db
      .updateTable('provider_templates')
      .set({ deleted_at: tx.now(), status: 'DELETED', synced_at: tx.now() })
      .where('business_id', '=', row.business_id)
      .where('id', '=', row.id)
      .execute()
    await notifyCampaigns(tx, row, stateOf(row), { ...stateOf(row), deleted: true })
  }
}
