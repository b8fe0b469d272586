import { PageHeader } from '#web/components/page.tsx'

export default function ScheduledPage() {
  return <PageHeader title="Social" />
}
