import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { cutTag } from '#contract/leads.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { AddLead } from './add-lead.tsx'
import { ImportsList } from './import/imports-list.tsx'
import { UploadCsv } from './import/upload-csv.tsx'
import { leadErrors } from './lead-errors.ts'
import { useExportLeads, useLeadSummary } from './leads.queries.ts'
import { LeadsGrid, useLeadFilters } from './list/leads-grid.tsx'
import { ErasuresList } from './person/erasures-list.tsx'
import { SearchPlaces } from './search-places.tsx'
import '#web/features/leads/leads.css'
import './leads-feature.css'

type Way = 'search' | 'csv' | 'hand'

/** Lead Generator: three ways to add leads, and the list of all leads. */
export default function LeadGeneratorPage() {
  const zone = useZone()
  const filters = useLeadFilters()
  const [way, setWay] = useState<Way>(filters.address.filter('way') === 'csv' ? 'csv' : 'search')
  const summary = useLeadSummary()
  const showTag = (tag: string) => filters.address.setFilter('tag', cutTag(tag).trim())
  const save = useExportLeads({
    onError: (error) => toast.error(sentenceFor(error, leadErrors.export())),
  })
  return (
    <>
      <PageHeader
        title={t('leads.title')}
        lede={<Lede />}
        actions={
          summary && summary.total > 0 ? (
            <Button
              icon={<Icon of={IconDownload} />}
              busy={save.isPending && t('leads.exporting')}
              onClick={() => save.mutate(filters.filter)}
            >
              {t('leads.export')}
            </Button>
          ) : null
        }
      />
      <section className="three" aria-label={t('leads.ways.region')}>
        <Segmented
          label={t('leads.ways.label')}
          className="only-tabs"
          value={way}
          onChange={setWay}
          choices={[
            { value: 'search', name: t('leads.ways.search') },
            { value: 'csv', name: t('leads.ways.csv') },
            { value: 'hand', name: t('leads.ways.hand') },
          ]}
        />
        <SearchPlaces away={way !== 'search'} onFound={showTag} />
        <UploadCsv away={way !== 'csv'} onDone={showTag} />
        <AddLead away={way !== 'hand'} />
      </section>
      <Section title={t('leads.leads')} first className="mt8" aside={t('leads.timesIn', { zone })}>
        <LeadsGrid zone={zone} filters={filters} />
        {summary?.from_openstreetmap ? (
          <p className="sm t3 mt4">
            {t.rich('leads.placesBy', {
              link: (text) => (
                <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
                  {text}
                </a>
              ),
            })}
          </p>
        ) : null}
      </Section>
      <ImportsList zone={zone} />
      <ErasuresList zone={zone} />
    </>
  )
}

/** How many leads there are, and how many of them can get messages. */
function Lede() {
  const summary = useLeadSummary()
  if (!summary) return <>{t('leads.lede.loading')}</>
  const { total, writable, no_consent, opted_out } = summary
  const unreachable = total - writable - no_consent - opted_out
  if (total === 0) return <>{t('leads.lede.empty')}</>
  const all = writable === total && total > 1 ? 'yes' : 'no'
  return (
    <>
      {t.rich('leads.lede.total', { total, b: tags.b })}{' '}
      {t.rich('leads.lede.writable', { all, writable, b: tags.b })}{' '}
      {no_consent ? t('leads.lede.noConsent', { count: no_consent }) : null}{' '}
      {opted_out ? t('leads.lede.optedOut', { count: opted_out }) : null}{' '}
      {unreachable ? t('leads.lede.unreachable', { count: unreachable }) : null}
    </>
  )
}
