import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Conversion, ConversionInput } from '#contract/analytics/conversions.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Http } from '#server/platform/http/server.ts'
import { recordConversion } from '../conversions/record.ts'
import { keyOfSecret, sourceContext, sourcesPath } from './sources.ts'

/** One sale is far smaller. */
const largestBody = 16 * 1024
/** A call that is older, or that far ahead, may be one that was listened to and sent again. */
const replaySeconds = 300
/** Of one address: a shop that sends more is at fault. */
const callsPerMinute = 600

/** Takes the sales that shop systems post, signed as in Standard Webhooks 1.0; each key counts once. */
export function mountShopReceiver(http: Http, app: App): void {
  const isTooMany = minuteLimit()
  void http.register(async (scope) => {
    // The signature is over the bytes: nothing may parse them first, whatever they say they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_, body, done) =>
      done(null, body),
    )
    scope.post(`${sourcesPath}/:id`, { schema: { hide: true }, bodyLimit: largestBody }, async (request) => {
      const { id } = request.params as { id: string }
      if (!z.uuid().safeParse(id).success) throw notFound('conversionSource')
      if (isTooMany(id)) throw new AppError('rate_limited', t('analytics.shops.tooOften'))
      return { success: true, conversion: await receive(app, id, request) }
    })
  })
}

async function receive(app: App, id: string, request: FastifyRequest): Promise<Conversion> {
  const source = await app.db
    .selectFrom('conversion_sources as s')
    .innerJoin('businesses as b', 'b.id', 's.business_id')
    .select(['s.business_id', 's.secret_ciphertext', 's.secret_key_id'])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!source) throw notFound('conversionSource')
  const { business_id: businessId } = source
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const sealed = { ciphertext: source.secret_ciphertext, key_id: source.secret_key_id }
  const key = keyOfSecret(app.secrets.open(sealed, sourceContext(businessId, id)))
  const header = (name: string): string => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : ''
  }
  const [call, time] = [header('webhook-id'), header('webhook-timestamp')]
  if (!isSigned(header('webhook-signature'), `${call}.${time}.`, body, key)) {
    await noteRefused(app, businessId, id, 'signature')
    throw new AppError('forbidden', t('analytics.shops.signature'))
  }
  if (Math.abs(app.now().getTime() / 1000 - Number(time)) > replaySeconds) {
    await noteRefused(app, businessId, id, 'time')
    throw new AppError('forbidden', t('analytics.shops.time'))
  }
  try {
    const conversion = await recordConversion(app, businessId, readBody(body), 'webhook')
    await app.db
      .updateTable('conversion_sources')
      .set({ last_at: app.now() })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
    return conversion
  } catch (error) {
    if (error instanceof AppError) await noteRefused(app, businessId, id, 'content')
    throw error
  }
}

/** Whether one of the signatures in the header is ours over id, time and body. Compared in constant time. */
function isSigned(header: string, start: string, body: Buffer, key: Buffer): boolean {
  const expected = createHmac('sha256', key).update(start).update(body).digest()
  if (!/^[^.]{1,200}\.\d{1,12}\.$/.test(start)) return false
  let found = false
  for (const part of header.split(' ').slice(0, 10)) {
    const given = Buffer.from(part.startsWith('v1,') ? part.slice(3) : '', 'base64')
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = true
  }
  return found
}

/** @throws AppError `invalid_input` with the fields at fault. */
function readBody(body: Buffer): z.output<typeof ConversionInput> {
  let content: unknown
  try {
    content = JSON.parse(body.toString('utf8'))
  } catch {
    throw new AppError('invalid_input', t('analytics.shops.json'))
  }
  const read = ConversionInput.safeParse(content)
  if (read.success) return read.data
  const fields = Object.fromEntries(
    read.error.issues.map(({ path, message }) => [path.join('.') || 'body', message]),
  )
  throw new AppError('invalid_input', Object.values(fields)[0] ?? t('analytics.shops.json'), { fields })
}

/** At most one write a second, whatever comes. */
async function noteRefused(
  app: App,
  businessId: number,
  id: string,
  code: 'signature' | 'time' | 'content',
): Promise<void> {
  await sql`
    update conversion_sources set refused_at = ${app.now()}::timestamptz, refused_code = ${code}
    where business_id = ${businessId} and id = ${id}
      and (refused_at is null or refused_code <> ${code} or refused_at < ${app.now()}::timestamptz - interval '1 second')`.execute(
    app.db,
  )
}

/** Counts calls by address; what is kept is bounded by what comes in one minute. */
function minuteLimit(): (name: string) => boolean {
  let counts = new Map<string, number>()
  let until = 0
  return (name) => {
    const now = performance.now()
    if (now > until) {
      counts = new Map()
      until = now + 60_000
    }
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count > callsPerMinute
  }
}
