import type { Consent } from '#contract/leads.ts'
import type { App } from '#server/app.ts'

/** A change of consent as the journal keeps it, sealed: it holds addresses. */
type Journaled = {
  consent: Extract<Consent, 'opted_in' | 'opted_out'>
  addresses: readonly string[]
  source: string
  details: string | null
  /** ISO 8601. */
  at: string
}

const context = (businessId: number) => `journal/consent/${businessId}`

/**
 * Keeps a change of consent on the disk: one that a person asked for must not be lost with the database. What a file
 * stated can be read from the file again.
 */
export async function journalConsent(
  app: App,
  businessId: number,
  consent: Journaled['consent'],
  addresses: readonly string[],
  { source, details = null, at = app.now() }: { source: string; details?: string | null; at?: Date },
): Promise<void> {
  if (source === 'import') return
  const text = JSON.stringify({
    consent,
    addresses,
    source,
    details,
    at: at.toISOString(),
  } satisfies Journaled)
  const { ciphertext, key_id } = app.secrets.seal(text, context(businessId))
  const us = app.now().getTime() * 1000
  await app.journal.keep([`consent ${businessId} ${us} ${key_id} ${ciphertext.toString('base64')}`])
}

/** The changes of consent among a journal's lines, as they came. */
export async function* readConsent(
  app: App,
  lines: AsyncIterable<string> | Iterable<string>,
  sinceUs: number,
): AsyncGenerator<{ businessId: number } & Journaled> {
  for await (const line of lines) {
    const [kind, businessId, us, keyId = '', ciphertext = ''] = line.split(' ')
    if (kind !== 'consent' || Number(us) < sinceUs) continue
    const sealed = { ciphertext: Buffer.from(ciphertext, 'base64'), key_id: keyId }
    const text = app.secrets.open(sealed, context(Number(businessId)))
    yield { businessId: Number(businessId), ...(JSON.parse(text) as Journaled) }
  }
}
