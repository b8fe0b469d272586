import { z } from 'zod'
import { t } from '../messages/t.ts'

export const mostSteps = 30

/** A later step, from 0. */
const LaterStep = z.object({
  step: z
    .number()
    .int()
    .min(0)
    .max(mostSteps - 1),
})

/** What an answer of a check leads to; who leaves with `goal` reached the goal. */
export const SequenceWay = z.union([z.enum(['next', 'leave', 'goal']), LaterStep]).meta({ id: 'SequenceWay' })
export type SequenceWay = z.infer<typeof SequenceWay>

/** What follows a step; `end`: the person has finished. */
export const SequenceAfter = z.union([z.enum(['next', 'end']), LaterStep]).meta({ id: 'SequenceAfter' })
export type SequenceAfter = z.infer<typeof SequenceAfter>

type Step = {
  kind: string
  after?: SequenceAfter | undefined
  yes?: SequenceWay | undefined
  no?: SequenceWay | undefined
}

const waysOf = ({
  kind,
  after = 'next',
  yes = 'next',
  no = 'next',
}: Step): (SequenceWay | SequenceAfter)[] =>
  kind === 'check' ? [yes, no] : kind === 'hand_over' ? ['end'] : [after]

/**
 * @param at of the step, from 0; -1: the entry.
 * @returns the step that a way leads to, from 0; `count` at the end, null for who leaves.
 */
export function stepAfter(way: SequenceWay | SequenceAfter, at: number, count: number): number | null {
  if (typeof way !== 'string') return way.step
  return way === 'next' ? at + 1 : way === 'end' ? count : null
}

/** Whether a step leads past another one. */
export const hasPaths = (steps: readonly Step[]): boolean =>
  steps.some((step) => waysOf(step).some((way) => typeof way !== 'string'))

type Problem = { at: number; problem: 'laterStep' | 'handOverLast' | 'noPath' }

/** What is wrong with the paths: a way leads back or nowhere, or no way leads to a step. */
export function pathProblems(steps: readonly Step[]): Problem[] {
  const count = steps.length
  const problems: Problem[] = []
  const reached = new Set([0])
  for (const [at, step] of steps.entries()) {
    if (!reached.has(at))
      problems.push(
        steps[at - 1]?.kind === 'hand_over'
          ? { at: at - 1, problem: 'handOverLast' }
          : { at, problem: 'noPath' },
      )
    for (const way of waysOf(step)) {
      const to = stepAfter(way, at, count)
      if (typeof way !== 'string' && (way.step <= at || way.step >= count))
        problems.push({ at, problem: 'laterStep' })
      if (to !== null) reached.add(to)
    }
  }
  return problems
}

/** Refuses steps whose paths have a problem. */
export function refusePaths(steps: readonly Step[], context: z.RefinementCtx): void {
  for (const { at, problem } of pathProblems(steps))
    context.addIssue({ code: 'custom', path: [at], message: t(`sequences.${problem}`) })
}
