import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { t } from '../../messages/t.ts'
import { Button } from './button.tsx'

type Question = {
  /** The question: `Delete "Diwali offer"?` */
  title: string
  /** What will follow, in words: `2 scheduled campaigns use it.` */
  consequence: ReactNode
  /** The deed, in the words of the question: `Delete template`. */
  confirm: string
  /** The safe choice: `Keep it`. */
  cancel?: string
  /** Nothing is destroyed: the deed is an ordinary button. */
  harmless?: boolean
}

type Asked = Question & { answer: (yes: boolean) => void }

let asked: Asked | null = null
const listeners = new Set<() => void>()

function set(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks before a deed that cannot be taken back. `if (await confirm({ … })) await remove()`. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    set({
      ...question,
      answer: (yes) => {
        set(null)
        resolve(yes)
      },
    })
  })
}

/** Windows and panels lie at 200. */
const aboveWindows = 250

/** Shows what `confirm` asks. Stands once, in the app's frame. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
  const { pathname, search } = useLocation()
  useEffect(() => {
    const asks = pathname + search
    return () => {
      // A question ends with the screen that asked it.
      if (asks) asked?.answer(false)
    }
  }, [pathname, search])
  // The words stay while the window closes.
  const [last, setLast] = useState<Asked | null>(null)
  if (question && question !== last) setLast(question)
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      onSubmit={(event) => event.stopPropagation()}
      title={last?.title}
      // Above the panel or window that asks, which may have been opened later.
      zIndex={aboveWindows}
      withCloseButton={false}
    >
      <div className="t2">{last?.consequence}</div>
      <div className="acts">
        <Button kind="quiet" data-autofocus onClick={() => question?.answer(false)}>
          {last?.cancel ?? t('app.keepIt')}
        </Button>
        <Button kind={last?.harmless ? 'yours' : 'danger-full'} onClick={() => question?.answer(true)}>
          {last?.confirm}
        </Button>
      </div>
    </Modal>
  )
}
