import { PageHeader } from '#web/components/page.tsx'

export default function SettingsPage() {
  return <PageHeader title="Account Settings" />
}
