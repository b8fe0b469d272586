import { sql } from 'kysely'
import type { Pace } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'

/** The window over which "now" is measured, in seconds. */
const windowSeconds = 10
/** Rows looked at for it: at 1,000 a second the window holds more, and then the rows' own span is the window. */
const newestRows = 4000
/** Points of the course of the rate: the width of the picture needs no more. */
const points = 60

export type PaceInput = {
  businessId: number
  campaignId: number
  running: boolean
  /** Still to go: queued and sending. */
  waiting: number
  /** The number's limit; null: none. */
  limit: number | null
  /** The part of the planned rows that is sent at all; the rest was left out. */
  share: number
}

/**
 * How fast a campaign goes. Nothing here reads all of its rows: the newest rows give the rate of now, and single
 * rows picked at even distances give its course, because ids of a campaign are handed out and sent in order.
 */
export async function paceOf(
  app: App,
  { businessId, campaignId, running, waiting, limit, share }: PaceInput,
): Promise<Pace> {
  const newest = await newestAccepted(app, businessId, campaignId)
  const now = app.now().getTime()
  const progressed = newest[0] ?? null
  const recent = newest.filter((at) => at > now - windowSeconds * 1000)
  const spanSeconds =
    recent.length === newestRows
      ? Math.max(0.001, (now - recent.at(-1)!) / 1000)
      : secondsMeasured(newest, now)
  const rate = running ? recent.length / spanSeconds : null
  const assumed = rate && rate > 0.05 ? rate : limit
  const secondsLeft = running && waiting > 0 && assumed ? Math.ceil(waiting / assumed) : null
  return {
    rate: rate === null ? null : Math.round(rate * 10) / 10,
    limit,
    seconds_left: secondsLeft,
    done_at: secondsLeft === null ? null : new Date(now + secondsLeft * 1000).toISOString(),
    progressed_at: progressed === null ? null : new Date(progressed).toISOString(),
    history: await courseOf(app, businessId, campaignId, share),
  }
}

/** A campaign that has just begun is measured over the time it runs, not over a window it has not filled. */
function secondsMeasured(newest: number[], now: number): number {
  const first = newest.at(-1)
  if (first === undefined || newest.length === newestRows) return windowSeconds
  return Math.min(windowSeconds, Math.max(1, (now - first) / 1000))
}

/** When the provider took the newest messages, newest first, in milliseconds. */
async function newestAccepted(app: App, businessId: number, campaignId: number): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from newest.accepted_at) * 1000)::float8 as at
    from dispatches d, lateral (
      select m.accepted_at from messages m
      where m.business_id = ${businessId} and m.id between d.first_id and d.cursor_id and m.campaign_id = d.campaign_id
      order by m.id desc limit ${sql.lit(newestRows)}
    ) newest
    where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and newest.accepted_at is not null
    order by 1 desc`.execute(app.db)
  return rows.map(({ at }) => at)
}

/** Messages a second between rows at even distances of the campaign, in the order of time. */
async function courseOf(
  app: App,
  businessId: number,
  campaignId: number,
  share: number,
): Promise<Pace['history']> {
  const { rows } = await sql<{ id: number; at: number }>`
    select m.id, (extract(epoch from m.accepted_at) * 1000)::float8 as at
    from dispatches d, generate_series(0, ${sql.lit(points)}) as step,
    lateral (
      select id, accepted_at from messages
      where business_id = ${businessId} and campaign_id = d.campaign_id
        and id between d.first_id + ((d.cursor_id - d.first_id) * step) / ${sql.lit(points)} and d.last_id
      order by id limit 1
    ) m
    where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and m.accepted_at is not null
    order by m.accepted_at`.execute(app.db)
  return courseThrough(rows, share)
}

/** Answers are settled in batches: over less than this, in seconds, a rate is only their rhythm. */
const shortestSpan = 1

/** Rates between points that are far enough apart to mean something. */
function courseThrough(rows: { id: number; at: number }[], share: number): Pace['history'] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const span = Math.max(shortestSpan, (last.at - first.at) / 1000 / (points / 2))
  const course: Pace['history'] = []
  let from = first
  for (const row of rows) {
    const seconds = (row.at - from.at) / 1000
    if (seconds < span) continue
    const sent = Math.max(0, row.id - from.id) * share
    course.push({ at: new Date(row.at).toISOString(), rate: Math.round((sent / seconds) * 10) / 10 })
    from = row
  }
  return course
}
