import { PageHeader } from '#web/components/page.tsx'

export default function ConnectPage() {
  return <PageHeader title="Social" />
}
