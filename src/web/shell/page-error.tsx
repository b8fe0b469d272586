import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Button } from '../components/forms/button.tsx'

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
        <h1>{missing ? 'This screen could not be loaded' : 'This screen broke'}</h1>
        <p className="t2 mt2">
          {missing
            ? 'There is a newer version of it, or the server cannot be reached. Reload the page; what is on the server is safe.'
            : 'That is our fault, not yours. Reload the page; what is on the server is safe.'}
        </p>
        <Button className="mt4" kind="yours" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </div>
    </main>
  )
}
