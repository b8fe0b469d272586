import { useDebouncedValue } from '@mantine/hooks'
import type { SequenceStep } from '#contract/growth/sequences.ts'
import { PhonePreview } from '#web/components/phone-preview.tsx'
import { messageOf } from '#web/components/previews/template-preview.ts'
import { useHeaderImage } from '#web/components/previews/use-header-image.ts'
import { usePreviews } from '#web/features/campaigns/campaigns.ts'
import { t } from '#web/messages/t.ts'
import { useTemplateChoices } from '#web/session/business.queries.ts'
import { useBusinessName } from '#web/session/me.ts'

type SendStep = Extract<SequenceStep, { kind: 'send' }>

/** The message that is edited, as a real person would get it. */
export function StepPreview({ step }: { step: SendStep | null }) {
  const business = useBusinessName()
  const templates = useTemplateChoices().data?.templates ?? []
  const template = templates.find(({ id }) => id === step?.template_id)
  const image = useHeaderImage({ header: template?.header, id: template?.id })
  const [rested] = useDebouncedValue(step, 350)
  const body = {
    template_id: rested?.template_id ?? 0,
    parameters: rested?.parameters ?? {},
    audience: { all: true },
    limit: 1,
  }
  const preview = usePreviews(body, body.template_id > 0).data?.pages[0]?.previews[0]
  if (!step || !template) return <p className="t2">{t('sequences.previewHint')}</p>
  return (
    <>
      <PhonePreview
        business={business}
        message={preview ? messageOf(preview, image) : { body: template.message, footer: template.footer }}
      />
      {preview ? (
        <p className="sm t3 mt2">
          {t('sequences.previewOf', { name: preview.name || (preview.phone ?? '') })}
        </p>
      ) : null}
    </>
  )
}
