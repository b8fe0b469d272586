import { PageHeader } from '#web/components/page.tsx'

export default function WabaSetupPage() {
  return <PageHeader title="WhatsApp Business Onboarding" />
}
