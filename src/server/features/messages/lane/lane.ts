import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#server/app.ts'
import type { Sender } from '#server/features/onboarding/onboarding.ts'
import { isDatabaseSteady } from '../journal/steady.ts'
import { registerTag } from '../model/callback-data.ts'
import { lanesChannel } from '../model/job-names.ts'
import type { LaneKey } from '../model/lane-pause.ts'
import { getSendingSettings, type SendingSettings } from '../model/sending-settings.ts'
import { lastAddressed } from './claim/claim.ts'
import { createContents } from './claim/lane-contents.ts'
import { type Departures, openDepartures, readDepartures, removeDepartures } from './departures.ts'
import { createClaiming, fewWaiting } from './lane-claiming.ts'
import { createFinishing } from './lane-finishing.ts'
import { createHealth } from './lane-health.ts'
import { runLoop } from './lane-loop.ts'
import { claimClock, type Ownership, recoverLane, releaseLane, takeLane, takeOverMs } from './lane-owner.ts'
import { createState, usableSender } from './lane-state.ts'
import { createWaiting } from './lane-waiting.ts'
import { createSends, type Sends } from './send/lane-sends.ts'
import { createSettler, type Settler } from './send/lane-settling.ts'
import { createPacer, type Pacer } from './send/pacing.ts'
import { createPairRate } from './send/pair-rate.ts'
import { createUnderWay } from './send/under-way.ts'

/** As long as requests under way are waited for when the lane ends. */
const stopGraceMs = 8_000

/**
 * One phone number's loop: claim → send → settle, until there is nothing to do.
 * @throws the signal's reason when it aborts: the job goes back, for another process.
 */
export async function runLane(app: App, lane: LaneKey, signal: AbortSignal): Promise<void> {
  const sender = await usableSender(app, lane)
  if (!sender || !(await isDatabaseSteady(app))) return
  await registerTag(app)
  const ownership = await takeLane(app, lane)
  const { takenOver, previous } = ownership
  const settings = await getSendingSettings(app, lane.businessId)
  const run = createRun(app, lane, ownership, sender, settings)
  const unlisten = app.notes.listen(lanesChannel, (phoneNumberId) => {
    if (phoneNumberId === lane.phoneNumberId) run.noted()
  })
  signal.addEventListener('abort', run.wake)
  // A run that ends before it knows what the owner before left under way leaves the lane as it found it: taken over.
  let inOrder = !takenOver
  try {
    if (takenOver) {
      await sleep(takeOverMs, undefined, { signal })
      const departed = previous === null ? undefined : await readDepartures(app, previous)
      await recoverLane(app, lane, settings, departed)
      if (previous !== null) await removeDepartures(app, previous)
      inOrder = true
      run.pacer.assumeFull(performance.now())
    }
    await run.begin()
    await run.loop(signal)
  } finally {
    unlisten()
    signal.removeEventListener('abort', run.wake)
    await run.end(inOrder)
  }
  signal.throwIfAborted()
}

type Run = {
  pacer: Pacer
  wake: () => void
  /** Something of this lane was changed: its number, its campaigns, a pause. */
  noted: () => void
  begin: () => Promise<void>
  loop: (signal: AbortSignal) => Promise<void>
  /** @param inOrder the next owner need not look for what is left under way. */
  end: (inOrder: boolean) => Promise<void>
}

/** Puts a lane's parts together. */
function createRun(
  app: App,
  lane: LaneKey,
  { fence, owner }: Ownership,
  sender: Sender,
  settings: SendingSettings,
): Run {
  let departures: Departures | undefined
  const pacer = createPacer(sender.throughput_per_second)
  const pairs = createPairRate()
  const waiting = createWaiting()
  const state = createState(app, lane, { fence, sender, settings, waiting })
  const health = createHealth(app, lane, {
    slow: () => pacer.slow(performance.now()),
    paused: waiting.pauseFor,
    isPaused: waiting.isPaused,
    progressed: state.progressed,
  })
  const settler: Settler = createSettler(app, lane, {
    settings: state.settings,
    streak: health.streak,
    settled: (set, effects) => {
      health.settled(set, effects)
      if (effects.stopped) waiting.wake()
      sends.pump()
    },
  })
  const contents = createContents(app, lane, state.sender)
  const sends: Sends = createSends(app, {
    sender: state.sender,
    pacer,
    pairs,
    underWay: createUnderWay(),
    settler,
    mayGo: state.maySend,
    probing: health.probing,
    writer: contents.writer,
    isMarketing: contents.isMarketing,
    leaves: (message) => departures?.note(message) ?? false,
    runningLow: () => {
      if (claiming.spentMs() === 0) waiting.wake()
    },
    low: () => fewWaiting(pacer),
  })
  const claiming = createClaiming(app, lane, { fence, state, pacer, contents, sends })
  const ownDepartures = () => readDepartures(app, owner)
  const finishing = createFinishing(app, lane, { fence, sends, settler, ownDepartures })

  return {
    pacer,
    wake: waiting.wake,
    noted() {
      state.noted()
      claiming.noted()
      waiting.wake()
    },
    async begin() {
      departures = openDepartures(app, owner, await claimClock(app))
      const now = performance.now()
      for (const { person, agoMs } of await lastAddressed(app, lane)) pairs.note(person, now - agoMs)
    },
    loop: (signal) =>
      runLoop(app, lane, { state, waiting, claiming, finishing, pacer, sends, settler }, signal),
    async end(inOrder) {
      sends.requeue()
      const deadline = performance.now() + stopGraceMs
      while (sends.underWay() > 0 && performance.now() < deadline) await sleep(20)
      sends.giveUp()
      settler.end()
      await settler.drained()
      const isReleased = !state.isLost() && inOrder
      if (isReleased) {
        // The next owner does not know what this one sent in the last second.
        await sleep(pacer.restMs(performance.now()))
        await releaseLane(app, lane, fence)
      }
      departures?.end(isReleased)
    },
  }
}
