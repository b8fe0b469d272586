import { PageHeader } from '#web/components/page.tsx'

export default function SignupPage() {
  return <PageHeader title="Sign Up" />
}
