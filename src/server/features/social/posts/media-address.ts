import type { App } from '#server/app.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { fetchMediaFromUrl } from '../media/fetch-media.ts'
import { mediaIdOf } from '../media/serving/addresses.ts'

/**
 * The file of this business at an address: one of our own, or any public one, whose file is fetched and stored.
 * @throws AppError with a sentence at `media_url`.
 */
export async function mediaAt(
  app: App,
  { businessId, userId }: Pick<Caller, 'businessId' | 'userId'>,
  address: string,
): Promise<number> {
  const ours = mediaIdOf(app, businessId, address)
  if (ours !== undefined) return ours
  return (await fetchMediaFromUrl(app, businessId, userId, address)).id
}
