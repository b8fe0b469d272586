import { currentLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { messagesChannel } from '#server/features/messages/messages.ts'
import { inLanguage } from '#server/messages/language.ts'
import type { EventStream } from '#server/platform/http/event-stream.ts'
import { businessChannel } from '#server/platform/notify.ts'
import { campaignsChannel } from '../model/history.ts'

/** Counting a campaign is cheap, not free: never more often than this … */
const shortestGapMs = 400
/** … nor so often that counting takes more than a tenth of the time. */
const shareOfTime = 10
/** Rate and time left move although no row does. */
const idleRefreshMs = 5000

/**
 * Follows one campaign until the reader leaves: sends what `look` gives, at once and after each change in any process.
 * Everything is counted again each time, so a lost note costs seconds only.
 */
export function followCampaign(
  app: App,
  stream: EventStream,
  { businessId, campaignId }: { businessId: number; campaignId: number },
  look: () => Promise<unknown>,
): void {
  const key = `${businessId}:${campaignId}`
  // Notes arrive outside the reader's request, where the language is English.
  const language = currentLanguage()
  let last = ''
  const refresh = paced(app, stream.signal, async () => {
    const campaign = await inLanguage(language, look)
    const text = JSON.stringify(campaign)
    if (text !== last) stream.send('campaign', campaign)
    last = text
  })
  const receive = (payload: string): void => {
    if (payload === key) refresh()
  }
  const unlisten = listenToBoth(app, businessId, receive)
  const timer = setInterval(refresh, idleRefreshMs)
  stream.signal.addEventListener('abort', () => {
    clearInterval(timer)
    for (const stop of unlisten) stop()
  })
  refresh()
}

/** Tells a reader whenever a campaign or a message of the business moved; what moved is asked for by calls. */
export function followBusiness(app: App, stream: EventStream, businessId: number): void {
  const refresh = paced(app, stream.signal, async () => stream.send('moved', {}))
  const receive = (payload: string): void => {
    if (payload.startsWith(`${businessId}:`)) refresh()
  }
  const unlisten = listenToBoth(app, businessId, receive)
  stream.signal.addEventListener('abort', () => {
    for (const stop of unlisten) stop()
  })
  stream.send('moved', {})
}

function listenToBoth(app: App, businessId: number, receive: (payload: string) => void) {
  return [messagesChannel, campaignsChannel].map((kind) =>
    app.notes.listen(businessChannel(kind, businessId), receive),
  )
}

/** Runs `work` soon after each call, one at a time, with gaps that grow with what it costs; calls in between are one. */
function paced(app: App, signal: AbortSignal, work: () => Promise<void>): () => void {
  let wanted = false
  let busy = false
  let timer: NodeJS.Timeout | undefined
  const run = async (): Promise<void> => {
    busy = true
    wanted = false
    const began = performance.now()
    try {
      await work()
    } catch (error) {
      app.log.warn({ err: error }, 'live progress could not be counted; the next note tries again')
    }
    const gap = Math.max(shortestGapMs, (performance.now() - began) * shareOfTime)
    timer = setTimeout(() => {
      busy = false
      if (wanted && !signal.aborted) void run()
    }, gap)
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  return () => {
    wanted = true
    if (!busy && !signal.aborted) void run()
  }
}
