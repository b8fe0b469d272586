import { PageHeader } from '#web/components/page.tsx'

export default function CampaignManagerPage() {
  return <PageHeader title="Campaign Manager" />
}
