import { sql } from 'kysely'
import type { Waiting } from '#contract/campaigns/parts.ts'
import { linksIn } from '#contract/text/links.ts'
import type { App } from '#server/app.ts'
import { requireStaying } from '#server/features/accounts/accounts.ts'
import { isUsAddress, isUserId, phoneVariants } from '#server/features/leads/leads.ts'
import { getSender } from '#server/features/onboarding/onboarding.ts'
import {
  canTrackLinks,
  findSendableByName,
  type Sendable,
  valueProblem,
} from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { usMarketingText, wholeText } from '../log/message-text.ts'
import { createContent } from '../model/contents.ts'
import { wakeLane } from '../model/job-names.ts'
import { noteMoved } from '../model/moved-notes.ts'
import type { ContentLink } from '../model/tracked-links.ts'
import { waitingReason } from '../outcome/outcomes.ts'

export type SingleSend = {
  /** E.164, or the user id of a person who hides their number. */
  to: string
  template_name: string
  language: string
  /** In the order of the template's variables. */
  parameters: readonly string[]
  phone_number_id?: string | undefined
  /** Addresses in its values become tracked links. */
  count_clicks?: boolean | undefined
  /** As `originOf` names it: the same request or answer made once more is not sent again. */
  origin?: string | undefined
}

/** `text` is what the person reads, with their values in it. */
export type Queued = { id: number; text: string }

/** What became of a single send within the time somebody waits for it. */
export type SingleSendResult = {
  message_id: number
  status: string
  /** Why it was left out or waits, as a word of the code's. */
  reason: string | null
  /** The provider's words, when it refused. */
  error: { code: number | null; title: string | null; details: string | null } | null
  /** Why nothing leaves from the number just now, for a message that has not left; null when nothing keeps it. */
  waiting: Waiting | null
}

/** As long as somebody at a screen waits for the provider's verdict. */
const waitMs = 6000
/** In case a note is lost. */
const lookEveryMs = 500

/**
 * Sends one message through the outbox: it has the same protection against being sent twice as a campaign's.
 * Waits a few seconds for the provider's verdict; after that it is still queued or under way, and goes on.
 * @throws AppError `rule_broken` for a template that cannot be sent, or values that do not fit it.
 */
export async function sendSingle(app: App, businessId: number, input: SingleSend): Promise<SingleSendResult> {
  const { id } = await queueSingle(app, businessId, input)
  return await verdictOn(app, businessId, id)
}

/**
 * Puts a template message into the outbox.
 * @param also runs in the same transaction: what it throws takes the message back.
 * @throws AppError `rule_broken` for a template that cannot be sent, values that do not fit it, or a business that is to
 * be deleted.
 */
export async function queueSingle(
  app: App,
  businessId: number,
  input: SingleSend,
  also?: (tx: App, queued: Queued) => Promise<void>,
): Promise<Queued> {
  const sender = await getSender(app, businessId, input.phone_number_id)
  const sendable = await findSendableByName(app, businessId, input.template_name, input.language, sender)
  if (!sendable) {
    throw new AppError(
      'rule_broken',
      t('messages.send.noTemplate', { name: input.template_name, language: input.language }),
      { fields: { template_name: t('messages.send.noTemplateField') } },
    )
  }
  const problem = singleProblem(sendable, input, app.now())
  if (problem) throw problem
  if (input.count_clicks && !canTrackLinks(app)) {
    const sentence = t('templates.add.publicUrl')
    throw new AppError('rule_broken', sentence, { fields: { count_clicks: sentence } })
  }
  const text = wholeText(sendable.components as never, sendable.variables, input.parameters)
  const id = await app.transaction(async (tx) => {
    await requireStaying(tx, businessId)
    const contentId = await createContent(tx, businessId, { ...sendable, links: linksFor(sendable, input) })
    const lead = await tx.db
      .selectFrom('leads')
      .select('id')
      .where('business_id', '=', businessId)
      .where(isUserId(input.to) ? 'bsuid' : 'phone', 'in', phoneVariants(input.to))
      .orderBy(sql`phone = ${input.to}`, sql`desc nulls last`)
      .executeTakeFirst()
    const message = await tx.db
      .insertInto('messages')
      .values({
        business_id: businessId,
        lead_id: lead?.id ?? null,
        content_id: contentId,
        phone_number_id: sender.phone_number_id,
        recipient_phone: input.to,
        variables: [...input.parameters],
        origin: input.origin ?? null,
        status: 'queued',
        due_at: sql<Date>`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await also?.(tx, { id: message.id, text })
    await wakeLane(tx, businessId, sender.phone_number_id)
    return message.id
  })
  noteMoved(app, businessId, null)
  return { id, text }
}

function linksFor({ links, variables }: Sendable, { parameters, count_clicks }: SingleSend): ContentLink[] {
  if (!count_clicks) return links
  const written = parameters.filter((_, at) => variables[at]?.where === 'body').flatMap(linksIn)
  return [...links, ...[...new Set(written)].map((target) => ({ target }))]
}

/**
 * Why a template with these values cannot go to this person; undefined: it can be queued, where its number can send.
 * @param to E.164 or a user id.
 * @param parameters in the order of the template's variables.
 */
export function singleProblem(
  { problem, category, variables }: Pick<Sendable, 'problem' | 'category' | 'variables'>,
  { to, parameters }: Pick<SingleSend, 'to' | 'parameters'>,
  now: Date,
): AppError | undefined {
  const refused = (sentence: string, field: string) =>
    new AppError('rule_broken', sentence, { fields: { [field]: sentence } })
  if (problem) return refused(readText(problem), 'template_name')
  if (isUserId(to) && category.toUpperCase() === 'AUTHENTICATION')
    return refused(t('messages.send.phoneOnly'), 'recipient')
  if (isUsAddress(to) && category.toUpperCase() === 'MARKETING')
    return refused(usMarketingText(), isUserId(to) ? 'recipient' : 'to')
  const wrong = parametersProblem(variables, parameters, now)
  return wrong === undefined ? undefined : refused(wrong, 'parameters')
}

function parametersProblem(
  variables: Sendable['variables'],
  given: readonly string[],
  now: Date,
): string | undefined {
  if (given.length !== variables.length) {
    const counts = { count: variables.length, given: given.length }
    const key = given.length > variables.length ? 'messages.send.parametersMore' : 'messages.send.parameters'
    return variables.length === 0 ? t('messages.send.noParameters') : t(key, counts)
  }
  const empty = given.findIndex((value) => value.trim() === '')
  if (empty >= 0) return t('messages.send.emptyParameter', { number: empty + 1 })
  for (const [at, variable] of variables.entries()) {
    const problem = valueProblem(variable, given[at] ?? '', now)
    if (problem) return readText(problem)
  }
  return undefined
}

async function verdictOn(app: App, businessId: number, id: number): Promise<SingleSendResult> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const listening = listenFor(app, id, Math.min(lookEveryMs, Math.max(1, deadline - performance.now())))
    const result = await resultOf(app, businessId, id)
    const isOpen = result.status === 'queued' || result.status === 'sending'
    // Back in the queue with a reason: it waits for its next try, which takes longer than anybody looks on.
    if (!isOpen || performance.now() >= deadline) {
      listening.stop()
      return result
    }
    await listening.changed
  }
}

/** Listening begins before the row is read, so that nothing happens unheard in between. */
function listenFor(app: App, id: number, withinMs: number): { changed: Promise<void>; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, withinMs)
  const unlisten = app.notes.listen('single_sends', (payload) => {
    if (payload === String(id)) resolve()
  })
  const stop = (): void => {
    clearTimeout(timer)
    unlisten()
    resolve()
  }
  return { changed: promise.finally(stop), stop }
}

async function resultOf(app: App, businessId: number, id: number): Promise<SingleSendResult> {
  const row = await app.db
    .selectFrom('messages')
    .select(['status', 'reason', 'error_code', 'error_title', 'error_details', 'phone_number_id'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const refused = row.error_code !== null || row.error_title !== null
  return {
    message_id: id,
    status: row.status,
    reason: row.reason,
    error: refused ? { code: row.error_code, title: row.error_title, details: row.error_details } : null,
    waiting: row.status === 'queued' ? await waitingReason(app, businessId, row.phone_number_id) : null,
  }
}
