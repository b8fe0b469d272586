import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '#server/app.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import { notFound } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { noteConversations } from '../notes.ts'
import { FileTooLarge, keepBytes, largestReceived } from './chat-file.ts'
import { readPicture } from './picture.ts'

/** Fetches what a person sent. The address of a file lives five minutes: it is asked for each time. */
export const fetchFile = defineJob(
  'conversations.fetch-file',
  z.object({ business_id: z.number().int(), file_id: z.number().int() }),
  { queue: { retryLimit: 6, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 }, concurrency: 4 },
)

/** After so many tries a person is asked. */
const mostAttempts = 6
const timeoutMs = 300_000

/** Brings a waiting file into the store. Called twice, it stores it once. */
export async function bringFile(app: App, businessId: number, fileId: number): Promise<void> {
  const row = await app.db
    .selectFrom('chat_files as f')
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.business_id', '=', 'f.business_id').onRef('c.id', '=', 'f.conversation_id'),
    )
    .select(['f.provider_media_id', 'f.kind', 'f.attempts', 'c.id as conversation_id', 'c.phone_number_id'])
    .where('f.business_id', '=', businessId)
    .where('f.id', '=', fileId)
    .where('f.state', '=', 'waiting')
    .executeTakeFirst()
  if (!row) return
  const settle = (changes: object) => settleFile(app, businessId, fileId, row.conversation_id, changes)
  if (row.provider_media_id === null) return await settle({ state: 'failed', reason: 'no_file' })
  const sender = await findSender(app, businessId, row.phone_number_id)
  if (!sender) return await settle({ state: 'failed', reason: 'disconnected' })
  await app.db
    .updateTable('chat_files')
    .set({ attempts: sql`attempts + 1` })
    .where('business_id', '=', businessId)
    .where('id', '=', fileId)
    .execute()
  try {
    const address = await app.meta.media.address(sender.token, row.provider_media_id, row.phone_number_id)
    const announced = address.bytes ?? 0
    if (announced > largestReceived) throw new FileTooLarge()
    const found = await app.meta.files.open(address.url, sender.token, timeoutMs)
    if (!found) return await settle({ state: 'failed', reason: 'expired' })
    const body = Readable.fromWeb(found.body as ReadableStream<Uint8Array>)
    const kept = await keepBytes(app, businessId, body, largestReceived, announced)
    // The content decides; where it says nothing, WhatsApp's word.
    const mime = kept.mime === 'application/octet-stream' ? (address.mimeType ?? kept.mime) : kept.mime
    const picture = await readPicture(app, businessId, row.kind, kept)
    await settle({ state: 'ready', reason: null, ...kept, ...picture, mime, stored_at: app.now() })
  } catch (error) {
    if (error instanceof FileTooLarge) return await settle({ state: 'failed', reason: 'too_large' })
    if (error instanceof MetaError && error.delivery === 'refused') {
      return await settle({ state: 'failed', reason: 'expired' })
    }
    if (row.attempts + 1 < mostAttempts) throw error
    app.log.warn({ err: error, fileId }, 'a file of a conversation could not be fetched')
    await settle({ state: 'failed', reason: 'unreachable' })
  }
}

async function settleFile(
  app: App,
  businessId: number,
  fileId: number,
  conversationId: number,
  changes: object,
): Promise<void> {
  await app.transaction(async (tx) => {
    await tx.db
      .updateTable('chat_files')
      .set(changes)
      .where('business_id', '=', businessId)
      .where('id', '=', fileId)
      .where('state', '=', 'waiting')
      .execute()
    await noteConversations(tx, businessId, [conversationId])
  })
}

/** A person asks for a file again that could not be fetched. @throws AppError `not_found` */
export async function fetchAgain(app: App, businessId: number, fileId: number): Promise<void> {
  await app.transaction(async (tx) => {
    const row = await tx.db
      .updateTable('chat_files')
      .set({ state: 'waiting', reason: null, attempts: 0 })
      .where('business_id', '=', businessId)
      .where('id', '=', fileId)
      .where('inbound_id', 'is not', null)
      .where('state', '=', 'failed')
      .returning('conversation_id')
      .executeTakeFirst()
    if (!row) {
      const known = await tx.db
        .selectFrom('chat_files')
        .select('id')
        .where('business_id', '=', businessId)
        .where('id', '=', fileId)
        .executeTakeFirst()
      if (!known) throw notFound('file')
      return
    }
    await tx.enqueue(fetchFile, { business_id: businessId, file_id: fileId })
    if (row.conversation_id !== null) await noteConversations(tx, businessId, [row.conversation_id])
  })
}
