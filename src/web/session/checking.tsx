import { t } from '../messages/t.ts'

/** What stands on the screen until the guard has decided. */
export function Checking() {
  return (
    <main className="checking">
      <p role="status">{t('app.session.checking')}</p>
    </main>
  )
}

/** Before the first screen's code is there. The public pages wait in silence: nothing is checked for them. */
export function Opening() {
  const path = window.location.pathname.replace(/\/$/, '')
  const open = ['/marketing/login', '/marketing/signup', '/marketing/meta-callback']
  return open.includes(path) ? null : <Checking />
}
