import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { openIfHeld } from '#server/platform/secrets.ts'
import { answerContext } from './kept-answers.ts'

/** Answers that are read at once. */
const together = 200
const notFound = 404

/**
 * Replaces kept answers that name somebody who was erased: a call that is made again still does nothing, and is told that
 * what it asks for is not there. Answers are encrypted, so that each is read.
 * @returns how many there were
 */
export async function scrubAnswers(
  app: App,
  businessId: number,
  { addresses, emails }: { addresses: readonly string[]; emails: readonly string[] },
): Promise<number> {
  // A body may hold a number without its plus.
  const names = [...addresses, ...emails].map((name) => name.replace(/^\+/, '').toLowerCase())
  let scrubbed = 0
  for (let after = ''; ; ) {
    const rows = await app.db
      .selectFrom('idempotency_keys')
      .select(['key', 'answer_ciphertext', 'answer_key_id'])
      .where('business_id', '=', businessId)
      .where('key', '>', after)
      .orderBy('key')
      .limit(together)
      .execute()
    for (const { key, answer_ciphertext: ciphertext, answer_key_id: key_id } of rows) {
      if (ciphertext === null || key_id === null) continue
      const context = answerContext(businessId, key)
      // One whose key is gone cannot be read, and goes after a day: the others do not wait for it.
      const body = openIfHeld(app.secrets, { ciphertext, key_id }, context)?.toLowerCase()
      if (!names.some((name) => body?.includes(name))) continue
      const message = t('app.notFound.lead')
      const answer = { success: false, code: 'not_found', message, error: message }
      const sealed = app.secrets.seal(JSON.stringify(answer), context)
      await app.db
        .updateTable('idempotency_keys')
        .set({ status: notFound, answer_ciphertext: sealed.ciphertext, answer_key_id: sealed.key_id })
        .where('business_id', '=', businessId)
        .where('key', '=', key)
        .execute()
      scrubbed++
    }
    const last = rows.at(-1)
    if (!last || rows.length < together) return scrubbed
    after = last.key
  }
}
