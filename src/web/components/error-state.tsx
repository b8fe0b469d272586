import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatMoment } from '../format/time.ts'
import { t } from '../messages/t.ts'
import { ApiError, sentenceFor } from '../net/api-error.ts'
import { useZone } from '../session/me.ts'
import { Banner } from './banner.tsx'
import { Empty } from './empty.tsx'
import { Button, LinkButton } from './forms/button.tsx'

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

/** What an address with an id leads to. */
type Thing =
  | 'campaign'
  | 'conversation'
  | 'flow'
  | 'form'
  | 'hook'
  | 'import'
  | 'lead'
  | 'receipt'
  | 'segment'
  | 'sequence'
  | 'template'
/** The list that it is in, with the list's name. */
type Back = { to: string; name: string } | undefined

/** In place of a screen whose address holds an id that nothing has: what is not there, and the way back to its list. */
export function Missing({ thing, back, children }: { thing: Thing; back: Back; children?: ReactNode }) {
  return (
    <Empty
      title={t('app.missing.title', { thing })}
      actions={
        back ? <LinkButton to={back.to}>{t('app.missing.back', { list: back.name })}</LinkButton> : null
      }
    >
      {children ?? t('app.missing.help')}
    </Empty>
  )
}

/** In place of a screen whose address holds an id, where it could not be loaded. `error` is null for what is no id. */
export function ScreenError({
  thing,
  back,
  ...failure
}: { thing: Thing; back: Back } & Parameters<typeof ErrorState>[0]) {
  const { error } = failure
  const isMissing = error === null || (error instanceof ApiError && gone.has(error.code))
  return isMissing ? <Missing thing={thing} back={back} /> : <ErrorState {...failure} />
}

/** The second where the address holds what is no id. */
const gone: ReadonlySet<string> = new Set(['not_found', 'invalid_input'])
