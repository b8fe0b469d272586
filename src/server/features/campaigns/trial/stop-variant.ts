import type { App } from '#server/app.ts'
import { releaseDispatch, withdrawContent } from '#server/features/messages/messages.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { lockCampaign, record } from '../model/history.ts'

type Stop = { code?: string | number | null; reason: StoredText }
type OneVariant = { business_id: number; campaign_id: number; variant: number; content_id: number | null }

/** A to D. */
export const variantLetter = (variant: number): string => String.fromCharCode(64 + variant)

/**
 * WhatsApp stopped one version: none of its messages leaves any more, the other versions go on, and the owner decides
 * about the rest. Its people without a message join the rest then.
 */
export async function stopVariant(tx: App, one: OneVariant, { code, reason }: Stop): Promise<void> {
  const { business_id: businessId, campaign_id: id, variant, content_id } = one
  await lockCampaign(tx, businessId, id)
  const stopped = await tx.db
    .updateTable('campaign_variants')
    .set({
      stopped_at: tx.now(),
      stop_code: code == null ? null : String(code),
      stop_reason: JSON.stringify(reason),
    })
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', id)
    .where('variant', '=', variant)
    .where('stopped_at', 'is', null)
    .returning('variant')
    .executeTakeFirst()
  if (stopped) {
    if (content_id !== null) await withdrawContent(tx, businessId, id, content_id)
    const text = [textOf('campaigns.trial.variantStopped', { variant: variantLetter(variant) }), reason]
    await record(tx, businessId, id, { kind: 'waited', text, code: 'variant_stopped' })
  }
}

/**
 * The same where the lane held all of the campaign back for the refusal of one version's message.
 * @returns whether the message is one of an open A/B test.
 */
export async function stopVariantOf(
  app: App,
  businessId: number,
  id: number,
  messageId: number | undefined,
  stop: Stop,
): Promise<boolean> {
  const variant = await app.db
    .selectFrom('messages as m')
    .innerJoin('campaign_variants as v', (join) =>
      join
        .onRef('v.business_id', '=', 'm.business_id')
        .onRef('v.campaign_id', '=', 'm.campaign_id')
        .onRef('v.variant', '=', 'm.variant'),
    )
    .innerJoin('campaign_trials as t', (join) =>
      join.onRef('t.business_id', '=', 'v.business_id').onRef('t.campaign_id', '=', 'v.campaign_id'),
    )
    .select(['v.business_id', 'v.campaign_id', 'v.variant', 'v.content_id'])
    .where('m.business_id', '=', businessId)
    .where('m.id', '=', messageId ?? 0)
    .where('t.kind', '=', 'test')
    .where('t.stage', '!=', 'over')
    .executeTakeFirst()
  if (!variant || variant.campaign_id !== id) return false
  await app.transaction(async (tx) => {
    await stopVariant(tx, variant, stop)
    const { status } = await tx.db
      .selectFrom('campaigns')
      .select('status')
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (status === 'Running') await releaseDispatch(tx, businessId, id, { byOwner: false })
  })
  return true
}

/** A template was taken out of use: every version of a running A/B test that sends it stops. */
export async function stopVariantsWith(
  app: App,
  businessId: number,
  providerTemplateId: string,
  stop: Stop,
): Promise<void> {
  const variants = await app.db
    .selectFrom('campaign_variants as v')
    .innerJoin('campaign_trials as t', (join) =>
      join.onRef('t.business_id', '=', 'v.business_id').onRef('t.campaign_id', '=', 'v.campaign_id'),
    )
    .innerJoin('message_contents as m', (join) =>
      join.onRef('m.business_id', '=', 'v.business_id').onRef('m.id', '=', 'v.content_id'),
    )
    .select(['v.business_id', 'v.campaign_id', 'v.variant', 'v.content_id'])
    .where('v.business_id', '=', businessId)
    .where('v.stopped_at', 'is', null)
    .where('t.kind', '=', 'test')
    .where('t.stage', 'in', ['sending', 'measuring', 'asking'])
    .where('m.provider_template_id', '=', providerTemplateId)
    .orderBy('v.campaign_id')
    .execute()
  for (const variant of variants) await app.transaction((tx) => stopVariant(tx, variant, stop))
}
