import { createHash } from 'node:crypto'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { MediaMissing, readWhole, writeWhole } from '#server/platform/media-store/media-store.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { pictureTypeOf } from '../content/media.ts'
import { componentsIn, getLinked, type ProviderRow } from '../records/rows.ts'
import { senderOf } from './sync.ts'

export type HeaderSample = { bytes: Buffer; mimeType: string }

/**
 * The image of a header that only WhatsApp has, from the template's example. It is fetched once and stored.
 * @throws AppError `not_found`, also when WhatsApp does not return it or it is not an image.
 */
export async function readHeaderSample(app: App, businessId: number, id: number): Promise<HeaderSample> {
  const { provider } = await getLinked(app, businessId, id)
  const address = provider && addressIn(provider)
  if (!provider || !address) throw missing()
  const kept = await readKept(app, businessId, address)
  if (kept) return kept
  const sender = await senderOf(app, businessId, provider.waba_id)
  if (!sender) throw missing()
  try {
    const bytes =
      (await app.meta.samples.get(address, sender.token)) ??
      (await fetchAgain(app, { provider, address, token: sender.token }))
    const mimeType = bytes && pictureTypeOf(bytes)
    if (!bytes || !mimeType) throw missing()
    await writeWhole(app.media, keyOf(businessId, address), bytes, mimeType)
    return { bytes, mimeType }
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    app.log.info({ err: error, template: provider.id }, 'the picture of a header could not be fetched')
    throw missing()
  }
}

const missing = () => notFound('templatePicture')

function addressIn(row: Pick<ProviderRow, 'components'>): string | undefined {
  const header = componentsIn(row).find(({ type }) => type.toUpperCase() === 'HEADER')
  if (header?.format?.toUpperCase() !== 'IMAGE') return undefined
  const address = header.example?.header_handle?.[0]
  return address?.startsWith('http') ? address : undefined
}

/** Addresses expire after days: read the template again for a fresh one. */
async function fetchAgain(
  app: App,
  { provider, address, token }: { provider: ProviderRow; address: string; token: string },
): Promise<Buffer | undefined> {
  const template = await app.meta.templates.get(token, provider.id)
  const fresh = addressIn({ components: template.components as never })
  if (!fresh || fresh === address) return undefined
  return await app.meta.samples.get(fresh, token)
}

/** The path names the file; what follows it is a signature, which is another one each time. */
function keyOf(businessId: number, address: string): string {
  const { host, pathname } = new URL(address)
  const name = createHash('sha256').update(`${host}${pathname}`).digest('hex')
  return `template-samples/${businessId}/${name}`
}

async function readKept(app: App, businessId: number, address: string): Promise<HeaderSample | undefined> {
  try {
    const bytes = await readWhole(app.media, keyOf(businessId, address))
    const mimeType = pictureTypeOf(bytes)
    return mimeType ? { bytes, mimeType } : undefined
  } catch (error) {
    if (error instanceof MediaMissing) return undefined
    throw error
  }
}
