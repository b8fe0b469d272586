import { useEffect, useEffectEvent, useState } from 'react'
import type { OnboardingSettings } from '#contract/onboarding.ts'
import { Bone } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { readSignupMessage, type SignupMessage } from './provider-messages.ts'

/** The result that our callback screen posts from inside the frame. */
export type FrameWord = {
  source: 'tidings-callback'
  outcome: 'connected' | 'choose' | 'failed'
  message?: string
}

/** The dialog's height, in pixels. */
const frameHeight = 700

/**
 * The provider's signup dialog inside the page. It ends on our callback screen, still in the frame, which posts the
 * result. Messages of the dialog itself count only from exactly the provider's origins.
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
        title={t('onboarding.connect.dialog.frame')}
        onLoad={() => setLoaded(true)}
      />
      {loaded ? null : <FrameSkeleton />}
    </div>
  )
}

/** Takes the dialog's place while it loads. */
export function FrameSkeleton() {
  return (
    <div className="onb-frame wait" role="status" aria-label={t('onboarding.connect.dialog.loading')}>
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
