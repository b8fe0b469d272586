import { useQueryClient } from '@tanstack/react-query'
import { formatMoment } from '../format/time.ts'
import { sentenceFor } from '../net/api-error.ts'
import { useZone } from '../session/me.ts'
import { Banner } from './banner.tsx'
import { Button } from './forms/button.tsx'

/**
 * In place of content that could not be loaded: what happened, and a way to try again. `words` are the screen's own
 * for "refused" and "nothing came back". `shownFrom` is the age of what stays in sight below it, as a query has it.
 */
export function ErrorState({
  error,
  words,
  onRetry,
  dataFrom,
}: {
  error: unknown
  words?: { failed: string; unreachable?: string }
  onRetry?: () => unknown
  dataFrom?: number | undefined
}) {
  const queries = useQueryClient()
  const zone = useZone()
  const fallback = {
    failed: 'This could not be loaded. Try again.',
    unreachable: 'The server cannot be reached. Check the connection and try again.',
  }
  return (
    <div className="error-state">
      <Banner
        kind="error"
        action={
          <Button
            size="small"
            onClick={() => (onRetry ? onRetry() : queries.refetchQueries({ type: 'active' }))}
          >
            Try again
          </Button>
        }
      >
        {sentenceFor(error, words ?? fallback)}
        {dataFrom ? (
          <span className="ban-age sm t2">What you see is from {formatMoment(dataFrom, zone)}.</span>
        ) : null}
      </Banner>
    </div>
  )
}
