import { sql } from 'kysely'
import type { SequenceContent } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import type { Half } from '#server/features/messages/messages.ts'
import { findSender, findSenderOrReason } from '#server/features/onboarding/onboarding.ts'
import { marketingSince } from '#server/features/templates/templates.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { movedTemplates, nowMarketing } from '../model/moved-templates.ts'
import { agreedTo, hasOthers, otherVariables, withOtherVariables } from '../model/other-variables.ts'
import { type SendStep, stepDraft } from '../model/step-draft.ts'
import { contentOf } from '../model/versions.ts'
import { holdInOutbox, quietEnd } from './hold-in-outbox.ts'
import { lookForPeople } from './look-for-people.ts'
import { batchSize, nextOf } from './next-step.ts'
import { passStep } from './other-steps.ts'
import { sendStep } from './send-step.ts'
import { type StepKey, stepContent } from './step-content.ts'
import { stopPeople } from './stops.ts'

/**
 * Takes on everybody whose next step is due, batch by batch. Any number of processes may do it at once, and any of them
 * may be killed: a batch is one transaction, and a step of a person is one row of the outbox.
 */
export async function stepSequences(app: App, signal?: AbortSignal): Promise<void> {
  await lookForPeople(app, signal)
  await stopPeople(app)
  const waits = new Waits()
  await holdInOutbox(app, (part, reason) => waits.add(part, reason))
  // A step may make the next one due: a message after a message, a tag after a wait.
  for (;;) {
    let moved = 0
    for (const group of await dueGroups(app)) {
      if (signal?.aborted) return
      moved += await drain(app, group, waits, signal)
    }
    if (moved === 0) break
  }
  await waits.write(app)
}

type Group = StepKey & {
  phone_number_id: string | null
  /** When it was started or resumed: what its messages cost then was agreed to. */
  agreed_at: Date | null
}

/** Steps of running sequences that are due for a person. */
async function dueGroups(app: App): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select g.business_id, g.sequence_id, g.version, g.step, s.phone_number_id, s.agreed_at from sequences s
    cross join lateral (
      select p.business_id, p.sequence_id, p.version, p.step from sequence_people p
      where p.business_id = s.business_id and p.sequence_id = s.id and p.state = 'active'
        and p.due_at <= ${app.now()}::timestamptz
      group by 1, 2, 3, 4) g
    where s.state = 'running' order by 1, 2, 3, 4 desc`.execute(app.db)
  return rows.map((row) => ({
    ...row,
    business_id: Number(row.business_id),
    sequence_id: Number(row.sequence_id),
  }))
}

/** @returns how many people were taken on. */
async function drain(app: App, group: Group, waits: Waits, signal?: AbortSignal): Promise<number> {
  const { business_id, sequence_id, version, step: at, phone_number_id } = group
  const key: StepKey = { business_id, sequence_id, version, step: at }
  const { timezone: zone } = await getBusiness(app, business_id)
  const content = await contentOf(app, business_id, sequence_id, version)
  const step = content.steps[at]
  if (!step && at >= 0) throw new Error(`sequence ${sequence_id} has no step ${at} in version ${version}`)
  let take: (batch: number, half: Half) => Promise<number>
  let halves: readonly Half[] = bothHalves
  if (step?.kind === 'send') {
    const sending = await sendingOf(app, group, content, { step, at }, zone)
    if (sending === null) return 0
    if ('reason' in sending) return waits.add(group, sending.reason)
    take = (batch, half) => sendStep(app, key, { ...sending, half, analyze: isPowerOfTwo(batch) })
  } else {
    const nextAt = nextOf(content, at)
    const next = content.steps[nextAt]
    const isPassed = at < 0 || step?.kind === 'wait'
    const sending =
      isPassed && next?.kind === 'send'
        ? await sendingOf(app, group, content, { step: next, at: nextAt }, zone)
        : null
    const from = step?.kind === 'hand_over' ? await senderOf(app, business_id, phone_number_id) : ''
    if (from === undefined) return waits.add(group, textOf('sequences.noNumber'))
    take =
      sending && !('reason' in sending)
        ? (batch, half) =>
            sendStep(
              app,
              { ...key, step: nextAt },
              { ...sending, from: at, half, analyze: isPowerOfTwo(batch) },
            )
        : () => passStep(app, key, { content, step, zone, phoneNumberId: from })
    if (!sending || 'reason' in sending) halves = [0]
  }
  let batches = 0
  const work = async (half: Half): Promise<number> => {
    for (let moved = 0; ; ) {
      const claimed = await take(++batches, half)
      moved += claimed
      if (claimed < batchSize || signal?.aborted) return moved
    }
  }
  const done = await Promise.allSettled(halves.map(work))
  const failed = done.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return done.reduce((moved, one) => moved + (one.status === 'fulfilled' ? one.value : 0), 0)
}

/** The database works on two batches of messages at the same time, each of one half: neither waits for the other. */
const bothHalves: readonly Half[] = [0, 1]

/** The statistics of a table are renewed as it doubles. */
const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0

type Sending = Omit<Parameters<typeof sendStep>[2], 'half' | 'from' | 'analyze'>

/** What a message needs to be sent now; null in quiet hours, or why it waits. */
async function sendingOf(
  app: App,
  { business_id, sequence_id, version, phone_number_id, agreed_at }: Group,
  content: SequenceContent,
  { step, at }: { step: SendStep; at: number },
  zone: string,
): Promise<Sending | { reason: StoredText } | null> {
  if (content.clock === 'business' && (await quietEnd(app, content, zone))) return null
  const found = await stepDraft(app, business_id, step)
  if ('reason' in found) return found
  const number = await numberOf(app, business_id, phone_number_id)
  if ('reason' in number) return number
  const { draft } = found
  if (draft.sendable.waba_id && draft.sendable.waba_id !== number.wabaId)
    return { reason: textOf('sequences.otherAccount', { template: draft.sendable.title }) }
  if (agreed_at && (await marketingSince(app, business_id, [step.template_id], agreed_at)).length > 0)
    return { reason: nowMarketing(await movedTemplates(app, business_id, { id: sequence_id, agreed_at })) }
  const agreed = await agreedTo(app, business_id, sequence_id, version)
  if (hasOthers(agreed[step.template_id], draft.sendable))
    return { reason: otherVariables(await withOtherVariables(app, business_id, sequence_id)) }
  const key: StepKey = { business_id, sequence_id, version, step: at }
  // Not with a batch: the one beside it would wait for its end.
  const contentId = await app.transaction((tx) => stepContent(tx, key, draft.sendable))
  return { content, contentId, draft, phoneNumberId: number.id, zone }
}

async function numberOf(
  app: App,
  businessId: number,
  phoneNumberId: string | null,
): Promise<{ id: string; wabaId: string } | { reason: StoredText }> {
  const chosen = await senderOf(app, businessId, phoneNumberId)
  if (chosen === undefined) return { reason: textOf('sequences.noNumber') }
  const found = await findSenderOrReason(app, businessId, chosen)
  if ('reason' in found) return found
  return { id: found.sender.phone_number_id, wabaId: found.sender.waba_id }
}

const senderOf = async (
  app: App,
  businessId: number,
  phoneNumberId: string | null,
): Promise<string | undefined> => phoneNumberId ?? (await findSender(app, businessId))?.phone_number_id

/** Why due messages wait, by sequence; what waits no more is cleared. */
class Waits {
  readonly #found = new Map<string, { businessId: number; sequenceId: number; reason: StoredText }>()

  add(
    { business_id: businessId, sequence_id: sequenceId }: Pick<Group, 'business_id' | 'sequence_id'>,
    reason: StoredText,
  ): 0 {
    this.#found.set(`${businessId} ${sequenceId}`, { businessId, sequenceId, reason })
    return 0
  }

  async write(app: App): Promise<void> {
    const all = [...this.#found.values()]
    await sql`
      with found as (
        select * from unnest(${all.map((one) => one.businessId)}::bigint[],
          ${all.map((one) => one.sequenceId)}::bigint[], ${all.map((one) => JSON.stringify(one.reason))}::jsonb[])
          as f (business_id, sequence_id, reason))
      update sequences s set wait_reason = f.reason,
        waits_since = case when f.reason is null then null when s.wait_reason is null then ${app.now()}::timestamptz
          else s.waits_since end
      from sequences same left join found f on f.business_id = same.business_id and f.sequence_id = same.id
      where same.business_id = s.business_id and same.id = s.id
        and s.wait_reason is distinct from f.reason`.execute(app.db)
  }
}
