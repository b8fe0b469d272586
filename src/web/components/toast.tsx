import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { sessionRanOut } from '../session.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import '../look/banner.css'

type ToastOptions = {
  /** Takes back what was done. */
  undo?: { label?: string; run: () => void }
  /** A second toast with the same id takes the place of the first. */
  id?: string
}

/** How long words stand at the least, in ms. */
const stay = 3_000

/**
 * Short words about what has just happened, read out as they come: gone after 3000 ms. Those of an error stay at
 * least as long, and then until they are closed or the person goes on: types, chooses, or gets something done.
 */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => {
    hideErrors(0)
    show(
      message,
      <span className="good">
        <Icon of={IconCircleCheck} />
      </span>,
      options,
      stay,
    )
  },
  error: (message: string, options: ToastOptions = {}) => {
    // One reason, one toast: the guard says that the session is over, so what failed with it says nothing more.
    if (options.id === sessionToast) hideErrors(0)
    else if (sessionRanOut()) return
    errors.set(options.id ?? message, Date.now())
    show(
      message,
      <span className="bad">
        <Icon of={IconAlertCircle} />
      </span>,
      options,
      false,
    )
  },
}

/** The toast that says why the login is shown. */
export const sessionToast = 'session'

/** The errors that stand, by id, and since when. */
const errors = new Map<string, number>()

/** The toast that stands under each id. A new one gets a name of its own, or it would go at the old one's time. */
const standing = new Map<string, string>()
let shown = 0

function hide(id: string): void {
  const name = standing.get(id)
  standing.delete(id)
  if (name) notifications.hide(name)
}

function hideErrors(olderThan: number): void {
  for (const [id, since] of errors) {
    if (Date.now() - since < olderThan) continue
    errors.delete(id)
    hide(id)
  }
}

// What was wrong is being mended; words about it would only stand in the way.
for (const doing of ['input', 'change', 'submit'] as const)
  document.addEventListener(doing, () => hideErrors(stay), { capture: true })

function show(message: string, icon: ReactNode, options: ToastOptions, autoClose: number | false): void {
  const id = options.id ?? message
  const { undo } = options
  hide(id)
  const name = `${id} ${++shown}`
  standing.set(id, name)
  notifications.show({
    id: name,
    icon,
    autoClose,
    message: (
      <div className="toast-m">
        <span>{message}</span>
        {undo ? (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              hide(id)
              undo.run()
            }}
          >
            {undo.label ?? 'Undo'}
          </Button>
        ) : null}
      </div>
    ),
    closeButtonProps: { 'aria-label': 'Close' },
  })
}
