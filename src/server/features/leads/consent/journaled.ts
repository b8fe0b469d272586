import type { Consent } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { keepWhenPossible, timeInJournal } from '#server/platform/journal/lasting-lines.ts'

/** A change of consent as the journal keeps it, sealed: it holds addresses. */
type Journaled = {
  consent: Extract<Consent, 'opted_in' | 'opted_out'>
  addresses: readonly string[]
  /** Each address is another person, as in a list that the owner gave. */
  isList?: boolean
  source: string
  details: string | null
  /** ISO 8601. */
  at: string
}

const context = (businessId: number) => `journal/consent/${businessId}`

/**
 * Keeps a change of consent on the disk: one that a person asked for must not be lost with the database. Where the disk
 * takes nothing, the change is made all the same, and its line is kept with the next one.
 */
export async function journalConsent(
  app: App,
  businessId: number,
  consent: Journaled['consent'],
  addresses: readonly string[],
  { source, details = null, at = app.now() }: { source: string; details?: string | null; at?: Date },
): Promise<void> {
  await keepWhenPossible(
    app,
    lineOf(app, businessId, { consent, addresses, source, details, at: at.toISOString() }),
  )
}

/** As many people as one line names. */
const inOneLine = 1000

/** Keeps the opt-outs of a list of people. */
export async function journalListed(
  app: App,
  businessId: number,
  phones: readonly string[],
  { source, at }: { source: string; at: Date },
): Promise<void> {
  for (let from = 0; from < phones.length; from += inOneLine) {
    const addresses = phones.slice(from, from + inOneLine)
    const stated = { consent: 'opted_out', addresses, isList: true, source, details: null } as const
    await keepWhenPossible(app, lineOf(app, businessId, { ...stated, at: at.toISOString() }))
  }
}

function lineOf(app: App, businessId: number, journaled: Journaled): string {
  const { ciphertext, key_id } = app.secrets.seal(JSON.stringify(journaled), context(businessId))
  return `consent ${businessId} ${timeInJournal(app)} ${key_id} ${ciphertext.toString('base64')}`
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
