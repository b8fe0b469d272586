import { PageHeader } from '#web/components/page.tsx'

export default function SubscriptionPage() {
  return <PageHeader title="Subscription" />
}
