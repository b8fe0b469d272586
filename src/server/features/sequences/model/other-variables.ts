import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { SequenceContent } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { contentsInOutbox } from '#server/features/messages/messages.ts'
import { getSendable, movedVariables, type Sendable } from '#server/features/templates/templates.ts'
import { AppError } from '#server/platform/errors.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { quoted } from './moved-templates.ts'
import type { SendStep } from './step-draft.ts'
import { readContent } from './versions.ts'

type Components = Sendable['components']

/** By template, its components when the owner agreed to what fills its variables. */
type Agreed = Record<number, Components>

export async function agreedTo(
  app: App,
  businessId: number,
  sequenceId: number,
  version: number,
): Promise<Agreed> {
  const row = await app.db
    .selectFrom('sequence_versions')
    .select('agreed_components')
    .where('business_id', '=', businessId)
    .where('sequence_id', '=', sequenceId)
    .where('version', '=', version)
    .executeTakeFirst()
  return readAgreed(row?.agreed_components)
}

const readAgreed = (stored: unknown): Agreed => (stored ?? {}) as Agreed

/** Whether numbered variables stand for something else than in these components. */
export const hasOthers = (components: unknown, { components: present }: Sendable): boolean =>
  Array.isArray(components) && movedVariables(components as Components, present).length > 0

/** Why messages of them wait. Resuming agrees to all of them, so all are named. */
export const otherVariables = (templates: readonly { title: string }[]): StoredText =>
  textOf('sequences.otherVariables', { template: { list: quoted(templates) } })

/** Templates of a sequence whose numbered variables stand for something else than the owner agreed to. */
export async function withOtherVariables(
  app: App,
  businessId: number,
  id: number,
): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ agreed_components: unknown }>`
    select v.agreed_components from sequence_versions v
    where v.business_id = ${businessId} and v.sequence_id = ${id} and v.version in (
      select s.version from sequences s where s.business_id = ${businessId} and s.id = ${id}
      union all select p.version from sequence_people p
      where p.business_id = ${businessId} and p.sequence_id = ${id} and p.state = 'active')`.execute(app.db)
  const agreed = rows.flatMap((row) => Object.entries(readAgreed(row.agreed_components)))
  const waiting = await contentsInOutbox(app, businessId, id)
  const all = [
    ...agreed.map(([template, components]) => ({ template_id: Number(template), components })),
    ...waiting,
  ]
  const present = await sendableNow(app, businessId, all)
  return [...present]
    .filter(([template, sendable]) =>
      all.some(({ template_id, components }) => template_id === template && hasOthers(components, sendable)),
    )
    .map(([template, { title }]) => ({ id: template, title }))
}

/** These templates by id, in order, without those that cannot be sent: their present words are not the last ones. */
async function sendableNow(
  app: App,
  businessId: number,
  of: readonly { template_id: number }[],
): Promise<Map<number, Sendable>> {
  const found = new Map<number, Sendable>()
  for (const id of new Set(of.map(({ template_id }) => template_id).sort((a, b) => a - b))) {
    const sendable = await findSendable(app, businessId, id)
    if (sendable && !sendable.problem) found.set(id, sendable)
  }
  return found
}

async function findSendable(app: App, businessId: number, id: number): Promise<Sendable | undefined> {
  try {
    return await getSendable(app, businessId, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

const sendsOf = ({ steps }: SequenceContent): SendStep[] => steps.filter((step) => step.kind === 'send')

/**
 * What an edit agrees to: the templates as they are, but for those that a step fills as it did before.
 * @param after the version before it; undefined for the first one.
 */
export async function agreedByEdit(
  tx: App,
  businessId: number,
  id: number,
  content: SequenceContent,
  after?: { version: number; current: SequenceContent },
): Promise<Agreed> {
  const before = after ? await agreedTo(tx, businessId, id, after.version) : {}
  const were = after ? sendsOf(after.current) : []
  const agreed: Agreed = {}
  for (const step of sendsOf(content)) {
    const { template_id: template, parameters } = step
    const isKept = were.some(
      (one) => one.template_id === template && isDeepStrictEqual(one.parameters, parameters),
    )
    const kept = isKept ? before[template] : undefined
    const components = kept ?? agreed[template] ?? (await findSendable(tx, businessId, template))?.components
    if (components) agreed[template] = components
  }
  return agreed
}

/**
 * A start or a resume agrees to what fills the templates as they are. People in a version before get what the present
 * one fills them with. Inside a transaction.
 * @returns contents in the outbox that were planned for the templates as they were.
 */
export async function agreeToVariables(
  tx: App,
  businessId: number,
  id: number,
  version: number,
): Promise<number[]> {
  const stored = await tx.db
    .selectFrom('sequence_versions')
    .select(['version', 'content', 'agreed_components'])
    .where('business_id', '=', businessId)
    .where('sequence_id', '=', id)
    .execute()
  const versions = stored.map((row) => ({ ...row, content: readContent(row.content) }))
  const waiting = await contentsInOutbox(tx, businessId, id)
  const sends = versions.flatMap(({ content }) => sendsOf(content))
  const present = await sendableNow(tx, businessId, [...sends, ...waiting])
  const current = versions.find((one) => one.version === version)!.content
  for (const row of versions) {
    const agreed = readAgreed(row.agreed_components)
    const steps = row.content.steps.map((step, at) => {
      const sendable = step.kind === 'send' ? present.get(step.template_id) : undefined
      if (step.kind !== 'send' || !sendable || !hasOthers(agreed[step.template_id], sendable)) return step
      return { ...step, parameters: presentStep(current, step, at).parameters }
    })
    const now = Object.fromEntries(
      sendsOf(row.content).flatMap(({ template_id }) => {
        const components = present.get(template_id)?.components ?? agreed[template_id]
        return components ? [[template_id, components]] : []
      }),
    )
    if (isDeepStrictEqual(now, row.agreed_components)) continue
    await tx.db
      .updateTable('sequence_versions')
      .set({
        agreed_components: JSON.stringify(now),
        ...(isDeepStrictEqual(steps, row.content.steps)
          ? {}
          : { content: JSON.stringify({ ...row.content, steps }) }),
      })
      .where('business_id', '=', businessId)
      .where('sequence_id', '=', id)
      .where('version', '=', row.version)
      .execute()
  }
  return waiting.flatMap((content) => {
    const sendable = present.get(content.template_id)
    return sendable && hasOthers(content.components, sendable) ? [content.id] : []
  })
}

/** The present version's step of the same template: at the same place, or the first one. */
function presentStep(current: SequenceContent, step: SendStep, at: number): SendStep {
  const isSame = (one: SequenceContent['steps'][number] | undefined): one is SendStep =>
    one?.kind === 'send' && one.template_id === step.template_id
  const beside = current.steps[at]
  return isSame(beside) ? beside : (current.steps.find(isSame) ?? step)
}
