import { PageHeader } from '#web/components/page.tsx'

export default function SendMessagePage() {
  return <PageHeader title="Send WhatsApp Message" />
}
