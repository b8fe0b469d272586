import type { z } from 'zod'
import type { YourTurn } from '#contract/dashboard.ts'
import { statusMeaning } from '#contract/templates/status.ts'
import type { App } from '#server/app.ts'
import { campaignsIn } from '#server/features/campaigns/campaigns.ts'
import { unreadStops } from '#server/features/conversations/conversations.ts'
import { ownerReasons } from '#server/features/messages/messages.ts'
import { getConnection, listOpenHosted } from '#server/features/onboarding/onboarding.ts'
import { recentRecovery } from '#server/features/recovery/recovery.ts'
import { templateInReviewCode } from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { clockIn } from '#server/stored-text/clock.ts'
import { readStored } from '#server/stored-text/read-text.ts'

type Item = z.infer<typeof YourTurn>

/** Of each kind as many as one can act on in a sitting. */
const most = 3
const rejectionsListedMs = 7 * 86_400_000

/** Everything that waits for the owner, the most urgent first: what stops sending, then campaigns, then the rest. */
export async function yourTurn(
  app: App,
  businessId: number,
  { isOperator }: { isOperator: boolean },
): Promise<Item[]> {
  const [stops, recovered, signups, scheduled, stopped, bots, unknown, templates, imports] =
    await Promise.all([
      connectionItems(app, businessId),
      recoveryItems(app, businessId),
      isOperator ? signupItems(app) : [],
      scheduledItems(app, businessId),
      stoppedItems(app, businessId),
      botItems(app, businessId),
      unknownItems(app, businessId),
      templateItems(app, businessId),
      importItems(app, businessId),
    ])
  const items = [
    ...stops,
    ...recovered,
    ...signups,
    ...stopped,
    ...scheduled,
    ...bots,
    ...unknown,
    ...templates,
    ...imports,
  ]
  return items.length > 0 ? items : await firstSteps(app, businessId)
}

/** Accounts that somebody signed up on Meta's page: on an install with several businesses the operator says whose. */
async function signupItems(app: App): Promise<Item[]> {
  const { signups, waiting } = await listOpenHosted(app)
  const [first] = signups
  if (waiting.length === 0 || !first) return []
  return [
    {
      id: 'signups',
      kind: 'signup',
      name:
        signups.length > 1
          ? t('dashboard.turn.signupsMore', { account: first.waba_id, count: signups.length - 1 })
          : t('dashboard.turn.signups', { account: first.waba_id }),
      sentence: t('dashboard.turn.signupsReason'),
      action: t('dashboard.turn.assign'),
      to: '/meta/onboarding-status',
    },
  ]
}

/** The database went back to an earlier state: since when, what is in doubt for it, and what waits. */
async function recoveryItems(app: App, businessId: number): Promise<Item[]> {
  const recovery = await recentRecovery(app, businessId)
  if (!recovery) return []
  const { timezone } = await app.db
    .selectFrom('businesses')
    .select('timezone')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  const { back_to, unknown, opt_outs, held, missing } = recovery
  const sentences = [
    t('dashboard.turn.wentBackMessages', { unknown }),
    ...(opt_outs > 0 ? [t('dashboard.turn.wentBackOptOuts', { count: opt_outs })] : []),
    ...(missing ? [t('dashboard.turn.wentBackMissing')] : []),
    ...(held > 0 && !missing ? [t('dashboard.turn.wentBackHeld', { count: held })] : []),
  ]
  return [
    {
      id: 'recovery',
      kind: 'connection',
      name: t('dashboard.turn.wentBack', { date: clockIn(timezone).moment(back_to) }),
      sentence: sentences.join(' '),
      action: t('dashboard.turn.seeMessages'),
      to: '/message-logs?status=unknown',
    },
  ]
}

/** Notices that stop sending, and a number that waits for its owner. */
async function connectionItems(app: App, businessId: number): Promise<Item[]> {
  const { accounts, notices } = await getConnection(app, businessId)
  const stopped = notices
    .filter(({ stops }) => stops)
    .map(({ id, action, to }) => {
      const name = accounts.find(({ waba_id }) => id.endsWith(waba_id))?.name ?? 'WhatsApp'
      return { id, kind: 'connection' as const, name, sentence: t('dashboard.turn.blocked'), action, to }
    })
  const number = accounts.flatMap(({ phone_numbers }) => phone_numbers).find(({ is_default }) => is_default)
  if (stopped.length > 0 || !number?.needs) return stopped
  return [
    {
      id: `number ${number.phone_number_id}`,
      kind: 'connection',
      name: number.display_phone_number,
      sentence: t('dashboard.turn.unregistered'),
      action: t(`dashboard.turn.needs.${number.needs}`),
      to: '/meta/onboarding-status',
    },
  ]
}

/** Paused campaigns, and those that stopped in the middle for what only the owner can mend: their people wait. */
async function stoppedItems(app: App, businessId: number): Promise<Item[]> {
  const stopped = await app.db
    .selectFrom('campaigns as c')
    .leftJoin('dispatches as d', (join) =>
      join.onRef('d.business_id', '=', 'c.business_id').onRef('d.campaign_id', '=', 'c.id'),
    )
    .select(['c.id', 'c.name', 'c.status_reason'])
    .where('c.business_id', '=', businessId)
    .where(({ and, or, eb }) =>
      or([
        // What goes on by itself after a review is WhatsApp's turn.
        and([eb('c.status', '=', 'Paused'), eb('c.status_code', 'is distinct from', templateInReviewCode)]),
        and([eb('c.status', '=', 'Failed'), eb('d.state', '=', 'held'), eb('d.drained_at', 'is', null)]),
      ]),
    )
    .orderBy('c.scheduled_at', 'desc')
    .limit(most)
    .execute()
  return stopped.map(({ id, name, status_reason }) =>
    campaignItem(id, name, readStored(status_reason) ?? t('dashboard.turn.paused')),
  )
}

/** Scheduled campaigns that cannot start as things are; the list derives the reason from the template. */
async function scheduledItems(app: App, businessId: number): Promise<Item[]> {
  const scheduled = await campaignsIn(app, businessId, ['Scheduled'], 50)
  return scheduled
    .flatMap(({ id, name, status_reason }) =>
      status_reason === null ? [] : [campaignItem(id, name, status_reason)],
    )
    .slice(0, most)
}

const campaignItem = (id: number, name: string, sentence: string): Item => ({
  id: `campaign ${id}`,
  kind: 'campaign',
  name,
  sentence,
  action: t('dashboard.turn.openCampaign'),
  to: `/campaigns/${id}`,
})

/** People whom the chatbot does not answer any more since a guard stopped it. */
async function botItems(app: App, businessId: number): Promise<Item[]> {
  const stops = await unreadStops(app, businessId, most)
  return stops.map(({ id, name }) => ({
    id: `conversation ${id}`,
    kind: 'conversation',
    name,
    sentence: t('dashboard.turn.botStopped'),
    action: t('dashboard.turn.openConversation'),
    to: `/conversations/${id}`,
  }))
}

async function unknownItems(app: App, businessId: number): Promise<Item[]> {
  const rows = await app.db
    .selectFrom('messages as m')
    .leftJoin('campaigns as c', (join) =>
      join.onRef('c.business_id', '=', 'm.business_id').onRef('c.id', '=', 'm.campaign_id'),
    )
    .select(({ fn }) => ['c.id', 'c.name', fn.countAll<number>().as('count')])
    .where('m.business_id', '=', businessId)
    .where('m.undelivered', '=', 'unknown')
    // Others still have time to be answered.
    .where('m.reason', 'in', ownerReasons)
    .groupBy(['c.id', 'c.name'])
    .orderBy('c.id', (order) => order.desc().nullsLast())
    .limit(most)
    .execute()
  return rows.map(({ id, name, count }) => ({
    id: `unknown ${id ?? 'single'}`,
    kind: 'unknown',
    name: name ?? t('dashboard.turn.single'),
    sentence: t('dashboard.turn.unknown', { count: Number(count) }),
    action: t('dashboard.turn.decide'),
    to: id === null ? '/message-logs?status=unknown' : `/campaigns/${id}`,
  }))
}

async function templateItems(app: App, businessId: number): Promise<Item[]> {
  const rows = await app.db
    .selectFrom('templates as t')
    .innerJoin('provider_templates as p', (join) =>
      join.onRef('p.business_id', '=', 't.business_id').onRef('p.id', '=', 't.provider_template_id'),
    )
    .select(['t.id', 't.title', 'p.status'])
    .where('t.business_id', '=', businessId)
    .where('t.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('p.status', 'in', ['REJECTED', 'DISABLED'])
    .orderBy('t.updated_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id, title, status }) => ({
    id: `template ${id}`,
    kind: 'template',
    name: title,
    sentence: statusMeaning(status).sentence,
    action: t('dashboard.turn.openTemplate'),
    to: `/templates/${id}`,
  }))
}

async function importItems(app: App, businessId: number): Promise<Item[]> {
  const rows = await app.db
    .selectFrom('lead_imports')
    .select(['id', 'file_name', 'rejected'])
    .where('business_id', '=', businessId)
    .where('rejected', '>', 0)
    .where('finished_at', '>', new Date(app.now().getTime() - rejectionsListedMs))
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id, file_name, rejected }) => ({
    id: `import ${id}`,
    kind: 'import',
    name: file_name,
    sentence: t('dashboard.turn.rejected', { count: rejected }),
    action: t('dashboard.turn.seeRows'),
    to: `/lead-generator/imports/${id}`,
  }))
}

/** Once a number sends: customers, then the first message. */
async function firstSteps(app: App, businessId: number): Promise<Item[]> {
  const { number } = await getConnection(app, businessId)
  if (number?.state !== 'ready') return []
  const has = await app.db
    .selectFrom('businesses as b')
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('leads as l')
          .select('l.id')
          .whereRef('l.business_id', '=', 'b.id')
          .where(onNodeOf(businessId, 'l.business_id')),
      ).as('leads'),
      exists(
        selectFrom('campaigns as c')
          .select('c.id')
          .whereRef('c.business_id', '=', 'b.id')
          .where(onNodeOf(businessId, 'c.business_id')),
      ).as('campaigns'),
    ])
    .where('b.id', '=', businessId)
    .executeTakeFirstOrThrow()
  const step = { kind: 'step' as const, name: t('dashboard.turn.next') }
  if (!has.leads) {
    const sentence = t('dashboard.turn.addLeads')
    return [
      {
        ...step,
        id: 'step leads',
        sentence,
        action: t('dashboard.turn.addCustomers'),
        to: '/lead-generator',
      },
    ]
  }
  if (has.campaigns) return []
  const sentence = t('dashboard.turn.write')
  return [
    { ...step, id: 'step message', sentence, action: t('dashboard.turn.writeMessage'), to: '/campaigns' },
  ]
}
