import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OnboardingSettings } from '#contract/onboarding.ts'
import { t } from '#web/messages/t.ts'
import { type DialogTask, isDialogAnswer } from './dialog-messages.ts'
import type { SignupOutcome } from './embedded-signup.ts'

/** The button that opens the provider's dialog: a page of its own in a frame, as it needs the provider's script. */
export function DialogFrame({
  settings,
  connecting,
  onOutcome,
  onProblem,
}: {
  settings: OnboardingSettings
  connecting: boolean
  onOutcome: (outcome: SignupOutcome) => void
  onProblem: (problem: string | null) => void
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const address = new URL(settings.dialog_page, window.location.href)
  const receive = useEffectEvent((event: MessageEvent) => {
    const own = frame.current?.contentWindow
    if (!own || event.source !== own || event.origin !== address.origin || !isDialogAnswer(event.data)) return
    const answer = event.data
    if (answer.kind === 'ready') setReady(true)
    else if (answer.kind === 'size') setSize({ width: answer.width, height: answer.height })
    else if (answer.kind === 'outcome') onOutcome(answer.outcome)
    else onProblem(answer.kind === 'problem' ? answer.sentence : null)
  })
  useEffect(() => {
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [])
  const { origin } = address
  useEffect(() => {
    const task: DialogTask = { source: 'tidings-app', settings, connecting }
    if (ready) frame.current?.contentWindow?.postMessage(task, origin)
  }, [ready, settings, connecting, origin])
  return (
    <iframe
      ref={frame}
      className="onb-dialog-frame"
      src={address.href}
      title={t('onboarding.connect.dialog.window')}
      style={size}
    />
  )
}
