import { z } from 'zod'
import type { en } from '#server/messages/en/index.ts'
import type { t } from '#server/messages/t.ts'

type Keys<M, Path extends string> = {
  [K in keyof M & string]: M[K] extends string ? `${Path}${K}` : Keys<M[K], `${Path}${K}.`>
}[keyof M & string]

/** The server's messages. */
type Key = Keys<typeof en, ''>

/** Values that are formatted for the reader: times by the business's clock, lists by their language's grammar. */
export type Shown =
  | { moment: string; zone: string }
  | { start: string; zone: string }
  | { day: string; zone: string }
  | { list: string[] }
  | { parts: StoredText[] }
  | { text: StoredText }

/** Provider errors as earlier versions stored them: by code, explained when read. */
export type MetaText = { meta: { code: number; subcode?: number | undefined }; part: 'sentence' | 'advice' }

/** What a template's status means, or why WhatsApp rejected it. */
type TemplateText = { templateStatus: string } | { templateRejection: string }

/**
 * Text as it is stored: a message's key with parameters, a provider's code, or several sentences. A plain string is the
 * provider's own text, or was stored before texts had codes.
 */
export type StoredText =
  | string
  | { key: Key; params?: Readonly<Record<string, string | number | Shown>> | undefined }
  | MetaText
  | TemplateText
  | readonly StoredText[]

/** A stored text in a job's payload. */
export const StoredReason = z.custom<StoredText>(
  (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
)

type Values<K extends Key> = Parameters<typeof t<K>>[1]
type Storable<V> = { [P in keyof V]: V[P] extends number | bigint ? V[P] : V[P] | Shown }

/** A message for later readers. */
export function textOf<K extends Key>(
  key: K,
  ...[params]: undefined extends Values<K> ? [] : [params: Storable<Values<K>>]
): StoredText {
  return { key, ...(params && { params: params as Record<string, string | number | Shown> }) }
}

/** Times as parameters of stored texts. `start` names the day of the week too. */
export type StoredClock = {
  moment: (at: Date) => Shown
  start: (at: Date) => Shown
  day: (at: Date) => Shown
}

export const storedClock = (zone: string): StoredClock => ({
  moment: (at) => ({ moment: at.toISOString(), zone }),
  start: (at) => ({ start: at.toISOString(), zone }),
  day: (at) => ({ day: at.toISOString(), zone }),
})
