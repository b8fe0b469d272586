import { PageHeader } from '#web/components/page.tsx'

export default function LandingPage() {
  return <PageHeader title="Tidings" />
}
