import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { App } from '#server/app.ts'

/** What the journal keeps of a claim: enough to find the message, or the same message made once more. No phone, no text. */
export type JournaledClaim = {
  businessId: number
  id: number
  attempt: number
  /** As the database had it, in microseconds since 1970. */
  claimedUs: number
  phoneNumberId: string
  campaignId: number | null
  contentId: number
  /** A keyed hash. */
  recipient: string
  /** As `originOf` names it; empty where it has none, null where the line does not say. */
  origin: string | null
  /** The provider's id, where its answer came. */
  wamid: string | null
}

type Claim = {
  id: number
  attempt: number
  claimedAt: number
  campaignId: number | null
  contentId: number
  recipient: string
  origin: string | null
}
type Lane = { businessId: number; phoneNumberId: string }

/** Signing with a KeyObject takes a seventh of the time that it takes with the key's bytes. */
const keys = new WeakMap<App['secrets'], KeyObject>()

/** The same in all processes of an install, and nothing without its key. */
function keyedHash({ secrets }: Pick<App, 'secrets'>, text: string): string {
  let key = keys.get(secrets)
  if (!key) {
    key = createSecretKey(secrets.lastingKeyFor('recipients in journals'))
    keys.set(secrets, key)
  }
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
}

/** Names a recipient in journals. */
export const journaledRecipient = (app: Pick<App, 'secrets'>, recipient: string): string =>
  keyedHash(app, recipient)

/**
 * Names what a message answers, or the request that asks for it. Made once more after the database went back it must
 * have the same parts, so none of them is an id of a row that may be made anew. `send`: a person asked for it, who may
 * ask for the same again.
 */
export function originOf(
  app: Pick<App, 'secrets'>,
  kind: 'bot' | 'send' | 'welcome' | 'question',
  parts: readonly (string | number | null)[],
): string {
  return `${kind}.${keyedHash(app, JSON.stringify([kind, ...parts]))}`
}

/** Keeps claims on the disk before any of them leaves. */
export async function keepClaims(app: App, lane: Lane, claims: readonly Claim[]): Promise<void> {
  await app.journal.keep(
    claims.map(({ id, attempt, claimedAt, campaignId, contentId, recipient, origin }) =>
      [
        'claim',
        lane.businessId,
        id,
        attempt,
        claimedAt,
        lane.phoneNumberId,
        campaignId ?? '-',
        contentId,
        journaledRecipient(app, recipient),
        ...(campaignId === null ? [origin ?? '-'] : []),
      ].join(' '),
    ),
  )
}

/** The provider took them. */
export function noteAccepted(
  app: App,
  { businessId }: Lane,
  accepted: readonly { message: Claim; wamid: string }[],
): void {
  app.journal.note(
    accepted.map(({ message, wamid }) => `taken ${businessId} ${message.id} ${message.attempt} ${wamid}`),
  )
}

/** They certainly did not leave, or were refused: whatever the database says of them is right. */
export function noteNotTaken(
  app: App,
  { businessId }: Pick<Lane, 'businessId'>,
  claims: readonly Pick<Claim, 'id' | 'attempt' | 'claimedAt'>[],
): void {
  app.journal.note(
    claims.map(({ id, attempt, claimedAt }) => `back ${businessId} ${id} ${attempt} ${claimedAt}`),
  )
}

/** Begins a journal's lines anew, those that are wanted alone. */
export type ReadLines = (wants: (line: string) => boolean) => AsyncIterable<string> | Iterable<string>

/** As many lines as are held at once: up to 300 MB with what reading and comparing them leaves behind. */
const mostHeld = 300_000

/**
 * The claims among a journal's lines whose message was taken or may have been, of each message the last one, set by
 * set. A journal with more lines than can be held at once is read once more for each set, which is of some messages.
 * @param sinceUs those of before are known to the database.
 * @param options.only of messages with these ids.
 */
export async function* readClaims(
  read: ReadLines,
  sinceUs: number,
  { most = mostHeld, only }: { most?: number; only?: ReadonlySet<number> } = {},
): AsyncGenerator<JournaledClaim[]> {
  let found = 0
  const wantedOf = (line: string): number | undefined => {
    const id = messageOf(line, sinceUs)
    return id !== undefined && only?.has(id) !== false ? id : undefined
  }
  const first = await gather(
    read((line) => wantedOf(line) !== undefined && ++found <= most),
    () => found <= most,
  )
  if (first) {
    yield first
    return
  }
  const sets = Math.ceil(found / most)
  for (let nr = 0; nr < sets; nr++) {
    const isOfSet = (line: string): boolean => {
      const id = wantedOf(line)
      return id !== undefined && (Math.imul(id, 0x9e3779b1) >>> 0) % sets === nr
    }
    yield (await gather(read(isOfSet), () => true)) ?? []
  }
}

/**
 * The message that a line about a claim is about; looks at no more of it than it must, for it reads millions.
 * @returns undefined of a line about something else, or about what the database knows.
 */
function messageOf(line: string, sinceUs: number): number | undefined {
  const isTaken = line.startsWith('taken ')
  if (!isTaken && !line.startsWith('claim ') && !line.startsWith('back ')) return undefined
  const idAt = line.indexOf(' ', 6) + 1
  const idEnd = line.indexOf(' ', idAt)
  if (!isTaken) {
    const lastAt = line.indexOf(' ', idEnd + 1) + 1
    const lastEnd = line.indexOf(' ', lastAt)
    if (Number(line.slice(lastAt, lastEnd === -1 ? undefined : lastEnd)) < sinceUs) return undefined
  }
  return Number(line.slice(idAt, idEnd))
}

/** A part of a string keeps the whole of it in memory: here the text of a file. */
const copyOf = (line: string): string => Buffer.from(line).toString()

/**
 * Holds lines and makes claims of them. A claim and what became known of it may be in files of two processes, which are
 * read in any order.
 * @param isHeld false where there were too many: nothing is made.
 */
async function gather(
  lines: AsyncIterable<string> | Iterable<string>,
  isHeld: () => boolean,
): Promise<JournaledClaim[] | undefined> {
  const claims: JournaledClaim[] = []
  const taken = new Map<string, string>()
  const back = new Set<string>()
  for await (const line of lines) {
    const [kind, businessId, id, attempt, last = '', ...rest] = copyOf(line).split(' ')
    const key = `${businessId} ${id} ${attempt}`
    if (kind === 'taken') taken.set(key, last)
    else if (kind === 'back') back.add(`${key} ${last}`)
    else {
      const [phoneNumberId = '', campaignId, contentId, recipient = '', origin] = rest
      claims.push({
        businessId: Number(businessId),
        id: Number(id),
        attempt: Number(attempt),
        claimedUs: Number(last),
        phoneNumberId,
        campaignId: campaignId === '-' ? null : Number(campaignId),
        contentId: Number(contentId),
        recipient,
        origin: origin === '-' ? '' : (origin ?? null),
        wamid: null,
      })
    }
  }
  if (!isHeld()) return undefined
  const latest = new Map<string, JournaledClaim>()
  for (const claim of claims) {
    const message = `${claim.businessId} ${claim.id}`
    if (back.has(`${message} ${claim.attempt} ${claim.claimedUs}`)) continue
    const other = latest.get(message)
    if (other && other.claimedUs >= claim.claimedUs) continue
    claim.wamid = taken.get(`${message} ${claim.attempt}`) ?? null
    latest.set(message, claim)
  }
  return [...latest.values()]
}
