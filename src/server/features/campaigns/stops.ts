import type { App } from '#server/app.ts'
import { holdDispatch } from '#server/features/messages/messages.ts'
import { latenessLimitHours } from './campaign-status.ts'
import { resumeAfterStop } from './control.ts'
import { move } from './history.ts'

/** Meta paused the template for its quality: it is released by itself after hours, so this is a wait. */
const templatePaused = 132015

type Stop = { business_id: number; code?: string | number | null; sentence: string }

/** The sending engine met what holds for everybody in the campaign. Nothing is lost: the rest stays queued. */
export async function stopCampaign(
  app: App,
  { business_id, campaign_id, code, sentence }: Stop & { campaign_id: number },
): Promise<void> {
  const waits = Number(code) === templatePaused
  await app.transaction((tx) =>
    move(
      tx,
      business_id,
      campaign_id,
      waits ? 'Paused' : 'Failed',
      { kind: waits ? 'waited' : 'failed', sentence },
      { from: ['Running'], reason: sentence, code: waits ? templateStoppedCode : String(code ?? 'stopped') },
    ),
  )
}

const templateStoppedCode = 'template_stopped'

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
    const hours = (app.now().getTime() - (paused_at?.getTime() ?? 0)) / 3_600_000
    if (hours <= latenessLimitHours) await resumeAfterStop(app, business_id, id)
    else {
      const sentence = 'The template can be sent again. Resume when the message is still wanted.'
      await app.transaction((tx) => askAgain(tx, business_id, id, sentence))
    }
  }
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
