import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../messages/t.ts'
import { sessionRanOut } from '../session/session.ts'
import { Button } from './forms/button.tsx'
import { Icon } from './icon.tsx'
import '../look/banner.css'

type ToastOptions = {
  /** Takes back what was done. */
  undo?: { label?: string; run: () => void }
  /** A second toast with the same id takes the place of the first. */
  id?: string
}

/** How long a toast is shown, in ms. */
const closeAfterMs = 3_000
/** With an undo: reading, deciding and reaching the button take longer. */
const undoWithinMs = 10_000

/**
 * A short sentence about what has just happened, read out as it comes and gone after 3000 ms, or 10 s with an undo. What must stay belongs
 * in the page: at the field, or above the form's button.
 */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => {
    hideErrors()
    // The newest success is the news; one that offers an undo stays for its time.
    for (const id of successes) hide(id)
    successes.clear()
    if (!options.undo) successes.add(options.id ?? message)
    show(
      message,
      <span className="good">
        <Icon of={IconCircleCheck} />
      </span>,
      options,
    )
  },
  error: (message: string, options: ToastOptions = {}) => {
    // One reason, one toast: the guard says that the session is over, so what failed with it says nothing more.
    if (options.id === sessionToast) hideErrors()
    else if (sessionRanOut()) return
    errors.add(options.id ?? message)
    show(
      message,
      <span className="bad">
        <Icon of={IconAlertCircle} />
      </span>,
      options,
    )
  },
}

/** The toast that says why the login is shown. */
export const sessionToast = 'session'

/** The ids of errors that may still be shown. */
const errors = new Set<string>()

/** The ids of successes without an undo that may still be shown. */
const successes = new Set<string>()

/** The toast that stands under each id. A new one gets a name of its own, or it would go at the old one's time. */
const standing = new Map<string, string>()
let count = 0

function hide(id: string): void {
  const name = standing.get(id)
  standing.delete(id)
  if (name) notifications.hide(name)
}

/** What was done since makes them old news. */
function hideErrors(): void {
  for (const id of errors) hide(id)
  errors.clear()
}

function show(message: string, icon: ReactNode, options: ToastOptions): void {
  const id = options.id ?? message
  const { undo } = options
  hide(id)
  const name = `${id} ${++count}`
  standing.set(id, name)
  notifications.show({
    id: name,
    icon,
    autoClose: undo ? undoWithinMs : closeAfterMs,
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
            {undo.label ?? t('app.undo')}
          </Button>
        ) : null}
      </div>
    ),
    closeButtonProps: { 'aria-label': t('app.close') },
  })
}
