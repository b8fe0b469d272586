import type { TemplateHeader } from '#contract/template-draft.ts'
import { useMediaUrl } from './use-media.ts'

/** Where this page finds the picture in a template's header. A file that only WhatsApp holds cannot be loaded from here. */
export function useHeaderImage(header: TemplateHeader | null | undefined): string | undefined {
  return useMediaUrl(header?.format === 'IMAGE' ? header.media_id : null)
}
