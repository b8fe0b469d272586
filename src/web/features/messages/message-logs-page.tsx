import { PageHeader } from '#web/components/page.tsx'

export default function MessageLogsPage() {
  return <PageHeader title="Meta Message Logs" />
}
