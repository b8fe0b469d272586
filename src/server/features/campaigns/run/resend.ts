import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { requireStaying } from '#server/features/accounts/accounts.ts'
import {
  createContent,
  ownerReasons,
  resendFailed,
  settleUnknown,
} from '#server/features/messages/messages.ts'
import {
  findSendableByName,
  movedVariables,
  type Sendable,
  sameComponents,
} from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { lockCampaign } from '../model/history.ts'
import { goOn, settleCampaign } from './control.ts'

/**
 * Has one failed message sent again, as its template is now. One of a campaign goes with the campaign.
 * @throws AppError `not_found`; `conflict` when it is not failed.
 */
export async function resendMessage(app: App, { businessId, userId }: Caller, id: number): Promise<void> {
  const message = await app.db
    .selectFrom('messages as m')
    .innerJoin('message_contents as c', (join) =>
      join.onRef('c.business_id', '=', 'm.business_id').onRef('c.id', '=', 'm.content_id'),
    )
    .select(['m.campaign_id', 'm.phone_number_id'])
    .select(['c.template_name', 'c.language', 'c.category', 'c.components', 'c.variable_names'])
    .where('m.business_id', '=', businessId)
    .where('m.id', '=', id)
    .executeTakeFirst()
  if (!message) throw notFound('message')
  const campaignId = message.campaign_id
  await app.transaction(async (tx) => {
    await requireStaying(tx, businessId)
    if (campaignId !== null) await lockCampaign(tx, businessId, campaignId)
    const contentId = campaignId === null ? await presentContent(tx, businessId, message) : undefined
    const due = await resendFailed(tx, businessId, id, contentId)
    if (!due) {
      throw new AppError('conflict', t('campaigns.errors.notAgain'))
    }
    if (campaignId === null) return
    const text = textOf('campaigns.event.retry', { count: 1 })
    await goOn(tx, businessId, campaignId, { kind: 'retried', text, userId })
  })
}

type SingleContent = {
  phone_number_id: string
  template_name: string
  language: string
  category: string
  components: unknown
  variable_names: string[]
}

/** A content of its account's template as it is now, where it differs; its variables have to be the same. */
async function presentContent(
  tx: App,
  businessId: number,
  content: SingleContent,
): Promise<number | undefined> {
  const { template_name, language, phone_number_id } = content
  // Also of a number that cannot send just now: the message waits for it.
  const number = await tx.db
    .selectFrom('phone_numbers')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phone_number_id)
    .executeTakeFirst()
  const sendable = await findSendableByName(tx, businessId, template_name, language, number)
  if (!sendable) return undefined
  if (sendable.problem) throw new AppError('rule_broken', readText(sendable.problem))
  const components = content.components as Sendable['components']
  const isSame = content.category === sendable.category && sameComponents(components, sendable.components)
  if (isSame) return undefined
  const names = sendable.variables.map(({ name }) => name)
  const isMoved = movedVariables(components, sendable.components).length > 0
  if (isMoved || JSON.stringify(names) !== JSON.stringify(content.variable_names)) {
    throw new AppError('rule_broken', t('campaigns.errors.otherVariables'))
  }
  return await createContent(tx, businessId, sendable)
}

/**
 * The owner's word on unanswered messages of several campaigns and on single ones, each as its template is now.
 * @returns how many were settled.
 * @throws AppError `not_found`; `conflict` when none is open.
 */
export async function settleMessages(
  app: App,
  caller: Caller,
  { ids, as }: { ids: readonly number[]; as: 'send_again' | 'write_off' },
): Promise<number> {
  const { businessId } = caller
  return await app.transaction(async (tx) => {
    if (as === 'send_again') await requireStaying(tx, businessId)
    const groups = await openGroups(tx, businessId, ids)
    if (groups.length === 0) await explainNothingSettled(tx, businessId, ids)
    let settled = 0
    for (const { campaign_id, content, message_ids } of groups) {
      if (campaign_id !== null) {
        settled += await settleCampaign(tx, caller, campaign_id, { as, message_ids })
        continue
      }
      const contentId = as === 'send_again' ? await presentContent(tx, businessId, content) : undefined
      settled += await settleUnknown(tx, businessId, message_ids, as, contentId)
    }
    return settled
  })
}

type OpenGroup = { campaign_id: number | null; content: SingleContent; message_ids: number[] }

/** Those that wait for the owner's word: by campaign, in one order for all that lock them, and by content. */
async function openGroups(tx: App, businessId: number, ids: readonly number[]): Promise<OpenGroup[]> {
  const rows = await tx.db
    .selectFrom('messages as m')
    .innerJoin('message_contents as c', (join) =>
      join.onRef('c.business_id', '=', 'm.business_id').onRef('c.id', '=', 'm.content_id'),
    )
    .select(['m.id', 'm.campaign_id', 'm.content_id', 'm.phone_number_id'])
    .select(['c.template_name', 'c.language', 'c.category', 'c.components', 'c.variable_names'])
    .where('m.business_id', '=', businessId)
    .where('m.id', 'in', sql<number>`(select unnest(${[...ids]}::bigint[]))`)
    .where('m.status', '=', 'unknown')
    .where('m.reason', 'in', ownerReasons)
    .orderBy('m.campaign_id')
    .execute()
  const groups = new Map<string, OpenGroup>()
  for (const { id, campaign_id, content_id, ...content } of rows) {
    const key = campaign_id === null ? `content ${content_id}` : `campaign ${campaign_id}`
    const group = groups.get(key) ?? { campaign_id, content, message_ids: [] }
    group.message_ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

async function explainNothingSettled(tx: App, businessId: number, ids: readonly number[]): Promise<never> {
  const own = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .limit(1)
    .executeTakeFirst()
  if (!own) throw notFound('message')
  throw new AppError('conflict', t('messages.settled.already'))
}
