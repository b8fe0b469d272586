import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import '../look/banner.css'

type ToastOptions = {
  /** Takes back what was done. */
  undo?: { label?: string; run: () => void }
  /** A second toast with the same id takes the place of the first. */
  id?: string
}

/** Short words about what has just happened: gone after 3000 ms; errors stay until closed. Read out as they come. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) =>
    show(
      message,
      <span className="good">
        <Icon of={IconCircleCheck} />
      </span>,
      options,
      3_000,
    ),
  error: (message: string, options: ToastOptions = {}) =>
    show(
      message,
      <span className="bad">
        <Icon of={IconAlertCircle} />
      </span>,
      options,
      false,
    ),
}

function show(message: string, icon: ReactNode, options: ToastOptions, autoClose: number | false): void {
  const id = options.id ?? message
  const { undo } = options
  notifications.hide(id)
  notifications.show({
    id,
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
              notifications.hide(id)
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
