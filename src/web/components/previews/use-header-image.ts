import type { TemplateHeader } from '#contract/templates/draft.ts'
import { useMediaUrl, useSampleUrl } from './use-media.ts'

type HeaderSource = { header?: TemplateHeader | null | undefined; id?: number | null | undefined }

/** Where this page finds the picture in a template's header: our file, or what WhatsApp shows as the example. */
export function useHeaderImage({ header, id }: HeaderSource): string | undefined {
  const isImage = header?.format === 'IMAGE'
  const own = useMediaUrl(isImage ? header.media_id : null)
  const sample = useSampleUrl(isImage && !header.media_id && header.url ? id : null)
  return own ?? sample
}
