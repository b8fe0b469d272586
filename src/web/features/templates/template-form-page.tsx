import { PageHeader, Section } from '#web/components/page.tsx'
import { FormToggle, useFormToggle } from './form/form-toggle.tsx'
import { SubmitTemplateForm } from './form/submit-template.tsx'
import { MetaList } from './meta-list.tsx'
import './templates.css'
import { t } from '#web/messages/t.ts'

/** Meta Templates: the templates at WhatsApp, and a form that submits one for review. */
export default function TemplateFormPage() {
  const form = useFormToggle()
  return (
    <>
      <PageHeader
        title={t('templates.meta.title')}
        lede={t('templates.meta.lede')}
        actions={<FormToggle form={form} label={t('templates.actions.create')} />}
      />
      {form.open ? (
        <Section first title={t('templates.actions.create')}>
          <SubmitTemplateForm onSubmitted={form.close} />
        </Section>
      ) : null}
      <Section first={!form.open} title={t('templates.meta.section')}>
        <MetaList />
      </Section>
    </>
  )
}
