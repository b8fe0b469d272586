import { NotBuilt } from './not-built.tsx'

export default function RefreshTokensPage() {
  return (
    <NotBuilt
      title="Refresh Tokens"
      will="Here you will see how long each connected account stays connected."
    />
  )
}
