import type { TemplateDraft } from '#contract/template-draft.ts'
import { PhonePreview } from '#web/components/phone-preview.tsx'
import { useBusinessName } from '#web/me.ts'
import { previewOf } from './message-preview.ts'
import { useMediaUrl } from './use-media.ts'

/** A template as it will look, filled with its samples, live while it is written. */
export function TemplatePhone({ draft }: { draft: TemplateDraft }) {
  const url = useMediaUrl(draft.header?.media_id)
  return <PhonePreview business={useBusinessName()} message={previewOf(draft, url)} />
}
