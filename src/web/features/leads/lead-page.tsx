import { PageHeader } from '#web/components/page.tsx'

export default function LeadPage() {
  return <PageHeader title="Lead" />
}
