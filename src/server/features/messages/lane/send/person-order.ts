/** What of a message decides its place among those to the same person. */
type Ordered = { id: number; person: string; campaignId: number | null }

/** One that had to wait comes back a little after those before it, however the database's clock rounds. */
const stepMs = 250

export type PersonOrder<M extends Ordered> = {
  /** Keeps a message while another one to the same person has no answer yet: two at once can overtake each other. */
  hold: (message: M) => boolean
  leaves: (message: M) => void
  /** It is answered. @returns those that were held. */
  landed: (message: M) => M[]
  /** How long this one waits for those that went back before it; 0: none is before it. */
  behind: (message: M, now: number) => number
  /** A message goes back for so long. @returns for how long, behind those that went back before it. */
  wentBack: (message: M, waitMs: number, now: number) => number
  held: () => number
  /** Gives up all that is held. */
  release: () => M[]
}

/** Keeps the chat messages to each person in their order; those of campaigns are one a person. */
export function createPersonOrder<M extends Ordered>(): PersonOrder<M> {
  const flying = new Map<string, M[]>()
  const back = new Map<string, { ids: Set<number>; due: number }>()
  let held = 0
  let sweptAt = 0
  const sweep = (now: number): void => {
    if (now - sweptAt < 60_000) return
    sweptAt = now
    for (const [person, { due }] of back) if (due + stepMs <= now) back.delete(person)
  }
  return {
    hold(message) {
      const others = message.campaignId === null ? flying.get(message.person) : undefined
      if (!others) return false
      others.push(message)
      held++
      return true
    },
    leaves(message) {
      if (message.campaignId !== null) return
      flying.set(message.person, [])
      back.get(message.person)?.ids.delete(message.id)
    },
    landed(message) {
      if (message.campaignId !== null) return []
      const others = flying.get(message.person) ?? []
      flying.delete(message.person)
      held -= others.length
      return others
    },
    behind(message, now) {
      if (message.campaignId !== null) return 0
      const before = back.get(message.person)
      if (!before || before.ids.size === 0 || before.ids.has(message.id)) return 0
      return Math.max(0, before.due + stepMs - now)
    },
    wentBack(message, waitMs, now) {
      if (message.campaignId !== null) return waitMs
      sweep(now)
      const before = back.get(message.person) ?? { ids: new Set<number>(), due: Number.NEGATIVE_INFINITY }
      const due = Math.max(now + waitMs, before.due > now ? before.due + stepMs : 0)
      before.ids.add(message.id)
      back.set(message.person, { ids: before.ids, due })
      return due - now
    },
    held: () => held,
    release() {
      const all = [...flying.values()].flat()
      for (const person of flying.keys()) flying.set(person, [])
      held = 0
      return all
    },
  }
}
