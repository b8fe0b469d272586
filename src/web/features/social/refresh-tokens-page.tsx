import { PageHeader } from '#web/components/page.tsx'

export default function RefreshTokensPage() {
  return <PageHeader title="Social" />
}
