import { PageHeader } from '#web/components/page.tsx'

export default function LeadGeneratorPage() {
  return <PageHeader title="Lead Generator" />
}
