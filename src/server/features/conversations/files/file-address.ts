import { createHmac, timingSafeEqual } from 'node:crypto'
import { conversations } from '#contract/conversations.ts'
import type { App } from '#server/app.ts'
import { isOpenSession } from '#server/features/accounts/accounts.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'

const lastsMinutes = 10

type Signed = { businessId: number; sessionId: string; fileId: number; playable: boolean; expires: number }

const purpose = 'addresses of chat files'

/** Bound to all that it allows: another file, business or session, or a later time, has another signature. */
const signatureOf = (key: Buffer, { businessId, sessionId, fileId, playable, expires }: Signed): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([businessId, sessionId, fileId, playable, expires]))
    .digest()

/**
 * Where a player reads a recording or a film: it cannot send our header, and what is fetched whole starts late.
 * @throws AppError `not_found`, also for what no player plays.
 */
export async function addressOfFile(
  app: App,
  { businessId, sessionId }: Pick<Caller, 'businessId' | 'sessionId'>,
  fileId: number,
  playable: boolean,
): Promise<{ address: string; expires_at: string }> {
  const file = await app.db
    .selectFrom('chat_files')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', fileId)
    .where('state', '=', 'ready')
    .where('kind', 'in', ['audio', 'video'])
    .executeTakeFirst()
  if (!file) throw notFound('file')
  const expires = app.now().getTime() + lastsMinutes * 60_000
  const signed = { businessId, sessionId, fileId, playable, expires }
  const signature = signatureOf(app.secrets.keyFor(purpose), signed)
  const key = [businessId, sessionId, playable ? 1 : 0, expires, signature.toString('base64url')].join('.')
  return {
    address: `${conversations.playFile.path.replace('{id}', String(fileId))}?key=${key}`,
    expires_at: new Date(expires).toISOString(),
  }
}

/** Whose file an address reads. @throws AppError `not_found` where it is forged, too old, or its session ended. */
export async function readAddress(
  app: App,
  fileId: number,
  key: string,
): Promise<{ businessId: number; playable: boolean }> {
  const parts = /^(\d{1,15})\.([\w-]{1,64})\.([01])\.(\d{1,15})\.([\w-]{43})$/.exec(key)
  if (!parts) throw notFound('file')
  const [, business, sessionId, playing, until, signature] = parts as unknown as string[]
  const signed = {
    businessId: Number(business),
    sessionId: sessionId!,
    fileId,
    playable: playing === '1',
    expires: Number(until),
  }
  const given = Buffer.from(signature!, 'base64url')
  // Those of before a change of keys are good until their time.
  const isOurs = app.secrets.keysFor(purpose).some((key) => timingSafeEqual(given, signatureOf(key, signed)))
  if (!isOurs || signed.expires <= app.now().getTime()) throw notFound('file')
  if (!(await isOpenSession(app, signed.businessId, signed.sessionId))) throw notFound('file')
  return signed
}
