import type { ReactNode } from 'react'
import type { LocalTemplate } from '#contract/templates.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { t } from '#web/messages/t.ts'
import type { TemplateForm } from './use-template-form.ts'

/** Says that the template was saved elsewhere since this edit began, and lets one of the two versions be chosen. */
export function ChangedMeanwhile({
  form,
  template,
  onChosen,
  children,
}: {
  form: TemplateForm
  template: LocalTemplate
  onChosen: () => void
  /** What is said otherwise. */
  children: ReactNode
}) {
  if (form.state.readAt === template.updated_at) return children
  return (
    <div className="mt4">
      <Banner
        kind="error"
        action={
          <>
            <Button
              size="small"
              onClick={() => {
                form.forget()
                onChosen()
              }}
            >
              {t('templates.form.takeTheirs')}
            </Button>
            <Button
              size="small"
              onClick={() => {
                form.put({ readAt: template.updated_at })
                onChosen()
              }}
            >
              {t('templates.form.keepMine')}
            </Button>
          </>
        }
      >
        {t('templates.form.changedMeanwhile')}
      </Banner>
    </div>
  )
}
