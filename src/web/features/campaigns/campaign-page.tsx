import { PageHeader } from '#web/components/page.tsx'

export default function CampaignPage() {
  return <PageHeader title="Campaign" />
}
