import { NotBuilt } from './not-built.tsx'

export default function ConnectPage() {
  return (
    <NotBuilt
      title="Social Media Accounts"
      will="Here you will connect Facebook, Instagram, YouTube and LinkedIn."
    />
  )
}
