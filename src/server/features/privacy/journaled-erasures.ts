import type { App } from '#server/app.ts'
import { keepWhenPossible, timeInJournal } from '#server/platform/journal/lasting-lines.ts'

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

/** The erasures among a journal's lines, as they came. */
export async function* readErasures(
  { secrets }: Pick<App, 'secrets'>,
  lines: AsyncIterable<string>,
  sinceUs: number,
): AsyncGenerator<JournaledErasure> {
  for await (const line of lines) {
    const [kind, businessId, us, keyId = '', ciphertext = ''] = line.split(' ')
    if (kind !== 'erased' || Number(us) < sinceUs) continue
    const sealed = { ciphertext: Buffer.from(ciphertext, 'base64'), key_id: keyId }
    yield JSON.parse(secrets.open(sealed, context(Number(businessId)))) as JournaledErasure
  }
}
