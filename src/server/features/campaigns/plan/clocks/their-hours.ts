import { isQuietTime, type QuietHours } from '#server/platform/sql/quiet-hours.ts'

/** People with the same clock and quiet hours, who may get it from `at` on. */
export type HourGroup = { at: number; offsetMinutes: number; quiet: QuietHours | null; count: number }

const stepMs = 15 * 60_000
const dayMs = 86_400_000
/** A campaign that takes longer is shown as far as that; the rest counts where the hour after it is. */
const mostSteps = (60 * dayMs) / stepMs

/**
 * How many people get a campaign at which hour of theirs, at a number's speed: those who may get it share the speed, and
 * whoever has quiet hours waits. `held`: so many met quiet hours while they waited for their turn.
 */
export function hoursOf(
  groups: readonly HourGroup[],
  perSecond: number | null,
): { hours: { hour: number; count: number }[]; held: number; end: number } {
  const left = groups.map(({ count }) => count)
  const met = groups.map(() => false)
  const byHour = new Array<number>(24).fill(0)
  const capacity = perSecond ? (perSecond * stepMs) / 1000 : Number.POSITIVE_INFINITY
  let now = Math.min(...groups.map(({ at }) => at))
  let end = now
  let held = 0
  for (let step = 0; step < mostSteps && left.some((count) => count > 0); step += 1) {
    const next = (Math.floor(now / stepMs) + 1) * stepMs
    const due = groups.flatMap((group, index) => (left[index]! > 0 && group.at < next ? [index] : []))
    const awake = due.filter((index) => !isAsleep(groups[index]!, Math.max(now, groups[index]!.at)))
    for (const index of due) {
      if (awake.includes(index) || met[index]) continue
      met[index] = true
      // Who is asleep when it starts for them is counted by the caller.
      if (groups[index]!.at < now) held += left[index]!
    }
    const wanted = awake.reduce((sum, index) => sum + left[index]!, 0)
    const span = (capacity * (next - now)) / stepMs
    const part = Math.min(1, wanted > 0 ? span / wanted : 0)
    for (const index of awake) {
      const group = groups[index]!
      byHour[Math.floor(minuteOf(group, Math.max(now, group.at)) / 60)]! += left[index]! * part
      left[index] = part === 1 ? 0 : left[index]! * (1 - part)
    }
    const last = Math.max(now, ...awake.map((index) => groups[index]!.at))
    if (wanted > 0) end = part === 1 && perSecond ? last + (wanted / perSecond) * 1000 : next
    now = next
  }
  for (const [index, group] of groups.entries())
    byHour[Math.floor(minuteOf(group, now) / 60)]! += left[index]!
  return { hours: wholeNumbers(byHour), held, end }
}

const minuteOf = ({ offsetMinutes }: HourGroup, at: number): number =>
  (((Math.floor(at / 60_000) + offsetMinutes) % 1440) + 1440) % 1440

function isAsleep(group: HourGroup, at: number): boolean {
  if (!group.quiet) return false
  const minute = minuteOf(group, at)
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((one) => String(one).padStart(2, '0'))
  return isQuietTime(group.quiet, `${hours}:${minutes}`)
}

/** Rounded so that their sum is that of the people. */
function wholeNumbers(byHour: readonly number[]): { hour: number; count: number }[] {
  let exact = 0
  let given = 0
  return byHour.flatMap((people, hour) => {
    exact += people
    const count = Math.round(exact) - given
    given += count
    return count > 0 ? [{ hour, count }] : []
  })
}
