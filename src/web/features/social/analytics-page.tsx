import { NotBuilt } from './not-built.tsx'

export default function AnalyticsPage() {
  return (
    <NotBuilt title="Social Analytics" will="Here you will see likes, comments and reach of your posts." />
  )
}
