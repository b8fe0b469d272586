import type { App } from '#server/app.ts'
import { holdDispatch } from '#server/features/messages/messages.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import { accountStoppedCode, latenessLimitHours, numberStoppedCode } from './campaign-status.ts'
import { reopenFinished, resumeAfterStop, startAfterStop } from './control.ts'
import { lockCampaign, move } from './history.ts'

/** Meta paused the template for its quality: it is released by itself after hours, so this is a wait. */
const templatePaused = 132015

type Stop = { business_id: number; code?: string | number | null; sentence: string }

/**
 * The sending engine met what holds for everybody in the campaign. Nothing is lost: the rest stays queued. What will
 * go on by itself waits: with a template that is released, or with an account that can send again.
 */
export async function stopCampaign(
  app: App,
  { business_id, campaign_id, code, sentence, scope }: Stop & { campaign_id: number; scope?: string },
): Promise<void> {
  const waitsFor =
    scope === 'account'
      ? accountStoppedCode
      : Number(code) === templatePaused
        ? templateStoppedCode
        : undefined
  await app.transaction(async (tx) => {
    await lockCampaign(tx, business_id, campaign_id)
    // Somebody resumed it before this was told: then it runs.
    if (!(await isHeld(tx, business_id, campaign_id))) return
    // One that had finished may be stopped at a second try: unless it runs again, nobody learns that somebody waits.
    await reopenFinished(tx, business_id, campaign_id)
    await move(
      tx,
      business_id,
      campaign_id,
      waitsFor ? 'Paused' : 'Failed',
      { kind: waitsFor ? 'waited' : 'failed', sentence },
      { from: ['Running'], reason: sentence, code: waitsFor ?? String(code ?? 'stopped') },
    )
  })
  // The account may have been mended before this was told.
  if (scope === 'account') await resumeIfUsable(app, business_id, campaign_id)
}

const templateStoppedCode = 'template_stopped'

/** Whether messages of a campaign are held back now. */
async function isHeld(app: App, businessId: number, campaignId: number): Promise<boolean> {
  const held = await app.db
    .selectFrom('dispatches')
    .select('campaign_id')
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'held')
    .where('drained_at', 'is', null)
    .executeTakeFirst()
  return held !== undefined
}

/** The provider took a template out of use: what sends it waits, before the next message is refused. */
export async function stopTemplate(
  app: App,
  { business_id, provider_template_id, sentence }: Stop & { provider_template_id: string },
): Promise<void> {
  for (const id of await campaignsWith(app, business_id, provider_template_id, ['Running'])) {
    await app.transaction(async (tx) => {
      const happening = { kind: 'waited' as const, sentence }
      const more = { from: ['Running' as const], reason: sentence, code: templateStoppedCode }
      if (!(await move(tx, business_id, id, 'Paused', happening, more))) return
      await holdDispatch(tx, business_id, id, { code: templateStoppedCode, sentence })
    })
  }
}

/**
 * The provider lets a template be sent again: what waited for it goes on by itself while that is still what the owner
 * expects, and asks after that.
 */
export async function resumeTemplate(
  app: App,
  { business_id, provider_template_id }: { business_id: number; provider_template_id: string },
): Promise<void> {
  for (const id of await campaignsWith(app, business_id, provider_template_id, ['Paused'])) {
    const { status_code, paused_at } = await app.db
      .selectFrom('campaigns')
      .select(['status_code', 'paused_at'])
      .where('business_id', '=', business_id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (status_code !== templateStoppedCode) continue
    if (!isLate(app, paused_at)) {
      await resumeAfterStop(app, business_id, id, 'Going on: the template can be sent again')
    } else {
      const sentence = 'The template can be sent again. Resume when the message is still wanted.'
      await app.transaction((tx) => askAgain(tx, business_id, id, sentence))
    }
  }
}

/** The account can send again: what was stopped with it goes on, as with a template. */
export async function resumeAccount(
  app: App,
  { business_id, waba_id }: { business_id: number; waba_id: string },
): Promise<void> {
  const rows = await app.db
    .selectFrom('campaigns as c')
    .innerJoin('phone_numbers as n', (join) =>
      join.onRef('n.business_id', '=', 'c.business_id').onRef('n.phone_number_id', '=', 'c.phone_number_id'),
    )
    .select('c.id')
    .where('c.business_id', '=', business_id)
    .where('n.waba_id', '=', waba_id)
    .where('c.status', '=', 'Paused')
    .where('c.status_code', 'in', [accountStoppedCode, numberStoppedCode])
    .execute()
  for (const { id } of rows) await resumeIfUsable(app, business_id, id)
}

async function resumeIfUsable(app: App, businessId: number, id: number): Promise<void> {
  const campaign = await app.db
    .selectFrom('campaigns')
    .select(['phone_number_id', 'status', 'status_code', 'paused_at', 'planned_at', 'scheduled_at'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  const isStopped =
    campaign?.status === 'Paused' &&
    [accountStoppedCode, numberStoppedCode].includes(campaign.status_code ?? '')
  if (!isStopped || !(await findSender(app, businessId, campaign.phone_number_id))) return
  const sentence = 'Going on: the WhatsApp account can send again'
  if (isLate(app, campaign.planned_at ? campaign.paused_at : campaign.scheduled_at)) {
    const ask = 'The WhatsApp account can send again. Resume when the message is still wanted.'
    await app.transaction((tx) => askAgain(tx, businessId, id, ask))
  } else if (campaign.planned_at) await resumeAfterStop(app, businessId, id, sentence)
  else await startAfterStop(app, businessId, id, sentence)
}

/** After so long nobody can know whether a message is still wanted. */
function isLate(app: App, since: Date | null): boolean {
  return app.now().getTime() - (since?.getTime() ?? 0) > latenessLimitHours * 3_600_000
}

async function askAgain(tx: App, businessId: number, id: number, sentence: string): Promise<void> {
  await tx.db
    .updateTable('campaigns')
    .set({ status_reason: sentence })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'Paused')
    .execute()
}

async function campaignsWith(
  app: App,
  businessId: number,
  providerTemplateId: string,
  status: ('Running' | 'Paused')[],
): Promise<number[]> {
  const rows = await app.db
    .selectFrom('campaigns as c')
    .innerJoin('message_contents as m', (join) =>
      join.onRef('m.business_id', '=', 'c.business_id').onRef('m.id', '=', 'c.content_id'),
    )
    .select('c.id')
    .where('c.business_id', '=', businessId)
    .where('c.status', 'in', status)
    .where('m.provider_template_id', '=', providerTemplateId)
    .execute()
  return rows.map(({ id }) => id)
}
