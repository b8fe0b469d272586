import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { fileKey } from './chat-file.ts'
import { playableKey } from './recording/recording.ts'

/** Removes the bytes of files that no conversation has any more. */
export const dropFiles = defineJob(
  'conversations.drop-files',
  z.object({ business_id: z.number().int(), hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)) }),
  { queue: { retryLimit: 20, retryDelay: 5, retryBackoff: true } },
)

/** What the store holds for these files, each once. */
export const hashesOf = (files: readonly { hash: Buffer | null; small_hash: Buffer | null }[]): string[] => [
  ...new Set(
    files.flatMap(({ hash, small_hash }) => [hash, small_hash].flatMap((one) => one?.toString('hex') ?? [])),
  ),
]

export async function dropBytes(app: App, businessId: number, hashes: readonly string[]): Promise<void> {
  for (const hex of hashes) {
    const hash = Buffer.from(hex, 'hex')
    const used = await app.db
      .selectFrom('chat_files')
      .select('id')
      .where('business_id', '=', businessId)
      // The small copy of one can be what another person sent.
      .where((where) => where.or([where('hash', '=', hash), where('small_hash', '=', hash)]))
      .limit(1)
      .executeTakeFirst()
    if (used) continue
    await app.media.remove(playableKey(fileKey(businessId, hash)))
    await app.media.remove(fileKey(businessId, hash))
  }
}
