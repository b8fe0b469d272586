import type { TemplateDraft } from '#contract/templates/draft.ts'
import { PhonePreview } from '#web/components/phone-preview.tsx'
import { useHeaderImage } from '#web/components/previews/use-header-image.ts'
import { useBusinessName } from '#web/session/me.ts'
import { previewOf } from './message-preview.ts'

/** A template as it will look, filled with its samples, live while it is written. */
export function TemplatePhone({ draft, id }: { draft: TemplateDraft; id?: number | null }) {
  const url = useHeaderImage({ header: draft.header, id })
  return <PhonePreview business={useBusinessName()} message={previewOf(draft, url)} />
}
