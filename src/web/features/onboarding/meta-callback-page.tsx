import { PageHeader } from '#web/components/page.tsx'

export default function MetaCallbackPage() {
  return <PageHeader title="Finalizing Setup" />
}
