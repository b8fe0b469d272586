import { PageHeader } from '#web/components/page.tsx'

export default function TestingDashboardPage() {
  return <PageHeader title="Meta Testing Dashboard" />
}
