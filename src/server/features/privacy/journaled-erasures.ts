import type { App } from '#server/app.ts'
import { keepWhenPossible, openLine, timeInJournal } from '#server/platform/journal/lasting-lines.ts'

/** An erasure as the journal keeps it, sealed: it holds addresses. */
export type JournaledErasure = {
  businessId: number
  userId: number
  addresses: readonly string[]
  /** ISO 8601. */
  at: string
}

const context = (businessId: number) => `journal/erased/${businessId}`

/** Keeps on the disk that a person was erased: a database that goes back would have them again. */
export async function journalErasure(app: App, erasure: Omit<JournaledErasure, 'at'>): Promise<void> {
  const { businessId } = erasure
  const text = JSON.stringify({ ...erasure, at: app.now().toISOString() } satisfies JournaledErasure)
  const { ciphertext, key_id } = app.secrets.seal(text, context(businessId))
  const sealed = `${key_id} ${ciphertext.toString('base64')}`
  await keepWhenPossible(app, `erased ${businessId} ${timeInJournal(app)} ${sealed}`)
}

/**
 * The erasures among a journal's lines, as they came.
 * @param lost gets the businesses with lines whose key is gone.
 */
export async function* readErasures(
  app: Pick<App, 'secrets'>,
  lines: AsyncIterable<string>,
  sinceUs: number,
  lost = new Set<number>(),
): AsyncGenerator<JournaledErasure> {
  for await (const line of lines) {
    const [kind, id, us, keyId = '', ciphertext = ''] = line.split(' ')
    if (kind !== 'erased' || Number(us) < sinceUs) continue
    const businessId = Number(id)
    const text = openLine(app, [businessId, keyId, ciphertext], context(businessId), lost)
    if (text !== undefined) yield JSON.parse(text) as JournaledErasure
  }
}
