import type { z } from 'zod'
import type { CampaignEvent } from '#contract/campaigns/parts.ts'
import type { CampaignStatus } from '#contract/campaigns.ts'
import type { App } from '#server/app.ts'
import { businessChannel, notify } from '#server/platform/notify.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import { statusesBefore } from './campaign-status.ts'

export type EventKind = z.infer<typeof CampaignEvent>['kind']

/** Notes to a business that a campaign moved; the payload is `<business>:<campaign>`. */
export const campaignsChannel = 'campaigns'

/** `code`: what a wait is for. */
type Happening = { kind: EventKind; text: StoredText; code?: string; userId?: number | undefined }

/** Writes one line of a campaign's history and tells every screen that shows it. */
export async function record(
  tx: App,
  businessId: number,
  campaignId: number,
  { kind, text, code, userId }: Happening,
): Promise<void> {
  await tx.db
    .insertInto('campaign_events')
    .values({
      business_id: businessId,
      campaign_id: campaignId,
      kind,
      text: JSON.stringify(text),
      code: code ?? null,
      user_id: userId ?? null,
      at: tx.now(),
    })
    .execute()
  await notify(tx.db, businessChannel(campaignsChannel, businessId), `${businessId}:${campaignId}`)
}

/**
 * Holds a campaign's row until the transaction ends: what is looked at after it, and decided, stands until then. Every
 * change takes the campaign's row before its dispatch's, so that no two wait for each other.
 */
export async function lockCampaign(tx: App, businessId: number, campaignId: number): Promise<void> {
  await tx.db
    .selectFrom('campaigns')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', campaignId)
    .forUpdate()
    .execute()
}

/**
 * Moves a campaign to a status from one that allows it, and records why.
 * @param more.from further restricts the statuses it may leave.
 * @param more.at when it ended, where that was before this moment.
 * @returns whether it moved: another may have been faster.
 */
export async function move(
  tx: App,
  businessId: number,
  campaignId: number,
  next: CampaignStatus,
  happening: Happening,
  more: { from?: CampaignStatus[]; reason?: StoredText | null; code?: string | null; at?: Date } = {},
): Promise<boolean> {
  const allowed = statusesBefore(next).filter((status) => !more.from || more.from.includes(status))
  const now = tx.now()
  const moved = await tx.db
    .updateTable('campaigns')
    .set({
      status: next,
      status_reason: more.reason ? JSON.stringify(more.reason) : null,
      status_code: more.code ?? null,
      paused_at: next === 'Paused' ? now : null,
      finished_at:
        next === 'Completed' || next === 'Failed' || next === 'Cancelled' ? (more.at ?? now) : null,
    })
    .where('business_id', '=', businessId)
    .where('id', '=', campaignId)
    .where('status', 'in', allowed)
    // What goes on by itself, after a stop was lifted, waits too.
    .$if(next === 'Running' || next === 'Scheduled', (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('business_deletions as d')
              .select('d.id')
              .whereRef('d.business_id', '=', 'campaigns.business_id')
              .where('d.taken_back_at', 'is', null),
          ),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  if (!moved) return false
  await record(tx, businessId, campaignId, happening)
  return true
}
