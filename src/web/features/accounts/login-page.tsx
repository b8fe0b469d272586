import { PageHeader } from '#web/components/page.tsx'

export default function LoginPage() {
  return <PageHeader title="Login" />
}
