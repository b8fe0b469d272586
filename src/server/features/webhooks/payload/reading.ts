import { parseWebhook, type WebhookEvent } from '#server/providers/meta/webhooks/webhook-events.ts'

/** What a webhook's body is found to say. */
export type Reading = {
  events: WebhookEvent[]
  /** What is in it: `status`, `template_status`, or the provider's word for what we do not know. */
  fields: string[]
  problem: WebhookProblem | null
}

/** What is wrong with a stored webhook; null when all is well. */
export type WebhookProblem = 'not_json' | 'nothing_recognised' | 'partly_recognised' | 'not_applied'

/** Reads a body; one that is no JSON has no events, and says so. */
export function readBody(body: Buffer): Reading {
  try {
    const events = parseWebhook(body)
    return { events, fields: fieldsOf(events), problem: unrecognised(events) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { events: [], fields: [], problem: 'not_json' }
  }
}

function fieldsOf(events: readonly WebhookEvent[]): string[] {
  return [
    ...new Set(events.map((event) => (event.kind === 'unknown' ? event.field || 'unknown' : event.kind))),
  ]
}

function unrecognised(events: readonly WebhookEvent[]): WebhookProblem | null {
  const unknown = events.filter(({ kind }) => kind === 'unknown')
  if (unknown.length === 0) return null
  return unknown.length === events.length ? 'nothing_recognised' : 'partly_recognised'
}
