import { sql } from 'kysely'
import type { SequenceContent } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { prefixLength } from '#server/features/leads/leads.ts'
import {
  contentsInOutbox,
  holdSteps,
  type InOutbox,
  prefixesInOutbox,
  releaseSteps,
  sequencesInOutbox,
} from '#server/features/messages/messages.ts'
import { getSendable, marketingSince, type Sendable } from '#server/features/templates/templates.ts'
import { AppError } from '#server/platform/errors.ts'
import { type QuietHours, quietEndSql, quietOf } from '#server/platform/sql/quiet-hours.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { movedTemplates, nowMarketing } from '../model/moved-templates.ts'
import { hasOthers, otherVariables, withOtherVariables } from '../model/other-variables.ts'
import { contentOf } from '../model/versions.ts'
import { placesOf } from './clock.ts'
import { judgeAgain } from './judge-again.ts'

/**
 * A message may wait in the outbox for longer than its step's conditions hold. What must not leave now is kept there:
 * until the end of the quiet hours, or until its template may be sent again.
 * @param onWait gets why what a template made is kept.
 */
export async function holdInOutbox(
  app: App,
  onWait: (part: InOutbox, reason: StoredText) => void,
): Promise<void> {
  for (const part of await sequencesInOutbox(app)) {
    const sequence = await app.db
      .selectFrom('sequences')
      .select(['version', 'agreed_at'])
      .where('business_id', '=', part.business_id)
      .where('id', '=', part.sequence_id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (!sequence) continue
    const { template_id: templateId } = part
    const { problem, isMarketing, sendable } =
      templateId === null ? noTemplate : await stateOf(app, part, templateId, sequence.agreed_at)
    if (problem) onWait(part, problem)
    const isStopped = problem !== null
    const others = sendable && !isStopped ? await otherContents(app, part, sendable) : []
    if (others.length > 0) onWait(part, await othersReason(app, part))
    await holdPart(app, { ...part, content_ids: others }, sequence.version, { isStopped: true, isMarketing })
    const content_ids = part.content_ids.filter((id) => !others.includes(id))
    await holdPart(app, { ...part, content_ids }, sequence.version, { isStopped, isMarketing })
  }
}

async function holdPart(
  app: App,
  { business_id, sequence_id, template_id, content_ids: contentIds, category, held }: InOutbox,
  version: number,
  { isStopped, isMarketing }: { isStopped: boolean; isMarketing: boolean },
): Promise<void> {
  if (contentIds.length === 0) return
  const part = { contentIds }
  await app.transaction(async (tx) => {
    if (template_id !== null && isMarketing && !isStopped && (held || category !== 'MARKETING'))
      await judgeAgain(tx, business_id, sequence_id, { templateIds: [template_id] })
    if (held) {
      if (!isStopped) await releaseSteps(tx, business_id, sequence_id, part)
      return
    }
    if (isStopped) return await holdSteps(tx, business_id, sequence_id, null, part)
    const { timezone } = await getBusiness(tx, business_id)
    const content = await contentOf(tx, business_id, sequence_id, version)
    if (content.quiet && content.clock === 'person')
      return await holdByTheirClock(tx, { business_id, sequence_id }, content, timezone)
    const until = await quietEnd(tx, content, timezone)
    if (until) await holdSteps(tx, business_id, sequence_id, until)
  })
}

/** Holds what is in the outbox for people who have quiet hours now. */
async function holdByTheirClock(
  tx: App,
  { business_id, sequence_id }: Pick<InOutbox, 'business_id' | 'sequence_id'>,
  content: SequenceContent,
  timezone: string,
): Promise<void> {
  const prefixes = await prefixesInOutbox(tx, business_id, sequence_id, prefixLength)
  const groups = Map.groupBy(placesOf(prefixes), ({ zone, country }) =>
    JSON.stringify([zone ?? timezone, quietOf(content.quiet, country)]),
  )
  for (const [key, those] of groups) {
    const [zone, quiet] = JSON.parse(key) as [string, QuietHours | null]
    const until = await quietEnd(tx, { quiet }, zone)
    const part = { prefixes: those.map(({ prefix }) => prefix) }
    if (until) await holdSteps(tx, business_id, sequence_id, until, part)
  }
}

type TemplateState = {
  /** Why it cannot be sent now; null: it can. */
  problem: StoredText | null
  isMarketing: boolean
  /** Undefined where there is none. */
  sendable?: Sendable
}

const noTemplate: TemplateState = { problem: null, isMarketing: false }

/** @param agreedAt when the owner agreed to what it costs. */
async function stateOf(
  app: App,
  { business_id: businessId, sequence_id: id }: InOutbox,
  templateId: number,
  agreedAt: Date | null,
): Promise<TemplateState> {
  try {
    const sendable = await getSendable(app, businessId, templateId)
    const { problem, category } = sendable
    const isMarketing = category.toUpperCase() === 'MARKETING'
    if (problem || !agreedAt || (await marketingSince(app, businessId, [templateId], agreedAt)).length === 0)
      return { problem, isMarketing, sendable }
    const moved = await movedTemplates(app, businessId, { id, agreed_at: agreedAt })
    return { problem: nowMarketing(moved), isMarketing }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      return { problem: textOf('app.notFound.template'), isMarketing: false }
    throw error
  }
}

/** Contents that were planned while the template's numbered variables stood for something else. */
async function otherContents(
  app: App,
  { business_id, sequence_id, content_ids }: InOutbox,
  sendable: Sendable,
): Promise<number[]> {
  const contents = await contentsInOutbox(app, business_id, sequence_id, content_ids)
  return contents.filter((content) => hasOthers(content.components, sendable)).map(({ id }) => id)
}

const othersReason = async (app: App, { business_id, sequence_id }: InOutbox): Promise<StoredText> =>
  otherVariables(await withOtherVariables(app, business_id, sequence_id))

/** The end of the quiet hours that it is in now; null: it is not. */
export async function quietEnd(
  app: App,
  { quiet }: Pick<SequenceContent, 'quiet'>,
  zone: string,
): Promise<Date | null> {
  if (!quiet) return null
  const { rows } = await sql<{
    until: Date | null
  }>`select ${quietEndSql(quiet, app.now(), zone)} as until`.execute(app.db)
  return rows[0]?.until ?? null
}
