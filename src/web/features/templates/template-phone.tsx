import type { TemplateDraft } from '#contract/template-draft.ts'
import { PhonePreview } from '#web/components/phone-preview.tsx'
import { useMe } from '#web/me.ts'
import { previewOf } from './message-preview.ts'
import { useMediaUrl } from './use-media.ts'

/** A template as it will look, filled with its samples, live while it is written. */
export function TemplatePhone({ draft }: { draft: TemplateDraft }) {
  const me = useMe()
  const url = useMediaUrl(draft.header?.media_id)
  return <PhonePreview business={me.data?.business.name ?? 'Your business'} message={previewOf(draft, url)} />
}
