import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Button } from '../components/forms/button.tsx'
import { t } from '../messages/t.ts'

/**
 * When a screen breaks, or its code cannot be loaded: after an update the old files are gone, and a reload brings
 * the new ones.
 */
export function PageError() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  const missing = error instanceof Error && /import|module|fetch|preload/i.test(error.message)
  return (
    <main className="checking" role="alert">
      <div>
        <h1>{t(missing ? 'app.error.screenLoad' : 'app.error.screenBroke')}</h1>
        <p className="t2 mt2">{t(missing ? 'app.error.screenLoadHelp' : 'app.error.screenBrokeHelp')}</p>
        <Button className="mt4" kind="yours" onClick={() => window.location.reload()}>
          {t('app.error.reload')}
        </Button>
      </div>
    </main>
  )
}
