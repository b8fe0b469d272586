import { NotBuilt } from './not-built.tsx'

export default function HistoryPage() {
  return <NotBuilt title="Post History" will="Here you will see what was posted, with its link." />
}
