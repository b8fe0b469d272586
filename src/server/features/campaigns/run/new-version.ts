import { type ParameterMapping, ParameterMapping as StoredMapping } from '#contract/campaigns.ts'
import type { App } from '#server/app.ts'
import {
  createContent,
  holdDispatch,
  type Slot,
  switchContent,
  withdrawContent,
} from '#server/features/messages/messages.ts'
import {
  getSendable,
  movedVariables,
  type Sendable,
  sameComponents,
  variableKey,
} from '#server/features/templates/templates.ts'
import { AppError } from '#server/platform/errors.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { move, record } from '../model/history.ts'
import { draftOf, problemOf, refuseProblem, type StoredDraft } from '../plan/draft.ts'
import { sendableWithLinks } from '../plan/text-links.ts'
import { fillingOf, takesCustomMessage, valuesSql } from '../plan/variables.ts'
import { hasOpenTest } from '../trial/trials.ts'

/** A campaign waits until the owner says what fills the variables of the template's new version. */
export const newVariablesCode = 'template_variables'
export const newVariablesReason = textOf('campaigns.reason.newVariables')

export type Campaign = StoredDraft & {
  business_id: number
  id: number
  content_id: number
  planned_at: Date | null
  count_clicks: boolean
  status?: string
  /** Its A/B test is under way: what the rest is sent is not known yet. */
  in_test?: boolean
}

/** The template as it is now, where it differs from what the campaign sends; undefined where it does not. */
export type NewVersion = {
  sendable: Sendable
  /** What fills the variables as far as it is known: what the owner chose before, for those that are still there. */
  mapping: ParameterMapping
  /** Variables that the version before did not have, or whose number stands for something else now. */
  added: string[]
}

/** Undefined also while the template cannot be sent: its present words are not the last ones. */
export async function findNewVersion(app: App, campaign: Campaign): Promise<NewVersion | undefined> {
  const kept = await app.db
    .selectFrom('message_contents')
    .select(['components', 'slots', 'variable_names', 'provider_template_id', 'category', 'fixed'])
    .where('business_id', '=', campaign.business_id)
    .where('id', '=', campaign.content_id)
    .executeTakeFirstOrThrow()
  const sendable = await findSendable(app, campaign)
  if (!sendable || sendable.problem) return undefined
  const names = sendable.variables.map(({ name }) => name)
  const components = kept.components as unknown as Sendable['components']
  const slots = (kept.slots as (KeptSlot | null)[]).filter((slot) => slot !== null)
  const presets = new Map(slots.map((slot) => [keyOf(slot), slot.preset]))
  const keptFile = (kept.fixed as { media_id?: number }).media_id ?? null
  const isSame =
    kept.provider_template_id === sendable.provider_template_id &&
    kept.category === sendable.category &&
    (keptFile === null || keptFile === sendable.header_media_id) &&
    JSON.stringify(kept.variable_names) === JSON.stringify(names) &&
    targetsOf((kept.fixed as { links?: Link[] }).links) === targetsOf(sendable.links) &&
    sendable.variables.every(({ key, preset }) => presets.get(key) === preset) &&
    sameComponents(components, sendable.components)
  if (isSame) return undefined
  const before = new Set(slots.map(keyOf))
  const moved = movedVariables(components, sendable.components)
  const stored = StoredMapping.parse(campaign.mapping)
  const keys = sendable.variables.map(({ key }) => key)
  return {
    sendable,
    mapping: Object.fromEntries(
      // A place that was the template's own goes with it.
      Object.entries(stored).filter(
        ([key, source]) => keys.includes(key) && !('text' in source && source.text === presets.get(key)),
      ),
    ),
    added: keys.filter((key) => !before.has(key) || moved.includes(key)),
  }
}

type Link = Sendable['links'][number]
type KeptSlot = Slot & { preset?: string }

/** Where the buttons lead; addresses in the text are the campaign's own. */
const targetsOf = (links: readonly Partial<Link>[] = []): string =>
  links.flatMap(({ button, target }) => (button === undefined ? [] : [`${button} ${target}`])).join('\n')

/** Undefined for a template that was deleted here: its campaigns send what they were planned with, or are refused. */
export async function findSendable(
  app: App,
  { business_id, template_id }: Pick<Campaign, 'business_id' | 'template_id'>,
): Promise<Sendable | undefined> {
  try {
    return await getSendable(app, business_id, template_id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

const keyOf = (slot: Slot): string => variableKey(slot as Parameters<typeof variableKey>[0])

/**
 * Has a campaign send its template as it is now. What has left keeps what it was sent with.
 * @param given what fills the variables, where the owner has said so for this version.
 * @returns `same`: nothing to do; `switched`; `asks`: only the owner can know what fills the new variables.
 * @throws AppError `rule_broken` at the field, for values of the owner's that do not fit.
 */
export async function followTemplate(
  tx: App,
  campaign: Campaign,
  given?: ParameterMapping,
): Promise<'same' | 'switched' | 'asks'> {
  if (campaign.in_test) return 'same'
  await withdrawOutdated(tx, campaign)
  const version = await findNewVersion(tx, campaign)
  if (!version) return 'same'
  const { sendable, added } = version
  if (added.length > 0 && !given) return 'asks'
  const mapping = { ...version.mapping, ...given }
  const draft = draftOf(sendable, campaign.audience as never, {
    parameters: mapping,
    custom_message: customMessageFor(campaign, sendable, mapping),
  })
  if (given) refuseProblem(draft)
  else if (problemOf(draft)) return 'asks'
  const { business_id: businessId, id } = campaign
  const contentId = await createContent(
    tx,
    businessId,
    sendableWithLinks(sendable, draft, campaign.count_clicks),
  )
  await tx.db
    .updateTable('campaigns')
    .set({
      content_id: contentId,
      mapping: JSON.stringify(mapping),
      custom_message: draft.customMessage,
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
  if (campaign.planned_at) {
    await withdrawContent(tx, businessId, id, campaign.content_id)
    const filling = fillingOf(sendable.variables, mapping, draft.customMessage)
    const values = valuesSql(filling, draft.customMessage, 'l')
    await switchContent(tx, { businessId, campaignId: id, contentId, values })
  }
  return 'switched'
}

/** After an A/B test: people of a version whose template has changed since join the rest. */
async function withdrawOutdated(tx: App, campaign: Campaign): Promise<void> {
  const { business_id: businessId, id, content_id } = campaign
  const versions = await tx.db
    .selectFrom('campaign_variants')
    .select(['template_id', 'content_id', 'mapping'])
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', id)
    .where('content_id', 'is not', null)
    .where('content_id', '!=', content_id)
    .execute()
  let isOutdated = false
  for (const version of versions) {
    const contentId = version.content_id!
    if (!(await findNewVersion(tx, { ...campaign, ...version, content_id: contentId }))) continue
    await withdrawContent(tx, businessId, id, contentId)
    isOutdated = true
  }
  if (isOutdated) await fitQueued(tx, campaign)
}

/** A custom message that the new version has no place for is left out. */
function customMessageFor(
  { custom_message }: Campaign,
  sendable: Sendable,
  mapping: ParameterMapping,
): string | null {
  return custom_message && takesCustomMessage(sendable.variables, mapping) ? custom_message : null
}

/** Queued messages that were made for an earlier version, though the campaign sends the present one: they are fitted. */
export async function fitOutdated(app: App, businessId: number, id: number): Promise<void> {
  await app.transaction(async (tx) => {
    const campaign = await lockForVersion(tx, businessId, id)
    if (campaign?.planned_at) await fitQueued(tx, campaign)
  })
}

/** What is queued for the rest of a campaign is made to fit what the campaign sends. */
export async function fitQueued(tx: App, campaign: Campaign): Promise<void> {
  const { business_id: businessId, id, content_id, custom_message } = campaign
  const kept = await tx.db
    .selectFrom('message_contents')
    .select('slots')
    .where('business_id', '=', businessId)
    .where('id', '=', content_id)
    .executeTakeFirstOrThrow()
  const variables = (kept.slots as (Slot | null)[]).flatMap((slot) =>
    slot ? [{ ...slot, key: keyOf(slot) } as Sendable['variables'][number]] : [],
  )
  const filling = fillingOf(variables, StoredMapping.parse(campaign.mapping), custom_message)
  const values = valuesSql(filling, custom_message, 'l')
  await switchContent(tx, { businessId, campaignId: id, contentId: content_id, values })
}

/** Holds a campaign's row and reads it. */
export async function lockForVersion(tx: App, businessId: number, id: number): Promise<Campaign | undefined> {
  return await tx.db
    .selectFrom('campaigns as c')
    .select(['business_id', 'id', 'template_id', 'content_id', 'planned_at', 'audience', 'mapping'])
    .select(['custom_message', 'consent_statement', 'count_clicks', 'status'])
    .select(hasOpenTest(businessId).as('in_test'))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** @throws AppError `rule_broken` while only the owner can know what fills the new version. */
export async function followOrRefuse(
  tx: App,
  businessId: number,
  id: number,
  given?: ParameterMapping,
): Promise<void> {
  const campaign = await lockForVersion(tx, businessId, id)
  if (campaign && (await followTemplate(tx, campaign, given)) === 'asks') {
    throw new AppError('rule_broken', readText(newVariablesReason))
  }
}

/** A campaign waits until the owner says what fills its variables; also one that waits for something else. */
export async function waitForVariables(tx: App, businessId: number, id: number): Promise<void> {
  const wait = { reason: newVariablesReason, code: newVariablesCode }
  const happening = { kind: 'waited' as const, text: wait.reason, code: wait.code }
  if (await move(tx, businessId, id, 'Paused', happening, wait)) {
    return await holdDispatch(tx, businessId, id, wait)
  }
  const changed = await tx.db
    .updateTable('campaigns')
    .set({ status_reason: JSON.stringify(wait.reason), status_code: wait.code })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'Paused')
    .where('status_code', 'is distinct from', newVariablesCode)
    .returning('id')
    .executeTakeFirst()
  if (changed) await record(tx, businessId, id, happening)
}
