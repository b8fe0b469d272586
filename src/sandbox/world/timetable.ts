/** Things that fall due later: one timer for all of them, so that thousands a second cost next to nothing. */
export type Timetable<T> = {
  /** Puts `thing` down for `at` (milliseconds since 1970). */
  put: (at: number, thing: T) => void
  size: () => number
  /** What is not yet due, with its time; for keeping over a restart. */
  entries: () => { at: number; thing: T }[]
  clear: () => void
  stop: () => void
}

const stepMs = 10

/** By a clock that nothing sets: with the date, whatever was put down after it went back would wait for so long. */
const stepNow = (): number => Math.floor(performance.now() / stepMs)

/** `due` gets all things of a step together, and as soon after their time as the process allows. */
export function createTimetable<T>(due: (things: T[]) => void): Timetable<T> {
  const steps = new Map<number, { at: number; thing: T }[]>()
  let size = 0
  let timer: NodeJS.Timeout | null = null
  let done = stepNow()
  let stopped = false

  const run = () => {
    timer = null
    const now = stepNow()
    const things: T[] = []
    if (now - done > steps.size) {
      for (const step of [...steps.keys()].filter((key) => key <= now).sort((a, b) => a - b))
        take(step, things)
    } else {
      for (let step = done; step <= now; step++) take(step, things)
    }
    done = now
    if (things.length > 0) due(things)
    wake()
  }
  const take = (step: number, into: T[]) => {
    const found = steps.get(step)
    if (!found) return
    steps.delete(step)
    size -= found.length
    for (const entry of found) into.push(entry.thing)
  }
  const wake = () => {
    if (timer === null && size > 0 && !stopped) timer = setTimeout(run, stepMs)
  }

  return {
    put: (at, thing) => {
      const step = Math.max(Math.ceil((performance.now() + at - Date.now()) / stepMs), done)
      const there = steps.get(step)
      if (there) there.push({ at, thing })
      else steps.set(step, [{ at, thing }])
      size++
      wake()
    },
    size: () => size,
    entries: () => [...steps.values()].flat(),
    clear: () => {
      steps.clear()
      size = 0
    },
    stop: () => {
      stopped = true
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
