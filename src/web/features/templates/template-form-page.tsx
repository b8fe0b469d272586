import { PageHeader } from '#web/components/page.tsx'

export default function TemplateFormPage() {
  return <PageHeader title="Meta Templates" />
}
