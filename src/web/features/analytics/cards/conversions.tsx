import { NativeSelect, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { Link } from 'react-router'
import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { longestImport } from '#contract/analytics/conversions.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { toast } from '#web/components/toast.tsx'
import { WriteAgain } from '#web/features/segments/segments.ts'
import { formatAmounts, formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { useImportConversions, useSaveAttribution } from '../analytics.queries.ts'
import { changeOf } from '../analytics-text.ts'
import { adCells, conversionCells } from '../people-cells.ts'
import { Card } from './card.tsx'
import { Named } from './phone-label.tsx'

type Origin = Analytics['conversions']['by'][number]

const originName = ({ touch, id, name }: Origin): string =>
  touch === null
    ? t('analytics.conversions.noTouch')
    : t('analytics.conversions.touch', { touch, name: name ?? id ?? '' })

type Way = 'byClick' | 'byRead'
const attributedBy = (way: Way, origin: Origin) => (way === 'byClick' ? origin : origin.by_read)
const revenueTitle = (way: Way): string =>
  t(way === 'byClick' ? 'analytics.conversions.revenueByClick' : 'analytics.conversions.revenueByRead')

/** What people did afterwards, and what they had to do with last before. */
export function Conversions({
  report: { conversions, period },
  query,
}: {
  report: Analytics
  query: AnalyticsQuery
}) {
  return (
    <Card title={t('analytics.conversions.title')} card="conversions" query={query}>
      <div className="an-figure">
        <b>{formatNumber(conversions.count)}</b>
        <span className="sm t3">{changeOf(conversions.count, conversions.before)}</span>
        {conversions.money.length > 0 ? <span className="b">{formatAmounts(conversions.money)}</span> : null}
      </div>
      <DataTable
        label={t('analytics.tableOf', { card: t('analytics.conversions.title') })}
        rows={conversions.by}
        keyOf={({ touch, id }) => `${touch} ${id}`}
        empty={<p className="t2">{t('analytics.conversions.none')}</p>}
        columns={[
          { key: 'from', title: t('analytics.conversions.from'), phone: 'wide', cell: originName },
          ...(['byClick', 'byRead'] as const).flatMap((way) => [
            {
              key: `${way} count`,
              title: t(`analytics.conversions.${way}`),
              right: true,
              className: 'num',
              cell: (origin: Origin) => (
                <Named name={t(`analytics.conversions.${way}`)}>
                  {formatNumber(attributedBy(way, origin).count)}
                </Named>
              ),
            },
            {
              key: `${way} money`,
              title: revenueTitle(way),
              right: true,
              className: 'num',
              cell: (origin: Origin) => (
                <Named name={revenueTitle(way)}>{formatAmounts(attributedBy(way, origin).money)}</Named>
              ),
            },
          ]),
          {
            key: 'again',
            title: <span className="sr">{t('segments.again')}</span>,
            right: true,
            cell: (origin) => (
              <WriteAgain what={originName(origin)} cells={conversionCells(origin, period, query)} />
            ),
          },
        ]}
      />
      <p className="hint">{t('analytics.conversions.ways')}</p>
      <Settings conversions={conversions} />
    </Card>
  )
}

const windows = [1, 3, 7, 14, 28, 90]

/** The window, the tag of buyers, and a file of orders. */
function Settings({ conversions }: { conversions: Analytics['conversions'] }) {
  const save = useSaveAttribution()
  // What was chosen is shown while it is saved and the figures are read again.
  const { window_days, bought_tag } = save.isPending ? save.variables : conversions
  const choices = windows.includes(window_days) ? windows : [...windows, window_days].sort((a, b) => a - b)
  return (
    <div className="an-settings">
      <NativeSelect
        size="sm"
        label={t('analytics.conversions.window')}
        value={String(window_days)}
        data={choices.map((days) => ({ value: String(days), label: t('analytics.filters.last', { days }) }))}
        onChange={(event) => save.mutate({ window_days: Number(event.currentTarget.value), bought_tag })}
      />
      <TextInput
        key={bought_tag}
        size="sm"
        label={t('analytics.conversions.boughtTag')}
        description={t('analytics.conversions.boughtTagHint')}
        defaultValue={bought_tag ?? ''}
        maxLength={60}
        onBlur={(event) => {
          const tag = event.currentTarget.value.trim() || null
          if (tag !== bought_tag) save.mutate({ window_days, bought_tag: tag })
        }}
      />
      <ImportButton />
      <p className="mt2">
        <Link to="/analytics/conversions">{t('ways.connect')}</Link>
      </p>
    </div>
  )
}

function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  const load = useImportConversions()
  // Of the last file alone.
  const { refused = [], refused_count = 0 } = load.data ?? {}
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (!file) return
    load.reset()
    if (file.size > longestImport.bytes) return toast.error(t('analytics.conversions.tooLarge'))
    const done = await load.mutateAsync(await file.text()).catch(() => null)
    if (!done) return
    toast.success(t('analytics.conversions.imported', { added: done.added, known: done.known }))
  }
  return (
    <div className="an-import">
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        className="an-file"
        aria-label={t('analytics.conversions.file')}
        tabIndex={-1}
        onChange={(event) => void take(event)}
      />
      <Button
        size="small"
        icon={<Icon of={IconUpload} size="small" />}
        busy={load.isPending && t('analytics.conversions.importing')}
        onClick={() => input.current?.click()}
      >
        {t('analytics.conversions.import')}
      </Button>
      <p className="hint">{t('analytics.conversions.columns')}</p>
      {refused.length > 0 ? (
        <ul className="sm" aria-label={t('analytics.conversions.refused')}>
          {refused.map(({ row, reason }) => (
            <li key={row}>{t('analytics.conversions.row', { row, reason })}</li>
          ))}
        </ul>
      ) : null}
      {refused_count > refused.length ? (
        <p className="sm">
          {t('analytics.conversions.moreRefused', { count: refused_count - refused.length })}
        </p>
      ) : null}
    </div>
  )
}

/** Nobody comes from an ad by a campaign or a template. */
const adsIgnore = ['campaign_id', 'template', 'category'] as const

/** Which ads and posts people came from, and what became of them. */
export function Ads({ report: { ads, period }, query }: { report: Analytics; query: AnalyticsQuery }) {
  return (
    <Card title={t('analytics.ads.title')} card="ads" query={query} ignores={adsIgnore}>
      <DataTable
        label={t('analytics.tableOf', { card: t('analytics.ads.title') })}
        rows={ads}
        keyOf={({ source_type, ad_id }) => `${source_type} ${ad_id}`}
        empty={<p className="t2">{t('analytics.ads.none')}</p>}
        columns={[
          {
            key: 'ad',
            title: t('analytics.ads.ad'),
            phone: 'wide',
            cell: ({ headline, ad_id, source_type }) => (
              <>
                <span className="b">{headline ?? ad_id}</span>{' '}
                <span className="sm t3">{t('analytics.ads.kind', { type: source_type })}</span>
              </>
            ),
          },
          ...(['conversations', 'leads', 'opted_in', 'conversions'] as const).map((name) => ({
            key: name,
            title: t(`analytics.ads.${name}`),
            right: true,
            className: 'num',
            cell: (ad: Analytics['ads'][number]) => (
              <Named name={t(`analytics.ads.${name}`)}>{formatNumber(ad[name])}</Named>
            ),
          })),
          {
            key: 'money',
            title: t('analytics.conversions.revenue'),
            right: true,
            className: 'num',
            cell: ({ money }) => formatAmounts(money),
          },
          {
            key: 'again',
            title: <span className="sr">{t('segments.again')}</span>,
            right: true,
            cell: (ad) => <WriteAgain what={ad.headline ?? ad.ad_id} cells={adCells(ad, period, query)} />,
          },
        ]}
      />
    </Card>
  )
}
