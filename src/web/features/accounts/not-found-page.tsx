import { PageHeader } from '#web/components/page.tsx'

export default function NotFoundPage() {
  return <PageHeader title="Page not found" />
}
