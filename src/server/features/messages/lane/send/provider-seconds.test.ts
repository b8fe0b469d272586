import { describe, expect, it } from 'vitest'
import { fullestSecond, leave, randomFrom, standstills } from './pacing.fixture.ts'
import { createPacer, type Turn } from './pacing.ts'
import { createUnderWay } from './under-way.ts'

/** @returns when a provider counted what was sent in a minute; it and this process stand still at times. */
function sendThroughNoise(limit: number, seed: number): number[] {
  const random = randomFrom(seed)
  const pacer = createPacer(limit)
  const underWay = createUnderWay()
  const ofProvider = standstills(random, seed % 2 ? 500 : 2500, seed % 2 ? 3000 : 9000)
  const ofProcess = standstills(random, 200, 2000)
  const standing = (all: [number, number][], at: number) =>
    all.find(([from, until]) => at >= from && at < until)
  const counted: number[] = []
  let answers: { turn: Turn; at: number }[] = []
  for (let now = 0; now < 60_000; now++) {
    if (standing(ofProcess, now)) continue
    for (const { turn } of answers.filter(({ at }) => at <= now)) {
      underWay.answered(now - turn.takenAt)
      pacer.answered(turn, now)
    }
    answers = answers.filter(({ at }) => at > now)
    while (answers.length < underWay.limit(pacer.rate(now))) {
      const turn = leave(pacer, now)
      if (!turn) break
      const at = standing(ofProvider, now + 2)?.[1] ?? now + 2
      counted.push(at)
      const answerAt = at + 5 + random() * 55 + (random() < 0.01 ? 500 + random() * 2500 : 0)
      answers.push({ turn, at: standing(ofProvider, answerAt)?.[1] ?? answerAt })
    }
  }
  return counted
}

describe('the pacer, by what the provider counts', () => {
  it('keeps the provider’s seconds too when the provider stands still for a while', () => {
    for (const limit of [20, 80, 500]) {
      const pacer = createPacer(limit)
      const counted: number[] = []
      const answers: { turn: Turn; at: number }[] = []
      const stalls = (at: number) =>
        at > 3_000 && at < 3_600 ? 3_600 : at > 6_100 && at < 6_400 ? 6_400 : at
      for (let now = 0; now < 12_000; now++) {
        for (const answer of answers.splice(
          0,
          answers.findIndex(({ at }) => at > now) + 1 || answers.length,
        )) {
          if (answer.at > now) answers.unshift(answer)
          else pacer.answered(answer.turn, now)
        }
        for (let turn = leave(pacer, now); turn; turn = leave(pacer, now)) {
          const at = stalls(now + 2)
          counted.push(at)
          answers.push({ turn, at: at + 2 })
        }
      }
      expect(fullestSecond(counted), String(limit)).toBeLessThanOrEqual(limit)
      expect(counted.length / 12 / limit).toBeGreaterThan(0.9)
    }
  })

  it.each([20, 80, 1000])(
    'keeps the provider’s seconds of %i where the first answers are slow, as in a new process',
    (limit) => {
      for (const warmMs of [20, 60, 150, 400]) {
        const pacer = createPacer(limit)
        pacer.assumeFull(0)
        const counted: number[] = []
        let answers: { turn: Turn; at: number }[] = []
        let warmAt = Number.POSITIVE_INFINITY
        for (let now = 0; now < 8_000; now++) {
          for (const { turn } of answers.filter(({ at }) => at <= now)) pacer.answered(turn, now)
          answers = answers.filter(({ at }) => at > now)
          for (let turn = leave(pacer, now); turn; turn = leave(pacer, now)) {
            warmAt = Math.min(warmAt, now + warmMs)
            const at = Math.max(now + 2, warmAt)
            counted.push(at)
            answers.push({ turn, at: at + 3 })
          }
        }
        expect(fullestSecond(counted), `${warmMs} ms`).toBeLessThanOrEqual(limit)
        expect(counted.length / 6.8 / limit).toBeGreaterThan(0.9)
      }
    },
  )

  it.each([20, 80, 1000])(
    'keeps the provider’s seconds of %i where new connections are served last after a standstill',
    (limit) => {
      const pacer = createPacer(limit)
      const counted: number[] = []
      const open: boolean[] = []
      let underWay: { turn: Turn; at: number; connection: number }[] = []
      const served = (at: number, isNew: boolean) => {
        const inRound = at % 4_000
        return inRound > 3_000 && inRound < 3_600 ? at - inRound + (isNew ? 3_800 : 3_600) : at
      }
      for (let now = 0; now < 30_000; now++) {
        for (const { turn, connection } of underWay.filter(({ at }) => at <= now)) {
          pacer.answered(turn, now)
          open[connection] = true
        }
        underWay = underWay.filter(({ at }) => at > now)
        // What was not needed for a while is closed.
        if (now % 1_000 === 0) open.length = Math.min(open.length, 4)
        while (pacer.take(now) === 0) {
          const turn = pacer.lastTurn()
          const busy = new Set(underWay.map(({ connection }) => connection))
          const used = open.findIndex((isOpen, each) => isOpen && !busy.has(each))
          let connection = Math.max(0, used)
          while (used < 0 && (open[connection] || busy.has(connection))) connection++
          if (used >= 0) pacer.left(turn)
          const at = served(now + 2, used < 0)
          counted.push(at)
          underWay.push({ turn, at: served(at + 8, used < 0), connection })
        }
      }
      expect(fullestSecond(counted.toSorted((a, b) => a - b))).toBeLessThanOrEqual(limit)
      // It stands still 15 to 20 % of the time.
      expect(counted.length / 30 / limit).toBeGreaterThan(0.7)
    },
  )

  it.each([80, 1000])('gives nearly all of %i a second where each message opens a connection', (limit) => {
    const pacer = createPacer(limit)
    const underWay: Turn[] = []
    let turns = 0
    for (let now = 0; now < 30_000; now++) {
      while (underWay[0] && underWay[0].takenAt + 150 <= now) pacer.answered(underWay.shift()!, now)
      for (; pacer.take(now) === 0; turns++) underWay.push(pacer.lastTurn())
    }
    expect(turns / 30 / limit).toBeGreaterThan(0.97)
    expect(turns / 30 / limit).toBeLessThanOrEqual(1)
  })

  it('loses little to connections that are slow to open', () => {
    const pacer = createPacer(80)
    const due = new Map<number, Turn[]>()
    let turns = 0
    for (let now = 0; now < 30_000; now++) {
      for (const turn of due.get(now) ?? []) pacer.answered(turn, now)
      for (; pacer.take(now) === 0; turns++) {
        const isNew = turns % 40 === 0
        if (!isNew) pacer.left(pacer.lastTurn())
        const at = now + (isNew ? 250 : 50)
        due.set(at, [...(due.get(at) ?? []), pacer.lastTurn()])
      }
    }
    expect(turns / 30 / 80).toBeGreaterThan(0.97)
  })

  it('loses the place of one message, not all, to a first one on its connection that is not answered', () => {
    const pacer = createPacer(20)
    pacer.answered(leave(pacer, 0)!, 10)
    expect(pacer.take(2_000)).toBe(0)
    const turns: number[] = []
    for (let now = 2_000; now < 12_000; now++) {
      for (let turn = leave(pacer, now); turn; turn = leave(pacer, now)) {
        turns.push(now)
        pacer.answered(turn, now + 5)
      }
    }
    expect(fullestSecond(turns)).toBe(19)
    expect(turns.length / 10).toBeGreaterThan(18)
  })

  it.each([20, 80, 1000])(
    'keeps the provider’s seconds of %i through noise, standstills, and lost time',
    (limit) => {
      for (let seed = 1; seed <= 4; seed++) {
        const counted = sendThroughNoise(limit, seed)
        expect(fullestSecond(counted), `seed ${seed}`).toBeLessThanOrEqual(limit)
      }
    },
  )

  it.each([80, 1000])(
    'gives nearly all of %i a second where answers take now shorter, now longer',
    (limit) => {
      const random = randomFrom(7)
      const pacer = createPacer(limit)
      const due = new Map<number, Turn[]>()
      let turns = 0
      for (let now = 0; now < 30_000; now++) {
        for (const turn of due.get(now) ?? []) pacer.answered(turn, now)
        for (let turn = leave(pacer, now); turn; turn = leave(pacer, now)) {
          if (now >= 10_000) turns++
          const at = now + Math.round(random() < 0.9 ? 150 + random() * 30 : 400 + random() * 100)
          due.set(at, [...(due.get(at) ?? []), turn])
        }
      }
      expect(turns / 20 / limit).toBeGreaterThan(0.95)
    },
  )

  it.each([20, 80, 1000])(
    'keeps the provider’s seconds of %i after it stood still for ten seconds, and after a rest of twenty',
    (limit) => {
      const pacer = createPacer(limit)
      const underWay = createUnderWay()
      const counted: number[] = []
      let answers: { turn: Turn; at: number }[] = []
      const stalls = (at: number) => [30_000, 63_000].find((until) => at < until && at > until - 10_000) ?? at
      const rests = (now: number) => now > 33_000 && now < 53_000
      for (let now = 0; now < 70_000; now++) {
        for (const { turn } of answers.filter(({ at }) => at <= now)) {
          underWay.answered(now - turn.takenAt)
          pacer.answered(turn, now)
        }
        answers = answers.filter(({ at }) => at > now)
        while (!rests(now) && answers.length < underWay.limit(pacer.rate(now))) {
          const turn = leave(pacer, now)
          if (!turn) break
          const at = stalls(now + 10)
          counted.push(at)
          answers.push({ turn, at: stalls(at + 140) + 10 })
        }
      }
      expect(fullestSecond(counted)).toBeLessThanOrEqual(limit)
    },
  )

  it('takes no failure for the word that earlier messages were counted, nor for how long answers take', () => {
    const pacer = createPacer(80)
    const counted: number[] = []
    let answers: { turn: Turn; at: number; isReset: boolean }[] = []
    const stalls = (at: number) => (at > 5_000 && at < 8_000 ? 8_000 : at)
    let turns = 0
    for (let now = 0; now < 20_000; now++) {
      for (const { turn, isReset } of answers.filter(({ at }) => at <= now)) {
        if (isReset) pacer.ended(turn, now)
        else pacer.answered(turn, now)
      }
      answers = answers.filter(({ at }) => at > now)
      for (let turn = leave(pacer, now); turn; turn = leave(pacer, now)) {
        const isReset = ++turns % 30 === 0
        const at = stalls(now + 10)
        // A connection that was reset before the provider read from it brings nothing any more.
        if (!isReset || at === now + 10) counted.push(at)
        answers.push({ turn, isReset, at: isReset ? now + 1 : stalls(at + 140) + 10 })
      }
    }
    expect(fullestSecond(counted)).toBeLessThanOrEqual(80)
    // It stands still for three seconds, and the next is full with what was held up.
    expect(counted.length / 16 / 80).toBeGreaterThan(0.95)
  })

  it('gives the place of a message back that did not leave', () => {
    const pacer = createPacer(20)
    pacer.answered(leave(pacer, 0)!, 10)
    let given = 0
    for (let now = 2_000; now < 12_000; now++) {
      for (; pacer.take(now) === 0; given++) pacer.giveBack(pacer.lastTurn())
    }
    expect(given / 10).toBeGreaterThan(19)
    expect(pacer.restMs(12_000)).toBe(0)
  })

  it('is as fast as before soon after answers take longer for good', () => {
    const pacer = createPacer(80)
    const answers: { turn: Turn; at: number }[] = []
    const turns: number[] = []
    for (let now = 0; now < 40_000; now++) {
      while (answers[0] && answers[0].at <= now) {
        pacer.answered(answers.shift()!.turn, now)
      }
      for (let turn = leave(pacer, now); turn; turn = leave(pacer, now)) {
        turns.push(now)
        answers.push({ turn, at: now + (now < 10_000 ? 50 : 800) })
      }
    }
    expect(turns.filter((at) => at >= 25_000).length / 15).toBeGreaterThan(75)
  })
})
