import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { leads } from '#contract/leads.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted, formatNumber } from '#web/format/number.ts'
import { queryFor, sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { useZone } from '#web/session/me.ts'
import { AddLead } from './add-lead.tsx'
import { ImportsList } from './import/imports-list.tsx'
import { UploadCsv } from './import/upload-csv.tsx'
import { LeadsGrid, useLeadFilters } from './list/leads-grid.tsx'
import { ErasuresList } from './person/erasures-list.tsx'
import { SearchPlaces } from './search-places.tsx'
import '#web/features/leads/leads.css'
import './leads-feature.css'

type Way = 'search' | 'csv' | 'hand'

/** Lead Generator: three ways in, and everybody who came in by them. */
export default function LeadGeneratorPage() {
  const zone = useZone()
  const filters = useLeadFilters()
  const [way, setWay] = useState<Way>(filters.address.filter('way') === 'csv' ? 'csv' : 'search')
  const [saving, setSaving] = useState(false)
  const summary = useQuery(queryFor(leads.summary))
  const showTag = (tag: string) => filters.address.setFilter('tag', tag.slice(0, 60).trim())
  const save = async () => {
    setSaving(true)
    try {
      await download(leads.export, 'leads.csv', { query: filters.filter })
    } catch (error) {
      toast.error(sentenceFor(error, { failed: 'The file could not be made. Try again.' }))
    } finally {
      setSaving(false)
    }
  }
  const total = summary.data?.summary.total ?? 0
  return (
    <>
      <PageHeader
        title="Lead Generator"
        lede={<Lede />}
        actions={
          total > 0 ? (
            <Button
              icon={<Icon of={IconDownload} />}
              busy={saving && 'Exporting...'}
              onClick={() => void save()}
            >
              Export CSV
            </Button>
          ) : null
        }
      />
      <section className="three" aria-label="Add leads">
        <Segmented
          label="Add leads by"
          className="only-tabs"
          value={way}
          onChange={setWay}
          choices={[
            { value: 'search', name: 'Search' },
            { value: 'csv', name: 'CSV' },
            { value: 'hand', name: 'By hand' },
          ]}
        />
        <SearchPlaces away={way !== 'search'} onFound={showTag} />
        <UploadCsv away={way !== 'csv'} onDone={showTag} />
        <AddLead away={way !== 'hand'} />
      </section>
      <Section title="Leads" first className="mt8" aside={`Times in ${zone}`}>
        <LeadsGrid zone={zone} filters={filters} />
        {summary.data?.summary.from_openstreetmap ? (
          <p className="sm t3 mt4">
            Places ©{' '}
            <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
              OpenStreetMap contributors
            </a>
          </p>
        ) : null}
      </Section>
      <ImportsList zone={zone} />
      <ErasuresList zone={zone} />
    </>
  )
}

/** How many there are, and how many of them may be written to. */
function Lede() {
  const { data } = useQuery(queryFor(leads.summary))
  if (!data) return <>The people you may write to, and where they came from.</>
  const { total, writable, no_consent, opted_out } = data.summary
  if (total === 0) return <>Find people, bring them along from a file, or add them one by one.</>
  const others = [
    no_consent ? `${formatNumber(no_consent)} gave no consent` : '',
    opted_out ? `${formatNumber(opted_out)} opted out` : '',
  ].filter(Boolean)
  return (
    <>
      <b>{formatNumber(total)}</b> {total === 1 ? 'lead' : 'leads'}. You may write to{' '}
      <b>
        {writable === total && total > 1 ? `all ${formatNumber(total)}` : counted(writable, '', '').trim()}
      </b>{' '}
      of them
      {others.length ? `; ${others.join(' and ')}` : ''}.
    </>
  )
}
