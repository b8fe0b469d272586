import { TextInput } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { leads } from '#contract/leads.ts'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useLive } from '#web/net/stream.ts'
import { importPath } from './import/import-state.ts'
import { leadErrors } from './lead-errors.ts'
import { useSearchPlaces } from './leads.queries.ts'

/** A toast of this form replaces the one before. */
const toastId = { id: 'search places' }

/** Businesses with a public phone number, found by keyword or place. */
export function SearchPlaces({ away, onFound }: { away?: boolean; onFound: (tag: string) => void }) {
  const [query, setQuery] = useState('')
  const [fault, setFault] = useState('')
  const [searchId, setSearchId] = useState(() => crypto.randomUUID())
  const [progress, setProgress] = useState('')
  const running = useRef<AbortController>(null)
  const end = () => {
    setProgress('')
    setSearchId(crypto.randomUUID())
  }
  const scrape = useSearchPlaces({
    onSuccess: (answer) => {
      toast.success(answer.message ?? t('leads.search.found', { count: answer.leads.length }), toastId)
      if (answer.tag !== null) onFound(answer.tag)
    },
    onError: (error) => toast.error(sentenceFor(error, leadErrors.scrape()), toastId),
    onSettled: end,
  })
  useLive(
    leads.scrapeEvents,
    { params: { search_id: searchId } },
    {
      enabled: scrape.isPending,
      onEvent: ({ event, data }) => {
        if (event === 'progress') setProgress((JSON.parse(data) as { sentence: string }).sentence)
      },
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (scrape.isPending) return
    const text = query.trim()
    setFault(text ? '' : t('leads.search.missing'))
    if (!text) return void toast.error(t('leads.search.missing'), toastId)
    running.current = new AbortController()
    scrape.mutate({ query: text, search_id: searchId, signal: running.current.signal })
  }
  return (
    <form onSubmit={submit} noValidate data-away={away ? true : undefined} aria-labelledby="search-places">
      <h2 id="search-places">{t('leads.search.title')}</h2>
      <p className="sm t3">{t('leads.search.lede')}</p>
      <TextInput
        mt="sm"
        label={t('leads.search.label')}
        placeholder={t('leads.search.example')}
        leftSection={<Icon of={IconMapSearch} />}
        value={query}
        error={fault}
        maxLength={200}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value)
          setFault('')
        }}
      />
      <SubmitError error={scrape.isCancelled ? null : scrape.error} words={leadErrors.scrape()} />
      <div className="row mt3">
        <Button type="submit" kind="yours" busy={scrape.isPending && t('leads.search.busy')}>
          {t('leads.search.start')}
        </Button>
        {scrape.isPending ? (
          <Button onClick={() => running.current?.abort()}>{t('leads.search.cancel')}</Button>
        ) : null}
      </div>
      <p className="sm t2 mt3" aria-live="polite">
        {scrape.isCancelled ? t('leads.search.cancelled') : null}
        {scrape.isPending ? progress || t('leads.search.searching') : null}
        {scrape.isSuccess ? <Found {...scrape.data} /> : null}
      </p>
    </form>
  )
}

type FoundProps = { created: number; updated: number; note: string | null; import_id: number | null }

function Found({ created, updated, note, import_id }: FoundProps) {
  return (
    <>
      {created ? t('leads.search.created', { count: created }) : null}{' '}
      {updated ? t('leads.search.updated', { count: updated }) : null} {note}{' '}
      {import_id === null ? null : <Link to={importPath(import_id)}>{t('leads.search.open')}</Link>}
    </>
  )
}
