import { PageHeader, Section } from '#web/components/page.tsx'
import { MetaList } from './meta-list.tsx'
import { SubmitTemplateForm } from './submit-template.tsx'
import './templates.css'

/** Meta Templates: a form that submits one for review, and the list of what WhatsApp holds. */
export default function TemplateFormPage() {
  return (
    <>
      <PageHeader
        title="Meta Templates"
        lede="What you write here goes straight to WhatsApp for review; below is everything that WhatsApp holds for you."
      />
      <Section first title="Create template">
        <SubmitTemplateForm />
      </Section>
      <Section title="Templates at WhatsApp">
        <MetaList />
      </Section>
    </>
  )
}
