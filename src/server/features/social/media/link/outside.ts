import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { getOutside, type OutsideAnswer, OutsideError } from '#server/platform/outside/public-fetch.ts'
import { reachOf } from '#server/platform/outside/reach.ts'

/**
 * Opens an address that a person gave, guarded against our own network.
 * @param field where the sentence belongs in the form.
 * @throws AppError
 */
export async function openAddress(
  app: App,
  address: string,
  field: string,
  options: { signal: AbortSignal; accept: string },
): Promise<OutsideAnswer> {
  if (app.settings.outsideRequests === false) throw refusal(field, t('social.media.link.turnedOff'))
  try {
    return await getOutside(address, {
      ...options,
      ...reachOf(app.settings),
      userAgent: `Tidings/0.1 (self-hosted; ${app.settings.publicUrl})`,
    })
  } catch (error) {
    if (error instanceof OutsideError) throw refusal(field, sentenceOf(error), error)
    throw error
  }
}

export const refusal = (field: string, sentence: string, cause?: unknown): AppError =>
  new AppError('rule_broken', sentence, { fields: { [field]: sentence }, cause })

function sentenceOf({ fault, host, status }: OutsideError): string {
  switch (fault) {
    case 'bad_address':
      return t('social.media.link.badAddress')
    case 'not_public':
      return t('social.media.link.notPublic')
    case 'not_listed':
      return t('social.media.link.notListed')
    case 'not_found':
      return t('social.media.link.notFound', { host })
    case 'unreachable':
      return t('social.media.link.unreachable', { host })
    case 'refused':
      return t('social.media.link.refused', { host, status })
    case 'too_many_redirects':
      return t('social.media.link.tooManyRedirects', { host })
  }
}
