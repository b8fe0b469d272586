import { NotBuilt } from './not-built.tsx'

export default function ScheduledPage() {
  return <NotBuilt title="Scheduled Posts" will="Here you will see the posts that wait for their time." />
}
