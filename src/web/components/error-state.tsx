import { useQueryClient } from '@tanstack/react-query'
import { formatMoment } from '../format/time.ts'
import { t } from '../messages/t.ts'
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
  const fallback = { failed: t('app.error.load'), unreachable: t('app.error.unreachable') }
  return (
    <div className="error-state">
      <Banner
        kind="error"
        action={
          <Button
            size="small"
            onClick={() => (onRetry ? onRetry() : queries.refetchQueries({ type: 'active' }))}
          >
            {t('app.tryAgain')}
          </Button>
        }
      >
        {sentenceFor(error, words ?? fallback)}
        {dataFrom ? (
          <span className="ban-age sm t2">
            {t('app.error.dataFrom', { time: formatMoment(dataFrom, zone) })}
          </span>
        ) : null}
      </Banner>
    </div>
  )
}
