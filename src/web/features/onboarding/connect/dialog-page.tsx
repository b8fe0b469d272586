import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OnboardingSettings } from '#contract/onboarding.ts'
import { Button } from '#web/components/forms/button.tsx'
import { t } from '#web/messages/t.ts'
import { appOrigin, type DialogAnswer, type DialogTask, isDialogTask } from './dialog-messages.ts'
import { loadSdk, signUpInWindow } from './embedded-signup.ts'
import './dialog-page.css'

type Answer = DialogAnswer extends infer One ? (One extends unknown ? Omit<One, 'source'> : never) : never

const post = (answer: Answer): void =>
  window.parent.postMessage({ source: 'tidings-dialog', ...answer }, appOrigin())

/**
 * The button that opens the provider's dialog in a window, in a frame of the app. This page alone may load the
 * provider's script: its content security policy differs from that of every other.
 */
export default function DialogPage() {
  const [task, setTask] = useState<DialogTask>()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const receive = useEffectEvent((event: MessageEvent) => {
    if (event.source !== window.parent || event.origin !== appOrigin() || !isDialogTask(event.data)) return
    setTask(event.data)
    // A failure is shown only when the button is pressed.
    loadSdk(event.data.settings).catch((error: unknown) => console.info(error))
  })
  useEffect(() => {
    if (window.parent === window) return
    window.addEventListener('message', receive)
    post({ kind: 'ready' })
    return () => window.removeEventListener('message', receive)
  }, [])
  useEffect(() => {
    const element = box.current
    if (!element || window.parent === window) return
    const measure = new ResizeObserver(() =>
      post({ kind: 'size', width: element.offsetWidth, height: element.offsetHeight }),
    )
    measure.observe(element)
    return () => measure.disconnect()
  }, [])
  const press = async ({ settings }: DialogTask) => {
    setOpen(true)
    await begin(settings)
    setOpen(false)
  }
  return (
    <div className="onb-dialog-page" ref={box}>
      <Button
        disabled={!task}
        onClick={() => task && void press(task)}
        busy={
          task?.connecting
            ? t('onboarding.connect.connecting')
            : open && t('onboarding.connect.dialog.waiting')
        }
      >
        {t('onboarding.connect.dialog.window')}
      </Button>
    </div>
  )
}

async function begin(settings: OnboardingSettings): Promise<void> {
  post({ kind: 'pressed' })
  try {
    const sdk = await loadSdk(settings)
    post({ kind: 'outcome', outcome: await signUpInWindow(sdk, settings) })
  } catch (error) {
    post({
      kind: 'problem',
      sentence: error instanceof Error ? error.message : t('onboarding.connect.wrong'),
    })
  }
}
