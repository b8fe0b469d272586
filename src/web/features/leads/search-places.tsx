import { TextInput } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { leads } from '#contract/leads.ts'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted } from '#web/format/number.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useLive } from '#web/net/stream.ts'
import { importPath } from './import/import.queries.ts'
import { leadWords, useLeadsChanged } from './leads.queries.ts'

/** What this form says replaces what it said before. */
const toastId = { id: 'search places' }

const keywordMissing = 'Enter a keyword or location to search'

/** Businesses with a public phone number, found by keyword or place. */
export function SearchPlaces({ away, onFound }: { away?: boolean; onFound: (tag: string) => void }) {
  const [query, setQuery] = useState('')
  const [fault, setFault] = useState('')
  const [searchId, setSearchId] = useState(() => crypto.randomUUID())
  const [doing, setDoing] = useState('')
  const changed = useLeadsChanged()
  const running = useRef<AbortController>(null)
  const scrape = useMutation({
    mutationFn: (text: string) => {
      running.current = new AbortController()
      return call(
        leads.scrape,
        { body: { query: text, search_id: searchId } },
        { signal: running.current.signal },
      )
    },
    onSuccess: async (answer) => {
      toast.success(answer.message ?? `Found ${answer.leads.length} leads`, toastId)
      await changed()
      if (answer.tag !== null) onFound(answer.tag)
    },
    onError: async (error) => {
      if (!isCancelled(error)) return void toast.error(sentenceFor(error, leadWords.scrape), toastId)
      // It may have ended in the same moment; then it stands in the list, with its undo.
      await changed()
    },
    onSettled: () => {
      setDoing('')
      setSearchId(crypto.randomUUID())
    },
  })
  useLive(
    leads.scrapeEvents,
    { params: { search_id: searchId } },
    {
      enabled: scrape.isPending,
      onEvent: ({ event, data }) => {
        if (event === 'progress') setDoing((JSON.parse(data) as { sentence: string }).sentence)
      },
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (scrape.isPending) return
    const text = query.trim()
    setFault(text ? '' : keywordMissing)
    if (text) scrape.mutate(text)
    else toast.error(keywordMissing, toastId)
  }
  return (
    <form onSubmit={submit} noValidate data-away={away ? true : undefined} aria-labelledby="search-places">
      <h2 id="search-places">Search places</h2>
      <p className="sm t3">
        Shops and offices with a public phone number, from OpenStreetMap. They have given no consent yet.
      </p>
      <TextInput
        mt="sm"
        label="Keyword or location"
        placeholder="hotel in Pune"
        leftSection={<Icon of={IconMapSearch} />}
        value={query}
        error={fault}
        maxLength={200}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value)
          setFault('')
        }}
      />
      <SubmitError error={scrape.error} words={leadWords.scrape} />
      <Button type="submit" kind="yours" className="mt3" busy={scrape.isPending && 'Scraping...'}>
        Start Scraping
      </Button>
      {scrape.isPending ? (
        <Button className="mt3" onClick={() => running.current?.abort()}>
          Cancel search
        </Button>
      ) : null}
      <p className="sm t2 mt3" aria-live="polite">
        {isCancelled(scrape.error) ? 'Search cancelled.' : null}
        {scrape.isPending ? doing || 'Searching …' : null}
        {scrape.isSuccess ? <Found {...scrape.data} /> : null}
      </p>
    </form>
  )
}

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

type FoundProps = { created: number; updated: number; note: string | null; import_id: number | null }

function Found({ created, updated, note, import_id }: FoundProps) {
  const parts = [
    created ? `${counted(created, 'new lead', 'new leads')}` : '',
    updated ? `${counted(updated, 'was known', 'were known')}` : '',
  ].filter(Boolean)
  return (
    <>
      {parts.length ? `${parts.join(', ')}. ` : null}
      {note} {import_id === null ? null : <Link to={importPath(import_id)}>See or undo this search</Link>}
    </>
  )
}
