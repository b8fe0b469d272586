import { PageHeader } from '#web/components/page.tsx'

export default function TemplatesPage() {
  return <PageHeader title="WhatsApp Templates" />
}
