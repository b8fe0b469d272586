import { PageHeader } from '#web/components/page.tsx'

export default function TemplatePage() {
  return <PageHeader title="Template" />
}
