import type { Consent } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { keepWhenPossible, openLine, timeInJournal } from '#server/platform/journal/lasting-lines.ts'

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

/** A question that was asked back, with what it takes to ask it again. */
export type JournaledQuestion = {
  id: number
  address: string
  reply: string
  language: string
  phoneNumberId: string | null
  /** When they said what is asked about; ISO 8601. */
  saidAt: string
}

/** Marketing to these addresses waits for an answer; sealed as well. */
export type JournaledHold = {
  consent: 'held'
  addresses: readonly string[]
  /** The person's words. */
  details: string
  /** Absent where a hold came to an address that turned out to be of the same person. */
  question?: JournaledQuestion
  /** ISO 8601. */
  at: string
}

/** The person answered that messages may go on. */
export type JournaledKeep = {
  consent: 'kept'
  addresses: readonly string[]
  question: JournaledQuestion
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

/** Keeps a hold, or its end, like a change of consent. */
export async function journalHold(
  app: App,
  businessId: number,
  hold: JournaledHold | JournaledKeep,
): Promise<void> {
  await keepWhenPossible(app, lineOf(app, businessId, hold))
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

/** Versions that know no holds pass over their lines. */
const kinds = { opted_in: 'consent', opted_out: 'consent', held: 'hold', kept: 'hold' } as const
const kindNames: readonly string[] = Object.values(kinds)

type AnyJournaled = Journaled | JournaledHold | JournaledKeep

function lineOf(app: App, businessId: number, journaled: AnyJournaled): string {
  const { ciphertext, key_id } = app.secrets.seal(JSON.stringify(journaled), context(businessId))
  const sealed = `${key_id} ${ciphertext.toString('base64')}`
  return `${kinds[journaled.consent]} ${businessId} ${timeInJournal(app)} ${sealed}`
}

/**
 * The changes of consent and the holds among a journal's lines, as they came.
 * @param lost gets the businesses with lines whose key is gone.
 */
export async function* readConsent(
  app: App,
  lines: AsyncIterable<string> | Iterable<string>,
  sinceUs: number,
  lost = new Set<number>(),
): AsyncGenerator<{ businessId: number } & AnyJournaled> {
  for await (const line of lines) {
    const [kind = '', id, us, keyId = '', ciphertext = ''] = line.split(' ')
    if (!kindNames.includes(kind) || Number(us) < sinceUs) continue
    const businessId = Number(id)
    const text = openLine(app, [businessId, keyId, ciphertext], context(businessId), lost)
    if (text !== undefined) yield { businessId, ...(JSON.parse(text) as AnyJournaled) }
  }
}
