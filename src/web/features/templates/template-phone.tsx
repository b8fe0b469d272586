import type { TemplateDraft } from '#contract/template-draft.ts'
import { PhonePreview } from '#web/components/phone-preview.tsx'
import { useBusinessName } from '#web/me.ts'
import { previewOf } from './message-preview.ts'
import { useHeaderImage } from './use-header-image.ts'

/** A template as it will look, filled with its samples, live while it is written. */
export function TemplatePhone({ draft, id }: { draft: TemplateDraft; id?: number | null }) {
  const url = useHeaderImage({ header: draft.header, id })
  return <PhonePreview business={useBusinessName()} message={previewOf(draft, url)} />
}
