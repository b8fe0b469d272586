import { setTimeout as pause } from 'node:timers/promises'
import type { Step } from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import { fillAddress, fillJson, fillText } from '../engine/texts.ts'
import type { At } from './jobs.ts'
import { Flows } from './load.ts'
import { callOwnersAddress } from './outside.ts'
import { type Standing, standingAt } from './standing.ts'
import { takeOver } from './wake.ts'

const tries = 3
const pauseMs = 1000

/** Calls the address of a step and takes the person on with the answer. */
export async function callAddress(app: App, at: At, signal: AbortSignal): Promise<void> {
  const standing = await standingAt(app, at)
  const step = standing && (await stepOf(app, at, standing))
  if (!standing || step?.kind !== 'http') return
  const values = (name: string) => standing.variables[name] ?? standing.known[name] ?? ''
  const call = {
    method: step.method,
    headers: {
      ...Object.fromEntries(step.headers.map(({ name, value }) => [name, fillText(value, values)])),
      ...(step.method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(step.method === 'POST' && { body: fillJson(step.body || '{}', values) }),
  }
  for (let nr = 1; nr <= tries; nr++) {
    const called = await callOwnersAddress(app, fillAddress(step.url, values), call)
    if (called.ok || !called.again || nr === tries) {
      await takeOver(app, at, { type: 'http_result', json: called.ok ? called.body : null })
      return
    }
    await pause(pauseMs * nr, undefined, { signal })
  }
}

export async function stepOf(app: App, at: At, { flowId, version }: Standing): Promise<Step | undefined> {
  const definition = await new Flows(app, at.business_id).definition(flowId, version)
  return definition?.steps.find(({ id }) => id === at.step)
}
