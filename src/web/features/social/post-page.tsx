import { PageHeader } from '#web/components/page.tsx'

export default function PostPage() {
  return <PageHeader title="Social" />
}
