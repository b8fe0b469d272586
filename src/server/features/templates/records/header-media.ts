import type { App } from '#server/app.ts'
import type { HeaderMedia } from '#server/providers/meta/calls/message-payload.ts'
import { draftOf } from '../content/components.ts'
import { contentOf, findMedia } from '../content/media.ts'
import { headerKindOf } from '../content/variables.ts'
import type { Sendable } from './sendable.ts'

/** The provider keeps an upload for 30 days; a message that waits may be sent a day later. */
const keptDays = 30
const marginMs = 86_400_000

/**
 * The header's file as a message names it: uploaded once for each sending number, and again when the provider is
 * about to forget it. A template found at the provider shows the file its reviewers saw. Undefined for a template
 * without a file.
 * @throws MetaError when the upload fails.
 */
export async function headerMediaFor(
  app: App,
  businessId: number,
  template: Pick<
    Sendable,
    'provider_template_id' | 'components' | 'template_name' | 'language' | 'category'
  > & {
    /** The file that it was planned with; absent: the template's present one. */
    header_media_id?: number | null | undefined
  },
  sender: { phone_number_id: string; token: string },
): Promise<HeaderMedia | undefined> {
  if (!headerKindOf(template)) return undefined
  const mediaId =
    template.header_media_id ?? (await ownFileOf(app, businessId, template.provider_template_id))
  if (mediaId === undefined) {
    const { header } = draftOf({ ...template, name: template.template_name })
    return header?.url?.startsWith('http') ? { link: header.url } : undefined
  }
  return await uploadedFor(app, businessId, mediaId, sender)
}

/** The files on the cards of a carousel, in order. @throws MetaError when an upload fails. */
export async function cardMediaFor(
  app: App,
  businessId: number,
  template: Pick<Sendable, 'components' | 'template_name' | 'language' | 'category'> & {
    card_media_ids?: readonly (number | null)[] | undefined
  },
  sender: { phone_number_id: string; token: string },
): Promise<(HeaderMedia | undefined)[]> {
  const { cards = [] } = draftOf({ ...template, name: template.template_name })
  const media: (HeaderMedia | undefined)[] = []
  for (const [at, { header }] of cards.entries()) {
    const own = template.card_media_ids?.[at]
    const link = header.url?.startsWith('http') ? { link: header.url } : undefined
    media.push(own ? await uploadedFor(app, businessId, own, sender) : link)
  }
  return media
}

/** A file of ours as the provider knows it for one sending number. */
async function uploadedFor(
  app: App,
  businessId: number,
  mediaId: number,
  sender: { phone_number_id: string; token: string },
): Promise<HeaderMedia | undefined> {
  const media = await findMedia(app, businessId, mediaId)
  if (!media) return undefined
  const filename = media.file_name
  const known = await app.db
    .selectFrom('template_media_uploads')
    .select('provider_media_id')
    .where('business_id', '=', businessId)
    .where('media_id', '=', mediaId)
    .where('phone_number_id', '=', sender.phone_number_id)
    .where('expires_at', '>', new Date(app.now().getTime() + marginMs))
    .executeTakeFirst()
  if (known) return { id: known.provider_media_id, filename }
  const { id } = await app.meta.media.upload(sender.token, sender.phone_number_id, {
    name: filename,
    mimeType: media.mime_type,
    content: await contentOf(app, businessId, mediaId),
  })
  const upload = {
    provider_media_id: id,
    expires_at: new Date(app.now().getTime() + keptDays * 86_400_000),
  }
  await app.db
    .insertInto('template_media_uploads')
    .values({
      business_id: businessId,
      media_id: mediaId,
      phone_number_id: sender.phone_number_id,
      ...upload,
    })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'media_id', 'phone_number_id']).doUpdateSet(upload),
    )
    .execute()
  return { id, filename }
}

async function ownFileOf(app: App, businessId: number, providerTemplateId: string | null) {
  if (providerTemplateId === null) return undefined
  const row = await app.db
    .selectFrom('templates')
    .select('header')
    .where('business_id', '=', businessId)
    .where('provider_template_id', '=', providerTemplateId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return (row?.header as { media_id?: number | null } | null)?.media_id ?? undefined
}
