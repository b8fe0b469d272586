import { NotBuilt } from './not-built.tsx'

export default function EditPage() {
  return <NotBuilt title="Edit Scheduled Post" will="Here you will change a post before it goes out." />
}
