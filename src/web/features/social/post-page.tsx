import { NotBuilt } from './not-built.tsx'

export default function PostPage() {
  return (
    <NotBuilt
      title="Post to Social Media"
      will="Here you will post to Facebook and Instagram, now or later."
    />
  )
}
