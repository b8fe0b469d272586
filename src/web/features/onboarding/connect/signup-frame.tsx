import { useEffect, useEffectEvent, useState } from 'react'
import type { OnboardingSettings } from '#contract/onboarding.ts'
import { Bone } from '#web/components/skeleton.tsx'
import { readSignupMessage, type SignupMessage } from './provider-messages.ts'

/** What our own callback screen says from inside the frame, when it is through. */
export type FrameWord = {
  source: 'tidings-callback'
  outcome: 'connected' | 'choose' | 'failed'
  message?: string
}

/** The dialog's height, in pixels. */
const frameHeight = 700

/**
 * The provider's signup dialog inside the page. It ends on our own callback screen, still in the frame, which says
 * how it went; the dialog itself says so too, and is believed from exactly the provider's origins.
 */
export function SignupFrame({
  settings,
  address,
  onMessage,
  onCallback,
}: {
  settings: OnboardingSettings
  address: string
  onMessage: (message: SignupMessage) => void
  onCallback: (word: FrameWord) => void
}) {
  const receive = useEffectEvent((event: MessageEvent) => {
    if (event.origin === window.location.origin && isFrameWord(event.data)) return onCallback(event.data)
    const message = readSignupMessage(event, settings.trusted_origins)
    if (message) onMessage(message)
  })
  useEffect(() => {
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [])
  const [loaded, setLoaded] = useState(false)
  return (
    <div className="onb-framed">
      <iframe
        className="onb-frame"
        src={address}
        height={frameHeight}
        title="WhatsApp Business signup at Meta"
        onLoad={() => setLoaded(true)}
      />
      {loaded ? null : <FrameSkeleton />}
    </div>
  )
}

/** What stands where the dialog will: it comes from another machine, and may take its time. */
export function FrameSkeleton() {
  return (
    <div className="onb-frame wait" role="status" aria-label="Loading Meta's dialog">
      <Bone width="46%" height={14} />
      <Bone width="88%" height={10} />
      <Bone width="72%" height={10} />
      <Bone height={40} />
    </div>
  )
}

function isFrameWord(data: unknown): data is FrameWord {
  return (data as FrameWord | null)?.source === 'tidings-callback'
}
