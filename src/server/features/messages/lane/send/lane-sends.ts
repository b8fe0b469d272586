import type { App } from '#server/app.ts'
import type { Sender } from '#server/features/onboarding/onboarding.ts'
import { PayloadError } from '#server/providers/meta/calls/message-payload.ts'
import { explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import type { Accepted } from '#server/providers/meta/meta.ts'
import type { Refusal } from '../../model/failure-policy.ts'
import { reasons } from '../../model/message-status.ts'
import type { Claimed } from '../claim/claim.ts'
import type { WriteMessage } from '../claim/prepared-content.ts'
import type { Settler } from './lane-settling.ts'
import type { Pacer, Turn } from './pacing.ts'
import type { PairRate } from './pair-rate.ts'
import { createPersonOrder } from './person-order.ts'
import type { UnderWay } from './under-way.ts'

export type Sends = {
  /** Takes claimed messages; each is sent as soon as the pace allows it. */
  offer: (messages: readonly Claimed[]) => void
  /** Sends what may be sent now. Called whenever something changes that keeps messages back. */
  pump: () => void
  /** Messages that have not left. */
  waiting: () => number
  /** Requests without an answer yet. */
  underWay: () => number
  /** Whether anything of this campaign has not left or was not answered. */
  holds: (campaignId: number) => boolean
  /** Gives back messages that have not left: all, or those of some campaigns. */
  requeue: (which?: (message: Claimed) => boolean) => void
  /** What is under way now counts as unknown; answers that still come are settled too. */
  giveUp: () => void
}

type SendsOptions = {
  sender: () => Sender
  pacer: Pacer
  pairs: PairRate
  underWay: UnderWay
  settler: Settler
  /** False while the lane is paused, or not confirmed as ours. */
  mayGo: () => boolean
  /** The most requests under way while the provider is not well; undefined: no such limit. */
  probing: () => number | undefined
  /** Notes that a message is about to leave; false: it must stay. */
  leaves: (message: Claimed) => boolean
  writer: (contentId: number) => WriteMessage | MetaError
  isMarketing: (contentId: number) => boolean
  /** Called when few messages wait, so that the next ones are claimed. */
  runningLow: () => void
  /** So many waiting messages are few. */
  low: () => number
}

/**
 * Where the books are slower than the provider, sending waits for them: what is not in the books yet is what a crash
 * leaves unknown, and it takes memory.
 */
const mostUnsettled = 2_000

/** Sends one lane's claimed messages at its pace. Time is `performance.now()`, which never goes back. */
export function createSends(app: App, options: SendsOptions): Sends {
  const { pacer, pairs, underWay, settler } = options
  let queue: Claimed[] = []
  let head = 0
  const flying = new Map<Claimed, number>()
  const perCampaign = new Map<number, number>()
  const order = createPersonOrder<Claimed>()
  let timer: NodeJS.Timeout | undefined

  const count = ({ campaignId }: Claimed, change: 1 | -1): void => {
    if (campaignId === null) return
    const next = (perCampaign.get(campaignId) ?? 0) + change
    if (next > 0) perCampaign.set(campaignId, next)
    else perCampaign.delete(campaignId)
  }

  const pump = (): void => {
    clearTimeout(timer)
    timer = undefined
    while (head < queue.length && settler.pending() < mostUnsettled && options.mayGo()) {
      const now = performance.now()
      const limit = options.probing() ?? underWay.limit(pacer.rate(now))
      if (flying.size >= limit) break
      const message = queue[head]!
      if (order.hold(message)) {
        head++
        continue
      }
      const isChat = message.campaignId === null
      const pairWait = Math.max(pairs.waitFor(message.person, now, isChat), order.behind(message, now))
      if (pairWait > 0) {
        head++
        unsent(message, order.wentBack(message, pairWait, now), reasons.pairRate)
        continue
      }
      const wait = pacer.take(now)
      if (wait > 0) {
        timer = setTimeout(pump, wait)
        break
      }
      head++
      pairs.note(message.person, now)
      order.leaves(message)
      send(message, now, pacer.lastTurn())
    }
    if (head > 0 && head * 2 >= queue.length) {
      queue = queue.slice(head)
      head = 0
    }
    if (queue.length - head <= options.low()) options.runningLow()
  }

  const unsent = (message: Claimed, afterMs: number, reason: string | null): void => {
    count(message, -1)
    settler.add({ kind: 'unsent', unsent: { message, afterMs, reason } })
  }

  const send = (message: Claimed, startedAt: number, turn: Turn): void => {
    const sender = options.sender()
    const text = textOf(options.writer(message.contentId), message)
    if (typeof text !== 'string') {
      pacer.giveBack(turn)
      count(message, -1)
      pairs.forget(message.person)
      again(message)
      refuse(message, text, startedAt)
      return
    }
    // The lane may have been lost while this process was stalled: asked again after the note, which its next owner reads.
    if (!options.leaves(message) || !options.mayGo()) {
      pacer.giveBack(turn)
      pairs.forget(message.person)
      again(message)
      unsent(message, order.wentBack(message, 1000, startedAt), null)
      return
    }
    flying.set(message, startedAt)
    const endpoint = options.isMarketing(message.contentId) ? message.marketingEndpoint : 'messages'
    const onUsedConnection = () => pacer.left(turn)
    app.meta.sendPrepared(sender.token, sender.phone_number_id, text, { endpoint, onUsedConnection }).then(
      (accepted) => {
        pacer.answered(turn, performance.now())
        landed(message, startedAt)
        if (message.campaignId === null) pairs.answered(message.person, performance.now())
        accept(message, accepted)
        pump()
      },
      (error: unknown) => {
        const refusal = refusalOf(error)
        if (refusal.delivery === 'never_sent') pacer.giveBack(turn)
        else pacer.ended(turn, performance.now())
        landed(message, startedAt)
        // The provider counts by its own clock: refused for the pair's rate, the person has to wait all the same.
        if (isOfClass(refusal.code, 'pairRate')) pairs.tooFast(message.person, performance.now())
        else if (refusal.delivery !== 'unknown') pairs.forget(message.person)
        refuse(message, { ...refusal, token: sender.token }, startedAt)
        pump()
      },
    )
  }

  const landed = (message: Claimed, startedAt: number): void => {
    underWay.answered(performance.now() - startedAt)
    if (flying.delete(message)) count(message, -1)
    again(message)
  }

  /** What was held behind a message comes before all others. */
  const again = (message: Claimed): void => {
    const held = order.landed(message)
    if (held.length > 0) queue.splice(head, 0, ...held)
  }

  const accept = (message: Claimed, { wamid, status }: Accepted): void => {
    settler.add({
      kind: 'accepted',
      accepted: { message, wamid, providerStatus: status ?? null, at: Date.now() },
    })
  }

  const refuse = (message: Claimed, refusal: Refusal, startedAt: number): void => {
    const { id, attempt, campaignId, recipient, lastCode, retries } = message
    const refused = { id, attempt, campaignId, recipient, lastCode, retries, wamid: null, refusal }
    settler.add({ kind: 'refused', message, refused, startedAt })
  }

  return {
    pump,
    offer(messages) {
      for (const message of messages) count(message, 1)
      queue.push(...messages)
      pump()
    },
    waiting: () => queue.length - head + order.held(),
    underWay: () => flying.size,
    holds: (campaignId) => perCampaign.has(campaignId),
    requeue(which = () => true) {
      const kept: Claimed[] = []
      for (const message of [...queue.slice(head), ...order.release()]) {
        if (which(message)) unsent(message, 0, null)
        else kept.push(message)
      }
      queue = kept
      head = 0
      clearTimeout(timer)
    },
    giveUp() {
      for (const [message, startedAt] of flying) {
        count(message, -1)
        refuse(message, refusalOf(new Error('the process stopped before the answer came')), startedAt)
      }
      flying.clear()
    },
  }
}

function textOf(writer: WriteMessage | MetaError, message: Claimed): string | Refusal {
  if (writer instanceof MetaError) return { ...refusalOf(writer), delivery: 'refused' }
  try {
    return writer(message)
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error
    return {
      explanation: explainError({ title: error.variable }),
      delivery: 'refused',
      code: null,
      reason: `value_${error.reason}`,
      title: error.variable,
      details: null,
      retryAfterMs: 0,
      byWebhook: false,
    }
  }
}

/** Anything but a MetaError is a fault of ours, of which it is not known what it prevented. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof MetaError) {
    return {
      explanation: error.explanation,
      delivery: error.delivery,
      code: error.code ?? null,
      // Only with a code it is the provider's own.
      title: error.userTitle ?? (error.code === undefined ? '' : error.title),
      details: error.details ?? null,
      retryAfterMs: error.retryAfterMs ?? 0,
      byWebhook: false,
    }
  }
  return {
    explanation: explainError({ httpStatus: 500 }),
    delivery: 'unknown',
    code: null,
    title: '',
    details: error instanceof Error ? error.message : String(error),
    retryAfterMs: 0,
    byWebhook: false,
  }
}
