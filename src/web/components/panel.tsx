import { Drawer, Modal } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { t } from '../messages/t.ts'

/**
 * A window is a child of what opened it for React, although not in the page: without this, sending a form inside would
 * send the form around it, too.
 */
const keepInside = (event: SyntheticEvent) => event.stopPropagation()

/** A panel from the right: the title is the person or the thing, actions stand in the foot. Full width on a phone. */
export function SidePanel({
  opened,
  onClose,
  title,
  under,
  actions,
  children,
}: {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** A line under the title: the phone number. */
  under?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      onSubmit={keepInside}
      title={
        <>
          {title}
          {under ? <span className="drawer-under num">{under}</span> : null}
        </>
      }
    >
      {opened ? <BackCloses onClose={onClose} /> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="drawer-b" tabIndex={0} aria-label={t('app.details')}>
        {children}
      </section>
      {actions ? <div className="drawer-f">{actions}</div> : null}
    </Drawer>
  )
}

/** A panel over the whole screen looks like a screen of its own: the way back leads out of it, not off the list. */
function BackCloses({ onClose }: { onClose: () => void }) {
  const blocker = useBlocker(
    ({ historyAction }) => historyAction === 'POP' && window.matchMedia('(max-width: 40em)').matches,
  )
  const { key } = useLocation()
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const close = () => {
      blocker.reset()
      onClose()
    }
    // Until the browser stands at the panel's entry again, a new address would take the place of the earlier one.
    if ((window.history.state?.key ?? 'default') === key) return close()
    window.addEventListener('popstate', close, { once: true })
    return () => window.removeEventListener('popstate', close)
  }, [blocker, key, onClose])
  return null
}

/** A window over the page, for a short form. Questions about a deed are asked with `confirm`. */
export function Window({
  opened,
  onClose,
  title,
  size,
  children,
}: {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** In css; 460 px by default. */
  size?: string
  children: ReactNode
}) {
  const [isTyped, setTyped] = useState(false)
  if (isTyped && !opened) setTyped(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // A tap beside a form would lose what was typed in it.
      closeOnClickOutside={!isTyped}
      onInput={({ target }) => setTyped((now) => now || (target as Element).closest('form') !== null)}
      onSubmit={keepInside}
      title={title}
      size={size}
    >
      {children}
    </Modal>
  )
}
