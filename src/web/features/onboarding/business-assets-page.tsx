import { PageHeader } from '#web/components/page.tsx'

export default function BusinessAssetsPage() {
  return <PageHeader title="Select Meta Business Assets" />
}
