import { PageHeader } from '#web/components/page.tsx'

export default function HistoryPage() {
  return <PageHeader title="Social" />
}
