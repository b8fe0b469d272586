import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type FileKind, largestFile, largestSent, sentKinds } from '#contract/conversations/files.ts'
import type { ChatFile } from '#contract/conversations.ts'
import type { App } from '#server/app.ts'
import type { Sender } from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { cleanFileName } from '#server/platform/file-name.ts'
import { requireConversation } from '../require-conversation.ts'
import { FileTooLarge, fileKey, keepBytes } from './chat-file.ts'
import { dropFiles } from './drop-files.ts'
import { readPicture } from './picture.ts'
import { readSound, writeVoice } from './recording/recording.ts'

/** file-type's names for what WhatsApp calls otherwise. */
const providerNames: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/ogg; codecs=opus': 'audio/ogg',
}
/** Older Office files all begin alike: only the ending of the name says which program wrote them. */
const officeTypes: Record<string, string> = {
  '.doc': 'application/msword',
  '.xls': 'application/vnd.ms-excel',
  '.ppt': 'application/vnd.ms-powerpoint',
}

function providerType(mime: string, name: string): string {
  if (mime === 'application/x-cfb') return officeTypes[extname(name).toLowerCase()] ?? mime
  return providerNames[mime] ?? mime
}

const mib = 1024 * 1024

/**
 * Stores a file that the team attaches, if WhatsApp takes it; without a conversation it is one of a flow.
 * @throws AppError `not_found`, `unsupported_media_type`, `too_large`, with the sentence for the person.
 */
export async function attachFile(
  app: App,
  { businessId, userId }: { businessId: number; userId: number },
  conversationId: number | null,
  { stream, name, recorded }: { stream: Readable; name: string; recorded: boolean },
): Promise<ChatFile> {
  if (conversationId !== null) await requireConversation(app, businessId, conversationId)
  const given = await keepBytes(app, businessId, stream, largestFile).catch((error: unknown) => {
    if (error instanceof FileTooLarge) throw tooLarge(sentKinds[providerType(error.mime, name)] ?? 'document')
    throw error
  })
  if (given.bytes === 0) {
    throw refused('invalid_input', t(recorded ? 'conversations.recordingEmpty' : 'conversations.fileEmpty'))
  }
  const kept = recorded ? await keepVoice(app, businessId, given) : given
  const found = kept.mime.split(';')[0] ?? ''
  const isPlain = found === 'application/octet-stream' && (await isText(app, businessId, kept))
  const mime = isPlain ? 'text/plain' : providerType(found, name)
  const kind = mime === 'text/plain' ? 'document' : sentKinds[mime]
  if (!kind || kept.bytes > largestSent[kind]) {
    await app.enqueue(dropFiles, { business_id: businessId, hashes: [kept.hash.toString('hex')] })
    throw kind ? tooLarge(kind) : refused('unsupported_media_type', t('conversations.fileType'))
  }
  const picture = await readPicture(app, businessId, kind, kept)
  const file_name = cleanFileName(name)
  const { id } = await app.db
    .insertInto('chat_files')
    .values({
      business_id: businessId,
      conversation_id: conversationId,
      uploaded_by: userId,
      state: 'ready',
      kind,
      hash: kept.hash,
      bytes: kept.bytes,
      mime,
      file_name,
      ...picture,
      created_at: app.now(),
      stored_at: app.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { width, height } = picture
  return { id, kind, state: 'ready', reason: null, mime, bytes: kept.bytes, file_name, width, height }
}

/** Shorter is a slip of the finger, for which the customer would get a message. */
const shortestSeconds = 0.5

/** Makes a voice message of what a browser recorded. @throws AppError `unsupported_media_type`, `invalid_input` */
async function keepVoice(
  app: App,
  businessId: number,
  given: { hash: Buffer; bytes: number; mime: string },
): Promise<typeof given> {
  const { hash, mime } = given
  const key = fileKey(businessId, hash)
  const path = join(await app.media.incoming(), randomUUID())
  try {
    const sound = await app.media.asFile(key, readSound)
    if (!sound || sound.hasPicture)
      throw refused('unsupported_media_type', t('conversations.recordingBroken'))
    if (sound.seconds < shortestSeconds) throw refused('invalid_input', t('conversations.recordingEmpty'))
    const isMade = await app.media.asFile(key, (recording) => writeVoice(recording, mime, sound, path))
    if (isMade) {
      const kept = await keepBytes(app, businessId, createReadStream(path), largestSent.audio)
      if (!kept.hash.equals(hash)) {
        await app.enqueue(dropFiles, { business_id: businessId, hashes: [hash.toString('hex')] })
      }
      return kept
    }
    // Without ffmpeg a recording of Safari goes as an audio file: WhatsApp takes AAC in MP4.
    if (sound.codec === 'aac' && /mp4|m4a/.test(mime)) return { ...given, mime: 'audio/mp4' }
    throw refused('unsupported_media_type', t('conversations.noConverter'))
  } finally {
    await rm(path, { force: true })
  }
}

/** Text has no mark of its own: it holds no control characters, whatever its encoding (Excel writes CSV in Latin-1). */
async function isText(
  app: App,
  businessId: number,
  { hash, bytes }: { hash: Buffer; bytes: number },
): Promise<boolean> {
  const stream = await app.media.open(fileKey(businessId, hash), 0, Math.min(bytes, 64 * 1024))
  const start = (await buffer(stream)).toString('latin1')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return !/[\u0000-\u0008\u000e-\u001f\u007f]/.test(start)
}

/** WhatsApp keeps an upload for 30 days; a message that waits may be sent a day later. */
const keptMs = 28 * 86_400_000

/**
 * The file as WhatsApp knows it: uploaded there once, and again when WhatsApp is about to forget it.
 * @throws AppError `not_found`; MetaError when the upload fails.
 */
export async function providerFile(
  app: App,
  businessId: number,
  conversationId: number | null,
  fileId: number,
  sender: Sender,
): Promise<{ mediaId: string; kind: FileKind; name: string }> {
  const file = await app.db
    .selectFrom('chat_files')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', fileId)
    .where('conversation_id', conversationId === null ? 'is' : '=', conversationId)
    .where('inbound_id', 'is', null)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!file?.hash || file.bytes === null || file.mime === null) throw notFound('file')
  const kind = file.kind as FileKind
  const name = file.file_name ?? 'file'
  const isOfNumber = (file.provider_phone_number_id ?? sender.phone_number_id) === sender.phone_number_id
  const until = file.provider_media_until
  if (file.provider_media_id && isOfNumber && until && until > app.now()) {
    return { mediaId: file.provider_media_id, kind, name }
  }
  const content = await buffer(await app.media.open(fileKey(businessId, file.hash), 0, file.bytes))
  const { id } = await app.meta.media.upload(sender.token, sender.phone_number_id, {
    name,
    mimeType: providerType(file.mime, name),
    content,
  })
  await app.db
    .updateTable('chat_files')
    .set({
      provider_media_id: id,
      provider_media_until: new Date(app.now().getTime() + keptMs),
      provider_phone_number_id: sender.phone_number_id,
    })
    .where('business_id', '=', businessId)
    .where('id', '=', fileId)
    .execute()
  return { mediaId: id, kind, name }
}

/** The files of flows that WhatsApp has at present, each with its number. */
export async function uploadedFiles(
  app: App,
  businessId: number,
  ids: readonly number[],
): Promise<{ id: number; phoneNumberId: string; mediaId: string }[]> {
  const rows = await app.db
    .selectFrom('chat_files')
    .select(['id', 'provider_media_id', 'provider_phone_number_id'])
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .where('conversation_id', 'is', null)
    .where('provider_media_until', '>', app.now())
    .execute()
  return rows.flatMap(({ id, provider_media_id: mediaId, provider_phone_number_id: phoneNumberId }) =>
    mediaId && phoneNumberId ? [{ id: Number(id), phoneNumberId, mediaId }] : [],
  )
}

/** Which of these are files of flows of the business. */
export async function flowFiles(app: App, businessId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await app.db
    .selectFrom('chat_files')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .where('conversation_id', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => Number(id)))
}

const refused = (code: 'invalid_input' | 'unsupported_media_type' | 'too_large', sentence: string) =>
  new AppError(code, sentence, { fields: { file: sentence } })

const tooLarge = (kind: FileKind) =>
  refused(
    'too_large',
    t('conversations.fileTooLarge', { kind, size: Math.round((largestSent[kind] / mib) * 10) / 10 }),
  )
