import { PageHeader, Section } from '#web/components/page.tsx'
import { FormToggle, useFormToggle } from './form/form-toggle.tsx'
import { SubmitTemplateForm } from './form/submit-template.tsx'
import { MetaList } from './meta-list.tsx'
import './templates.css'

/** Meta Templates: the list of what WhatsApp holds, and a form that submits one for review. */
export default function TemplateFormPage() {
  const form = useFormToggle()
  return (
    <>
      <PageHeader
        title="Meta Templates"
        lede="All templates that WhatsApp has of yours. A new one goes to WhatsApp for review."
        actions={<FormToggle form={form} label="Create template" />}
      />
      {form.open ? (
        <Section first title="Create template">
          <SubmitTemplateForm onSubmitted={form.close} />
        </Section>
      ) : null}
      <Section first={!form.open} title="Templates at WhatsApp">
        <MetaList />
      </Section>
    </>
  )
}
