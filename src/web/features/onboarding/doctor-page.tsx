import { PageHeader } from '#web/components/page.tsx'

export default function DoctorPage() {
  return <PageHeader title="Doctor" />
}
