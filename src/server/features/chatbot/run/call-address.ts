import { setTimeout as pause } from 'node:timers/promises'
import { hostOfAddress, type Step } from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import { fillAddress, fillJson, fillText } from '../engine/texts.ts'
import { fillHeaders } from '../secrets/secrets.ts'
import { callKey } from './call-key.ts'
import type { At } from './jobs.ts'
import { Flows } from './load.ts'
import { type CallFailure, callOwnersAddress } from './outside.ts'
import { type Standing, standingAt } from './standing.ts'
import { takeOver } from './wake.ts'

const tries = 3
const pauseMs = 1000
/** By it the owner's server knows a call that it has had already. The owner's own header of this name goes before. */
const keyHeader = 'Idempotency-Key'

/** Calls the address of a step and takes the person on with the answer. */
export async function callAddress(app: App, at: At, signal: AbortSignal): Promise<void> {
  const standing = await standingAt(app, at)
  const step = standing && (await stepOf(app, at, standing))
  if (!standing || step?.kind !== 'http') return
  const values = (name: string) => standing.variables[name] ?? standing.known[name] ?? ''
  const url = fillAddress(step.url, values)
  const headers = await fillHeaders(app, at.business_id, step.headers, hostOfAddress(url))
  const moveOn = (json: string | null, failure: CallFailure | undefined) =>
    takeOver(
      app,
      at,
      { type: 'http_result', json },
      {
        notes: failure && [
          {
            kind: 'bot_call_failed',
            conversationId: at.conversation_id,
            // The rest of an address may hold secrets.
            call: { host: hostOfAddress(url), fault: failure.fault, status: failure.status },
          },
        ],
      },
    )
  if (!headers) {
    await moveOn(null, { fault: 'secret_missing', status: null })
    return
  }
  const call = {
    method: step.method,
    headers: {
      ...(!headers.some(({ name }) => name.toLowerCase() === keyHeader.toLowerCase()) && {
        [keyHeader]: callKey(at, standing),
      }),
      ...Object.fromEntries(headers.map(({ name, value }) => [name, fillText(value, values)])),
      ...(step.method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(step.method === 'POST' && { body: fillJson(step.body || '{}', values) }),
  }
  for (let nr = 1; nr <= tries; nr++) {
    const called = await callOwnersAddress(app, url, call)
    const failure = called.ok ? unreadable(called.body) : called
    if (called.ok || !called.again || nr === tries) {
      await moveOn(called.ok ? called.body : null, failure)
      return
    }
    await pause(pauseMs * nr, undefined, { signal })
  }
}

/** An answer is JSON. */
function unreadable(body: string): CallFailure | undefined {
  try {
    JSON.parse(body)
    return undefined
  } catch {
    return { fault: 'not_json', status: null }
  }
}

export async function stepOf(app: App, at: At, { flowId, version }: Standing): Promise<Step | undefined> {
  const definition = await new Flows(app, at.business_id).definition(flowId, version)
  return definition?.steps.find(({ id }) => id === at.step)
}
