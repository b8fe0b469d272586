import { PageHeader } from '#web/components/page.tsx'

export default function DashboardPage() {
  return <PageHeader title="Dashboard" />
}
