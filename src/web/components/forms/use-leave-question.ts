import { useEffect, useEffectEvent } from 'react'
import { type Location, useBlocker } from 'react-router'
import { t } from '#web/messages/t.ts'
import { confirm } from './confirm.tsx'

/** Asks before something is lost, whether the person leaves the screen or the page; of a page browsers ask themselves. */
export function useLeaveQuestion(
  isChanged: () => boolean,
  ask: () => Promise<boolean> = askUnsaved,
  /** Another part of the address alone may lead away too. */
  leaves = (from: Location, to: Location) => from.pathname !== to.pathname,
): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => leaves(currentLocation, nextLocation) && isChanged(),
  )
  const question = useEffectEvent(ask)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void question().then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isChanged()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  })
}

const askUnsaved = (): Promise<boolean> =>
  confirm({
    title: t('app.leave.title'),
    consequence: t('app.leave.text'),
    confirm: t('app.leave.leave'),
    cancel: t('app.leave.stay'),
  })
