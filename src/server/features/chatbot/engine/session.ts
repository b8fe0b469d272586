import type { Effect, SimulationState, StopReason, TraceEntry } from '#contract/chatbot/chatbot.ts'

/** Where a person stands in a flow, and what the guards remember of them. */
export type Session = Omit<
  SimulationState,
  'tags' | 'fields' | 'office_open' | 'window_until' | 'templates_fail' | 'no_marketing' | 'now'
>

export type BotEvent =
  | { type: 'start'; text: string }
  /** Another flow led here: nobody wrote. */
  | { type: 'continue' }
  | { type: 'message'; text: string; answerId: string | null }
  | { type: 'timer' }
  /** The question failed, or it is unknown whether it reached them. */
  | { type: 'not_reached'; reason: Extract<StopReason, 'message_unknown' | 'message_failed'> }
  | { type: 'http_result'; json: string | null }
  | { type: 'file_result'; ok: boolean }
  /** `sorry` is said to them where there is no answer and the flow has no way for that. */
  | { type: 'ai_result'; text: string | null; failed?: boolean; sorry: string }

/** What the engine may know beside the session. It changes nothing itself. */
export type Context = {
  now: Date
  /** The business's time zone, such as `Asia/Kolkata`. */
  zone: string
  name: string
  phone: string
  /** The person's; steps of the same run change them. */
  tags: Set<string>
  fields: Map<string, string>
  windowOpen: boolean
  /** They opted out: no marketing. */
  noMarketing: boolean
  /** Null: no office hours are set. */
  officeOpen: boolean | null
  /** WhatsApp's name of an uploaded file; null: it has to be uploaded there first. */
  mediaOf: (fileId: number) => string | null
  canSend: (template: string, language: string, parameters: readonly string[]) => boolean
}

export type Advanced = { session: Session; effects: Effect[]; trace: TraceEntry[] }
export type { Effect, StopReason, TraceEntry }

export const newSession = (from: Partial<Session> = {}): Session => ({
  step: null,
  waits: null,
  due: null,
  variables: {},
  visits: {},
  repeats: 0,
  shown: [],
  // The guards outlive a session: another automatic sender starts one with each message.
  unanswered: from.unanswered ?? 0,
  recent: from.recent ?? [],
  last_at: from.last_at ?? null,
  day_from: from.day_from ?? null,
  day_count: from.day_count ?? 0,
  last_input: from.last_input ?? '',
  quick: from.quick ?? 0,
})

/** A session as it was stored, maybe by a version that remembered less. */
export const readSession = (stored: Partial<Session>): Session => ({ ...newSession(stored), ...stored })
