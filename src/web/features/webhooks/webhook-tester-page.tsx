import { PageHeader } from '#web/components/page.tsx'

export default function WebhookTesterPage() {
  return <PageHeader title="Meta Webhook Tester" />
}
