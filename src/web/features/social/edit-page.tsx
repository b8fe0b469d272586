import { PageHeader } from '#web/components/page.tsx'

export default function EditPage() {
  return <PageHeader title="Social" />
}
