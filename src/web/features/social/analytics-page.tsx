import { PageHeader } from '#web/components/page.tsx'

export default function AnalyticsPage() {
  return <PageHeader title="Social" />
}
