import type { LocalTemplate } from '#contract/templates.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { t } from '#web/messages/t.ts'
import type { TemplateForm } from './use-template-form.ts'

/** Says that the template was saved elsewhere since this edit began, and lets one of the two versions be chosen. */
export function ChangedMeanwhile({ form, template }: { form: TemplateForm; template: LocalTemplate }) {
  if (form.state.readAt === template.updated_at) return null
  return (
    <Banner
      kind="error"
      action={
        <>
          <Button size="small" onClick={form.forget}>
            {t('templates.form.takeTheirs')}
          </Button>
          <Button size="small" onClick={() => form.put({ readAt: template.updated_at })}>
            {t('templates.form.keepMine')}
          </Button>
        </>
      }
    >
      {t('templates.form.changedMeanwhile')}
    </Banner>
  )
}
