import { sql } from 'kysely'
import { sendingStatuses, statusMeaning } from '#contract/templates/status.ts'
import type { App } from '#server/app.ts'
import { holdDispatch } from '#server/features/messages/messages.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import {
  refreshTemplate,
  templateCategoryCode,
  templateInReviewCode,
} from '#server/features/templates/templates.ts'
import { codesOf, isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import {
  accountStoppedCode,
  latenessLimitHours,
  numberStoppedCode,
  templateAskCode,
  templateReadyCode,
  templateStoppedCode,
} from '../model/campaign-status.ts'
import { lockCampaign, move, record } from '../model/history.ts'
import { stopVariantOf, stopVariantsWith } from '../trial/stop-variant.ts'
import { hasOpenTest } from '../trial/trials.ts'
import { reopenFinished, resumeAfterStop, startAfterStop } from './control.ts'
import {
  type Campaign,
  findSendable,
  followTemplate,
  lockForVersion,
  waitForVariables,
} from './new-version.ts'

type Stop = { business_id: number; code?: string | number | null; reason: StoredText }
type LaneStop = Stop & { campaign_id: number; scope?: string | undefined; message_id?: number | undefined }

/**
 * The sending engine met what holds for everybody in the campaign. Nothing is lost: the rest stays queued. What will
 * go on by itself waits: with a template that is released, or with an account that can send again.
 */
export async function stopCampaign(
  app: App,
  { business_id, campaign_id, code, reason, scope, message_id }: LaneStop,
): Promise<void> {
  const isTemplate = scope !== 'account' && scope !== 'number' && isOfClass(code, 'templateRefused')
  if (isTemplate && (await stopVariantOf(app, business_id, campaign_id, message_id, { code, reason }))) return
  const wait =
    scope === 'account'
      ? { code: accountStoppedCode, reason }
      : isTemplate
        ? await templateWait(app, business_id, campaign_id, Number(code), reason)
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
      wait ? 'Paused' : 'Failed',
      { kind: wait ? 'waited' : 'failed', text: wait?.reason ?? reason },
      {
        from: ['Running'],
        reason: wait?.reason ?? reason,
        code: wait?.code ?? String(code ?? 'stopped'),
      },
    )
  })
  // The account may have been mended before this was told.
  if (scope === 'account') await resumeIfUsable(app, business_id, campaign_id)
}

/**
 * What a campaign waits for whose template was refused: its review, or its release. Undefined where WhatsApp's own word
 * on the template is that it can be sent; it is then read again, and a change of it moves the campaign.
 */
async function templateWait(
  app: App,
  businessId: number,
  campaignId: number,
  code: number,
  reason: StoredText,
): Promise<{ code: string; reason: StoredText } | undefined> {
  const campaign = await app.db
    .selectFrom('campaigns as c')
    .innerJoin('message_contents as m', (join) =>
      join.onRef('m.business_id', '=', 'c.business_id').onRef('m.id', '=', 'c.content_id'),
    )
    .innerJoin('provider_templates as p', (join) =>
      join.onRef('p.business_id', '=', 'm.business_id').onRef('p.id', '=', 'm.provider_template_id'),
    )
    .select(['p.id', 'p.waba_id', 'p.status', 'p.deleted_at'])
    .where('c.business_id', '=', businessId)
    .where('c.id', '=', campaignId)
    .executeTakeFirst()
  if (campaign) {
    await app.enqueue(
      refreshTemplate,
      { business_id: businessId, waba_id: campaign.waba_id, provider_template_id: campaign.id },
      { singletonKey: `${businessId} ${campaign.id}` },
    )
  }
  if (campaign?.status === 'PENDING' && !campaign.deleted_at) {
    return { code: templateInReviewCode, reason: textOf('campaigns.reason.inReview') }
  }
  return isOfClass(code, 'templatePaused') ? { code: templateStoppedCode, reason } : undefined
}

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

/** A campaign waits for its template; what ends the wait is the template's next state. */
const templateWaits = [templateStoppedCode, templateInReviewCode, templateAskCode, templateReadyCode]
/** Of these, the template's next usable state ends the wait, or has the owner asked. */
const endedByTemplate = [templateStoppedCode, templateInReviewCode, templateAskCode]

/** The provider took a template out of use: what sends it waits, before the next message is refused. */
export async function stopTemplate(
  app: App,
  stop: Stop & { provider_template_id: string; ask?: boolean | undefined },
): Promise<void> {
  const { business_id, provider_template_id, reason } = stop
  // Notes of a stop and of its end may come in any order: the template itself says which holds.
  const isOver =
    stop.code !== templateCategoryCode && (await isUsable(app, business_id, provider_template_id))
  // Told a second time after a crash, or late: campaigns that wait already go on.
  if (isOver) return await resumeTemplate(app, stop)
  await stopVariantsWith(app, business_id, provider_template_id, stop)
  const code = waitCode(stop)
  const campaigns = await campaignsWith(app, business_id, provider_template_id)
  for (const { id, status, status_code } of campaigns) {
    await app.transaction(async (tx) => {
      if (status === 'Paused') {
        if (templateWaits.includes(status_code ?? ''))
          await waitFurther(tx, business_id, id, { code, reason })
        return
      }
      const happening = { kind: 'waited' as const, text: reason, code }
      const more = { from: [status], reason, code }
      if (!(await move(tx, business_id, id, 'Paused', happening, more))) return
      await holdDispatch(tx, business_id, id, { code, reason })
    })
  }
  // It may have become usable while this was written, when its campaigns still seemed to run.
  if (stop.code === templateCategoryCode) return
  if (await isUsable(app, business_id, provider_template_id)) await resumeTemplate(app, stop)
}

function waitCode({ code, ask }: { code?: string | number | null; ask?: boolean | undefined }): string {
  if (code === templateCategoryCode) return templateCategoryCode
  if (code !== templateInReviewCode) return templateStoppedCode
  return ask ? templateAskCode : templateInReviewCode
}

/** It waits already, and now for something else: the new version was rejected, for instance. */
async function waitFurther(
  tx: App,
  businessId: number,
  id: number,
  { code, reason }: { code: string; reason: StoredText },
): Promise<void> {
  const changed = await tx.db
    .updateTable('campaigns')
    .set({ status_code: code, status_reason: JSON.stringify(reason) })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'Paused')
    .where('status_code', 'in', templateWaits)
    .where('status_reason', 'is distinct from', JSON.stringify(reason))
    .returning('id')
    .executeTakeFirst()
  if (changed) await record(tx, businessId, id, { kind: 'waited', text: reason, code })
}

/**
 * The provider lets a template be sent, maybe with new words: what waited for it goes on by itself while that is still
 * what the owner expects, and asks after that. From here on the campaigns send the template as it is now.
 */
export async function resumeTemplate(
  app: App,
  { business_id, provider_template_id }: { business_id: number; provider_template_id: string },
): Promise<void> {
  if (!(await isUsable(app, business_id, provider_template_id))) return
  for (const campaign of await campaignsWith(app, business_id, provider_template_id)) {
    const { id, status, status_code } = campaign
    if (status === 'Paused' && !endedByTemplate.includes(status_code ?? '')) continue
    if (status_code === templateAskCode || (status === 'Paused' && isLate(app, campaign.paused_at))) {
      const reason = textOf(
        status_code === templateStoppedCode
          ? 'campaigns.reason.templateReady'
          : 'campaigns.reason.versionReady',
      )
      await app.transaction((tx) => askAgain(tx, business_id, id, { reason, code: templateReadyCode }))
      continue
    }
    await app.transaction((tx) => followAndGoOn(tx, campaign))
  }
}

async function followAndGoOn(tx: App, { business_id, id, status }: WithTemplate): Promise<void> {
  const campaign = await lockForVersion(tx, business_id, id)
  if (!campaign) return
  const followed = await followTemplate(tx, campaign)
  if (followed === 'asks') return await waitForVariables(tx, business_id, id)
  const text = textOf(
    followed === 'switched' ? 'campaigns.event.newVersion' : 'campaigns.event.templateUsable',
  )
  if (status === 'Running') {
    if (followed === 'switched') await record(tx, business_id, id, { kind: 'resumed', text })
  } else if (campaign.planned_at) await resumeAfterStop(tx, business_id, id, text, [status])
  else if (await canStart(tx, campaign)) await startAfterStop(tx, business_id, id, text)
}

/** One that has not started is held again at its start where something else is wrong with its template. */
async function canStart(tx: App, campaign: Campaign): Promise<boolean> {
  return (await findSendable(tx, campaign))?.problem === null
}

/** Finds campaigns that wait for a template which can be sent: the note of it was lost. */
export async function resumeWaiting(app: App): Promise<void> {
  const { rows } = await sql<{ business_id: number; provider_template_id: string }>`
    select distinct c.business_id, p.id as provider_template_id
    from campaigns c
    join message_contents m on m.business_id = c.business_id and m.id = c.content_id
    join provider_templates p on p.business_id = m.business_id and p.id = m.provider_template_id
    where c.status = 'Paused' and p.deleted_at is null and upper(p.status) = any(${sendingStatuses})
      and (c.status_code in (${templateInReviewCode}, ${templateAskCode})
        -- WhatsApp may refuse what it calls usable: only a change since the stop ends the wait
        or c.status_code = ${templateStoppedCode} and p.synced_at > c.paused_at)
    limit 100`.execute(app.db)
  for (const row of rows) await resumeTemplate(app, row)
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
  const text = textOf('campaigns.event.accountUsable')
  if (isLate(app, campaign.planned_at ? campaign.paused_at : campaign.scheduled_at)) {
    const reason = textOf('campaigns.reason.accountReady')
    await app.transaction((tx) => askAgain(tx, businessId, id, { reason }))
  } else if (campaign.planned_at) await resumeAfterStop(app, businessId, id, text)
  else await startAfterStop(app, businessId, id, text)
}

/** After so long nobody can know whether a message is still wanted. */
function isLate(app: App, since: Date | null): boolean {
  return app.now().getTime() - (since?.getTime() ?? 0) > latenessLimitHours * 3_600_000
}

async function askAgain(
  tx: App,
  businessId: number,
  id: number,
  { reason, code }: { reason: StoredText; code?: string },
): Promise<void> {
  await tx.db
    .updateTable('campaigns')
    .set({ status_reason: JSON.stringify(reason), ...(code && { status_code: code }) })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'Paused')
    .execute()
}

/** Whether WhatsApp lets a template be sent now. */
async function isUsable(app: App, businessId: number, providerTemplateId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('provider_templates')
    .select('status')
    .where('business_id', '=', businessId)
    .where('id', '=', providerTemplateId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined && statusMeaning(row.status).sends
}

type WithTemplate = {
  business_id: number
  id: number
  status: 'Running' | 'Paused' | 'Failed'
  status_code: string | null
  paused_at: Date | null
}

/** Of campaigns `c` that have not started: whether a version of their A/B test sends this template. */
const versionBeforeStart = (
  businessId: number,
  providerTemplateId: string,
) => sql<boolean>`(c.planned_at is null and exists (
  select 1 from campaign_variants v
  join templates t on t.business_id = v.business_id and t.id = v.template_id
  where v.business_id = ${businessId} and v.campaign_id = c.id and t.provider_template_id = ${providerTemplateId}))`

/** The campaigns that a template's state moves: those that run or wait, and those that its refusal stopped. */
async function campaignsWith(
  app: App,
  businessId: number,
  providerTemplateId: string,
): Promise<WithTemplate[]> {
  const rows = await app.db
    .selectFrom('campaigns as c')
    .innerJoin('message_contents as m', (join) =>
      join.onRef('m.business_id', '=', 'c.business_id').onRef('m.id', '=', 'c.content_id'),
    )
    .select(['c.business_id', 'c.id', 'c.status', 'c.status_code', 'c.paused_at'])
    .where('c.business_id', '=', businessId)
    .where((where) =>
      where.or([
        where('c.status', 'in', ['Running', 'Paused']),
        where.and([
          where('c.status', '=', 'Failed'),
          where('c.status_code', 'in', codesOf('templateRefused').map(String)),
        ]),
      ]),
    )
    .where((where) =>
      where.or([
        where('m.provider_template_id', '=', providerTemplateId),
        versionBeforeStart(businessId, providerTemplateId),
      ]),
    )
    .where(sql<boolean>`not ${hasOpenTest(businessId)}`)
    .orderBy('c.id')
    .execute()
  const found: WithTemplate[] = []
  for (const row of rows as WithTemplate[]) {
    // A failed one with nobody left to write to stays as it is.
    if (row.status !== 'Failed' || (await isHeld(app, businessId, row.id))) found.push(row)
  }
  return found
}
