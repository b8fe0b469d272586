import { useState } from 'react'
import type { SocialAccount } from '#contract/social/social.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { Icon } from '#web/components/icon.tsx'
import { networkIcons } from './network-icons.ts'

/** The account's picture as it was kept, or its initial; with its network's glyph unless that is plain already. */
export function AccountFace({
  account: { page_name, profile_picture: picture, platform },
  glyph = true,
}: {
  account: Pick<SocialAccount, 'page_name' | 'profile_picture' | 'platform'>
  glyph?: boolean
}) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className="netav">
      <Avatar name={page_name} quiet />
      {picture && picture !== broken ? <img src={picture} alt="" onError={() => setBroken(picture)} /> : null}
      {glyph ? <Icon of={networkIcons[platform]} /> : null}
    </span>
  )
}
