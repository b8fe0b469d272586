import { Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { t } from '../messages/t.ts'
import { useArriving } from './arriving.ts'
import { Header } from './header.tsx'
import { InboxAlerts } from './inbox-alerts.tsx'
import { HeaderNumber, Notices, Practice } from './shell-status.tsx'
import './shell.css'
import '../look/access.css'
import '../look/print.css'
import { OfflineStrip } from '../offline/offline-strip.tsx'
import { Printed } from '../printed.tsx'
import { Sidebar } from './sidebar.tsx'

/** What stands around every protected screen: sidebar, header, practice-mode strip, and the way past them. */
export default function Shell() {
  const [menuOpen, setMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const { pathname, key } = useLocation()
  const arriving = useArriving(pathname)
  const lastPath = useRef(pathname)

  // Following an entry closes the drawer, also when it leads to the same screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what changes with every step
  useEffect(() => setMenuOpen(false), [key])

  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    // A new screen: readers by ear and by keyboard start at its top too, once the drawer no longer holds them.
    requestAnimationFrame(() => main.current?.focus({ preventScroll: true }))
  }, [pathname])

  useEffect(() => {
    if (!menuOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeMenu(setMenuOpen)
    }
    document.addEventListener('keydown', onKey)
    document.querySelector<HTMLElement>('.side-x')?.focus()
    return () => document.removeEventListener('keydown', onKey)
  }, [menuOpen])

  return (
    <div className="app">
      <a className="skip" href="#main">
        {t('app.shell.skip')}
      </a>
      <Sidebar open={menuOpen} onClose={() => closeMenu(setMenuOpen)} status={<HeaderNumber />} />
      {menuOpen ? (
        <div className="side-scrim" aria-hidden="true" onClick={() => closeMenu(setMenuOpen)} />
      ) : null}
      <div className="main" inert={menuOpen}>
        <Header number={<HeaderNumber />} menuOpen={menuOpen} onMenu={() => setMenuOpen(true)} />
        <Practice />
        <OfflineStrip />
        <Notices />
        <main
          className="page"
          id="main"
          tabIndex={-1}
          ref={main}
          aria-busy={arriving || undefined}
          data-arriving={arriving || undefined}
        >
          <Printed />
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <OnTheWay />
      <InboxAlerts />
      <ScrollRestoration getKey={placeOf} />
    </div>
  )
}

/** A line on top of the window while the next screen's code is on its way; the styles give it a moment's grace. */
function OnTheWay() {
  const { state } = useNavigation()
  return (
    <>
      {state === 'idle' ? null : <div className="on-the-way" aria-hidden="true" />}
      <p className="sr" role="status">
        {state === 'idle' ? '' : t('app.shell.loading')}
      </p>
    </>
  )
}

/**
 * The key of the router's scroll positions. A reloaded entry has the key `default`, be it
 * a screen that is reloaded or one that is come to from outside: only the same address may take the place over.
 */
const placeOf = ({ key, pathname, search }: { key: string; pathname: string; search: string }): string =>
  key === 'default' ? `${pathname}${search}` : key

/** Closes the drawer and gives the focus back to what opened it, once that can take it again. */
function closeMenu(setOpen: (open: boolean) => void): void {
  setOpen(false)
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.top .menu')?.focus())
}
