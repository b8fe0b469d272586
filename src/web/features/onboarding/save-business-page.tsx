import { PageHeader } from '#web/components/page.tsx'

export default function SaveBusinessPage() {
  return <PageHeader title="Save Business Details" />
}
