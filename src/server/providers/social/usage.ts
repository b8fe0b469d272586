import { z } from 'zod'

const Share = z.looseObject({
  call_count: z.number().catch(0),
  total_time: z.number().catch(0),
  total_cputime: z.number().catch(0),
})
const AppUsage = Share
const ObjectUsage = z.record(
  z.string(),
  z.array(
    Share.extend({
      type: z.string().catch(''),
      /** Minutes. */
      estimated_time_to_regain_access: z.number().catch(0),
    }),
  ),
)

/** From here on calls are spaced, and from there on none is made. Per cent of what is allowed. */
export const slowFrom = 80
export const stopFrom = 95
/** Meta counts over a moving hour; it names no shorter time for the app's own limit. */
const appStopMs = 10 * 60_000
/** A figure that is older says nothing: the window has moved. */
const freshMs = 10 * 60_000

type Used = { percent: number; at: number; until: number }

/** How much of Meta's rate limits is used, as its answers say (facts: social-publishing §4). */
export type UsageMeter = {
  note: (address: string, headers: Headers) => void
  /** What is to be obeyed before a call for this account: until when none is made, or that calls are spaced. */
  restraint: (address: string, objectIds: readonly string[], now: number) => Restraint
}
export type Restraint = { kind: 'none' } | { kind: 'slow' } | { kind: 'stop'; until: number }

export function createUsageMeter(): UsageMeter {
  const used = new Map<string, Used>()
  const set = (key: string, percent: number, until: number): void => {
    used.delete(key)
    used.set(key, { percent, at: Date.now(), until })
    // Objects come and go; the newest 10,000 are more than one install uses in ten minutes.
    const [oldest] = used.keys()
    if (used.size > 10_000 && oldest !== undefined) used.delete(oldest)
  }
  return {
    note(address, headers) {
      const app = parseJson(AppUsage, headers.get('x-app-usage'))
      if (app) {
        const percent = highest(app)
        set(`app ${new URL(address).origin}`, percent, percent >= stopFrom ? Date.now() + appStopMs : 0)
      }
      const objects = parseJson(ObjectUsage, headers.get('x-business-use-case-usage'))
      for (const [id, uses] of Object.entries(objects ?? {})) {
        const percent = Math.max(0, ...uses.map(highest))
        const minutes = Math.max(0, ...uses.map((use) => use.estimated_time_to_regain_access))
        const stops = percent >= stopFrom || minutes > 0
        set(`object ${id}`, percent, stops ? Date.now() + Math.max(minutes, 1) * 60_000 : 0)
      }
    },
    restraint(address, objectIds, now) {
      const keys = [`app ${new URL(address).origin}`, ...objectIds.map((id) => `object ${id}`)]
      const known = keys.flatMap((key) => used.get(key) ?? [])
      const until = Math.max(0, ...known.map((one) => one.until))
      if (until > now) return { kind: 'stop', until }
      const isSlow = known.some(({ percent, at }) => percent >= slowFrom && now - at < freshMs)
      return isSlow ? { kind: 'slow' } : { kind: 'none' }
    },
  }
}

const highest = (share: z.infer<typeof Share>): number =>
  Math.max(share.call_count, share.total_time, share.total_cputime)

function parseJson<T>(schema: z.ZodType<T>, text: string | null): T | undefined {
  if (!text) return undefined
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
