import type { App } from '#server/app.ts'
import { cleanFileName } from '#server/platform/file-name.ts'
import type { IncomingContent } from '#server/providers/meta/webhooks/webhook-events.ts'
import { fetchFile } from '../files/fetch-file.ts'

/** A file is fetched by a job of its own: the message is shown before. */
export async function keepFile(
  tx: App,
  businessId: number,
  conversationId: number,
  inboundId: number,
  content: IncomingContent,
): Promise<void> {
  if (!('media' in content)) return
  const { id } = await tx.db
    .insertInto('chat_files')
    .values({
      business_id: businessId,
      conversation_id: conversationId,
      inbound_id: inboundId,
      state: 'waiting',
      provider_media_id: content.media.id ?? null,
      kind: content.type,
      mime: content.media.mimeType ?? null,
      file_name: content.media.filename ? cleanFileName(content.media.filename) : null,
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.enqueue(fetchFile, { business_id: businessId, file_id: id })
}
