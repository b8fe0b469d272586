import type { App } from '#server/app.ts'
import { requireStaying } from '#server/features/accounts/accounts.ts'
import { createContent, resendFailed } from '#server/features/messages/messages.ts'
import { findSendableByName, sameComponents } from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { goOn } from './control.ts'
import { followOrRefuse } from './new-version.ts'

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
    .select(['m.campaign_id', 'c.template_name', 'c.language', 'c.components', 'c.variable_names'])
    .where('m.business_id', '=', businessId)
    .where('m.id', '=', id)
    .executeTakeFirst()
  if (!message) throw notFound('message')
  const campaignId = message.campaign_id
  await app.transaction(async (tx) => {
    await requireStaying(tx, businessId)
    if (campaignId !== null) await followOrRefuse(tx, businessId, campaignId)
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
  template_name: string
  language: string
  components: unknown
  variable_names: string[]
}

/** A content of the template as it is now, where it says something else; its variables have to be the same. */
async function presentContent(
  tx: App,
  businessId: number,
  content: SingleContent,
): Promise<number | undefined> {
  const sendable = await findSendableByName(tx, businessId, content.template_name, content.language)
  if (!sendable) return undefined
  if (sendable.problem) throw new AppError('rule_broken', readText(sendable.problem))
  if (sameComponents(content.components as object[], sendable.components)) return undefined
  const names = sendable.variables.map(({ name }) => name)
  if (JSON.stringify(names) !== JSON.stringify(content.variable_names)) {
    throw new AppError('rule_broken', t('campaigns.errors.otherVariables'))
  }
  return await createContent(tx, businessId, sendable)
}
