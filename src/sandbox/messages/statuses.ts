import { webhookError } from '../graph/graph-errors.ts'
import type { Fate } from '../world/fates.ts'
import { type Sent, wamid } from '../world/ledger.ts'
import { createTimetable, type Timetable } from '../world/timetable.ts'
import { digitsInUserId, idsOf } from '../world/user-ids.ts'
import { type Due, happens, type Part, type Statuses, within } from '../world/world.ts'
import { planReplies, type ReplyParts } from './replies.ts'

/** What a status touches, and the reply that follows it. */
type StatusParts = ReplyParts & Part<'faults'>

export function createStatuses(world: () => StatusParts): Statuses {
  const reported: Statuses['reported'] = { sent: 0, delivered: 0, read: 0, failed: 0 }
  const lost = { count: 0 }
  const timetable = createTimetable<Due>((dues) => report(world(), dues, reported))
  return {
    timetable,
    reported,
    lost,
    digitsOf: (to) => (to.includes('.') ? digitsInUserId(to) : to),
    plan: (sent, fate, early) => plan(world(), timetable, lost, sent, fate, early),
  }
}

function plan(
  world: StatusParts,
  timetable: Timetable<Due>,
  lost: { count: number },
  sent: Sent,
  fate: Fate,
  early: boolean,
) {
  const { settings, faults } = world
  if (!settings.statuses || fate.steps.length === 0) return
  const slower = fate.slower ?? 1
  const answered = sent.at + (early ? 0 : within(settings.delays.answer))
  const dues: { at: number; due: Due }[] = []
  let least = answered
  for (const step of fate.steps) {
    const span =
      step === 'failed'
        ? fate.steps.length > 1
          ? settings.delays.delivered
          : settings.delays.sent
        : settings.delays[step]
    const at = early && step === 'sent' ? sent.at : Math.max(least, answered + within(span) * slower)
    least = at
    dues.push({
      at,
      due: {
        sent,
        step,
        code: step === 'failed' ? (fate.code ?? 131000) : null,
        happenedAt: at,
        hidden: fate.hidden === true,
      },
    })
  }
  if (fate.reversed) {
    const times = dues.map(({ at }) => at)
    dues.reverse().forEach((entry, index) => {
      entry.at = times[index]!
    })
  }
  for (const { at, due } of dues) {
    if (happens(faults.statuses.lost)) {
      lost.count++
      continue
    }
    let arrives = at
    if (happens(faults.statuses.shuffled)) arrives += within(settings.delays.read)
    if (happens(faults.statuses.late.share)) arrives += within(faults.statuses.late.ms)
    timetable.put(arrives, due)
    if (fate.doubled || happens(faults.statuses.doubled))
      timetable.put(arrives + within(settings.delays.sent), due)
  }
  if (fate.replies) planReplies(world, sent, fate.replies, least, fate.hidden === true)
}

/** Posts the statuses that fell due together: mostly one per POST, sometimes several of one number. */
function report(
  world: Part<'install' | 'settings' | 'accounts' | 'webhooks' | 'userIdVersions'>,
  dues: Due[],
  reported: Statuses['reported'],
) {
  const { share, max } = world.settings.batch
  const together = dues.length > 1 && max > 1 && happens(share)
  if (!together) {
    for (const due of dues) post(world, [due], reported)
    return
  }
  const byPhone = new Map<string, Due[]>()
  for (const due of dues) {
    const list = byPhone.get(due.sent.phone.id)
    if (list) list.push(due)
    else byPhone.set(due.sent.phone.id, [due])
  }
  for (const list of byPhone.values()) {
    for (let from = 0; from < list.length; from += max) post(world, list.slice(from, from + max), reported)
  }
}

function post(
  world: Part<'install' | 'settings' | 'accounts' | 'webhooks' | 'userIdVersions'>,
  dues: Due[],
  reported: Statuses['reported'],
) {
  const { phone } = dues[0]!.sent
  for (const { sent, step, code } of dues) {
    sent.reported.push(step)
    if (code !== null) sent.failedWith = code
    reported[step]++
  }
  const statuses = dues.map((due) => statusOf(world, due)).join(',')
  world.webhooks.messages(phone, `"statuses":[${statuses}]`)
}

/** One entry of `statuses`, written by hand because thousands a second are. */
function statusOf(
  world: Part<'install' | 'settings' | 'accounts' | 'userIdVersions'>,
  { sent, step, code, happenedAt, hidden }: Due,
): string {
  const stamp = Math.floor(happenedAt / 1000)
  let text = `{"id":"${wamid(world.install, sent.to, sent.number)}","status":"${step}","timestamp":"${stamp}"`
  if (!hidden) text += `,"recipient_id":"${sent.waId}"`
  const ids = idsOf(world, sent.waId, sent.phone)
  text += `,"recipient_user_id":"${ids.userId}"`
  if (ids.parentUserId) text += `,"parent_recipient_user_id":"${ids.parentUserId}"`
  if (sent.callback !== undefined) text += `,"biz_opaque_callback_data":${JSON.stringify(sent.callback)}`
  if (step === 'failed') return `${text},"errors":[${JSON.stringify(webhookError(code ?? 131000))}]}`
  if (world.settings.webhookVersion <= 23) {
    const expires = step === 'sent' ? `,"expiration_timestamp":"${stamp + 86_400}"` : ''
    text += `,"conversation":{"id":"${conversationId(sent)}"${expires},"origin":{"type":"${sent.category}"}}`
  }
  // Priced with `sent` and once more with whichever of delivered and read says that it arrived.
  if (step === 'sent' || step === 'delivered' || !sent.reported.includes('delivered')) {
    const type = sent.free || sent.category === 'service' ? 'free_customer_service' : 'regular'
    text += `,"pricing":{"billable":${type === 'regular'},"pricing_model":"PMP","type":"${type}","category":"${sent.category}"}`
  }
  return `${text}}`
}

const conversationId = (sent: Sent): string => sent.number.toString(16).padStart(32, '6cebd81f7e4a4d6c9b0a')
