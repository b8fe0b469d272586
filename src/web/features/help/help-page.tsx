import { PageHeader } from '#web/components/page.tsx'

export default function HelpPage() {
  return <PageHeader title="Help Center" />
}
