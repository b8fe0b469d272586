import { PageHeader } from '#web/components/page.tsx'

export default function OnboardingStatusPage() {
  return <PageHeader title="WABA Onboarding Status" />
}
