import type { WebhookOutcome } from '#contract/webhooks.ts'
import type { App } from '#server/app.ts'
import { answerMessages } from '#server/features/chatbot/chatbot.ts'
import { receiveEchoes, receiveMessages } from '#server/features/conversations/conversations.ts'
import { applyStatuses } from '#server/features/messages/messages.ts'
import { applyAccountEvents } from '#server/features/onboarding/onboarding.ts'
import { applyTemplateEvents } from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import type { WebhookEvent } from '#server/providers/meta/webhooks/webhook-events.ts'
import { applyMessages, applyPreferences } from './incoming.ts'
import { scrubLateStatuses } from './late-statuses.ts'
import { eventOwner, type Owned, ownersOf } from './payload/owners.ts'
import type { Turn } from './queue/turns.ts'

/** An event with the stored webhook it came in. */
export type Received<E extends WebhookEvent = WebhookEvent> = E & { webhookEventId: number }

type Kind = WebhookEvent['kind']
type Of<K extends Kind> = Owned<Received<Extract<WebhookEvent, { kind: K }>>>
type Options = { explain: boolean; isLate: boolean; turn?: Turn | undefined }
type Apply<Event> = (app: App, events: Event[], options: Options) => Promise<unknown>
type Handler = {
  kinds: readonly Kind[]
  /** Gives a sentence for each event where it can tell what it did. */
  apply: (app: App, events: readonly Owned<Received>[], options: Options) => Promise<unknown>
}

/** A room takes the events of its kinds and no others, in their own types. */
function handlerOf<K extends Kind>(kinds: readonly K[], apply: Apply<Of<K>>): Handler {
  return { kinds, apply: (app, events, options) => apply(app, events as Of<K>[], options) }
}

/** Which feature acts on which events. Kinds that stand nowhere are kept and nothing is done about them. */
const handlers: Handler[] = [
  handlerOf(['status'], applyStatuses),
  handlerOf(['message'], async (app, events, { turn, isLate }) => {
    const did = await applyMessages(app, events)
    await receiveMessages(app, events)
    await turn?.kept()
    // After consent was heeded and the message kept: an opt-out is never answered by a flow.
    if (!isLate) await answerMessages(app, events)
    return did
  }),
  handlerOf(['echo'], receiveEchoes),
  handlerOf(['preference'], applyPreferences),
  handlerOf(
    ['template_status', 'template_quality', 'template_components', 'template_category', 'template_detection'],
    applyTemplateEvents,
  ),
  handlerOf(
    [
      'phone_limit',
      'phone_name',
      'security',
      'username',
      'account_update',
      'account_review',
      'account_alert',
      'account_error',
      'capability',
    ],
    applyAccountEvents,
  ),
]

/**
 * Hands events to the features they concern, each feature's as one set, in the order they came. Whose each one is, is
 * decided here once and goes with it. Applying an event twice, or in another order, changes nothing.
 * @param options.explain gives what each event was taken for and did, for a person to read; costs time.
 * @param options.isLate they came long ago: the chatbot answers nobody any more.
 * @param options.onlyFor leaves out what is not this business's.
 * @param options.turn where other sets are under way.
 */
export async function applyEvents(
  app: App,
  events: readonly Received[],
  {
    explain = false,
    isLate = false,
    onlyFor,
    turn,
  }: Partial<Options> & { onlyFor?: number | undefined } = {},
): Promise<WebhookOutcome[]> {
  const owners = await ownersOf(app, events)
  const did: string[] = []
  const owned: { nr: number; event: Owned<Received> }[] = []
  const unowned: Received[] = []
  for (const [nr, event] of events.entries()) {
    const owner = eventOwner(owners, event)
    if (owner.businessId !== undefined && (onlyFor ?? owner.businessId) === owner.businessId) {
      owned.push({ nr, event: { ...event, businessId: owner.businessId } })
      continue
    }
    // What is another business's is answered like what is not here at all.
    did[nr] =
      owner.businessId === undefined && owner.because === 'disagree'
        ? t('webhooks.did.disagree')
        : t('webhooks.did.unknownAccount')
    if (owner.businessId === undefined && onlyFor === undefined) unowned.push(event)
  }
  for (const { kinds, apply } of handlers) {
    const own = owned.filter(({ event }) => kinds.includes(event.kind))
    if (own.length === 0) continue
    const ownEvents = own.map(({ event }) => event)
    const sentences = (await apply(app, ownEvents, { explain, isLate, turn })) as
      | readonly string[]
      | undefined
    for (const [index, { nr }] of own.entries()) did[nr] = sentences?.[index] ?? t('webhooks.did.applied')
  }
  await scrubLateStatuses(
    app,
    owned.flatMap(({ event }) => (event.kind === 'status' ? [event] : [])),
  )
  // Of an account that nobody has connected yet, its end of a signup counts.
  await applyAccountEvents(
    app,
    unowned
      .filter(({ kind }) => kind === 'account_update')
      .map((event) => ({ ...event, businessId: undefined })),
  )
  if (!explain) return []
  return events.map((event, nr) => ({
    event: t(`webhooks.event.${event.kind}`),
    did: did[nr] ?? t('webhooks.did.nothing'),
  }))
}
