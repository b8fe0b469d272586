import type { Logger } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import type { Journal } from './journal.ts'

/** Lines that the disk did not take, until it does. */
const unkept = new WeakMap<Journal, string[]>()
const mostUnkept = 10_000

/** Keeps a line about what people decided; where the disk takes nothing, with the next one that it takes. */
export async function keepWhenPossible(
  { journal, log }: { journal: Journal; log: Logger },
  line: string,
): Promise<void> {
  const lines = [...(unkept.get(journal) ?? []), line]
  unkept.delete(journal)
  try {
    await journal.keepLasting(lines)
  } catch (error) {
    unkept.set(journal, [...(unkept.get(journal) ?? []), ...lines].slice(-mostUnkept))
    log.error(
      { err: error },
      'the journal in DATA_DIR takes nothing: an opt-in, opt-out or erasure is in the database alone. Free some disk space.',
    )
  }
}

/** Microseconds since 1970, no earlier than the database's last beat: a clock that is behind must not hide the line. */
export function timeInJournal({ now, journal }: { now: () => Date; journal: Journal }): number {
  const beatUs = Number(journal.marked()?.split(' ')[2] ?? 0)
  return Math.max(now().getTime() * 1000, beatUs)
}

/**
 * The text of a sealed line. One that cannot be opened is passed over: all the others still count.
 * @param lost gets the business of such a line.
 */
export function openLine(
  { secrets }: { secrets: Secrets },
  [businessId, keyId, ciphertext]: readonly [businessId: number, keyId: string, ciphertext: string],
  context: string,
  lost: Set<number>,
): string | undefined {
  try {
    return secrets.open({ ciphertext: Buffer.from(ciphertext, 'base64'), key_id: keyId }, context)
  } catch {
    lost.add(businessId)
    return undefined
  }
}
