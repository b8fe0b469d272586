import { useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { PersonCard } from '#web/components/forms/person-card.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { ShowMore } from '#web/components/tables/show-more.tsx'
import { TableFilter, TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useLeadPages, useLeadTags } from '#web/session/business.queries.ts'

const pageSize = 24

/** Leads as cards with a checkbox, found by search and tag. */
export function LeadPicker({
  picked,
  onChange,
}: {
  picked: ReadonlySet<number>
  onChange: (picked: ReadonlySet<number>) => void
}) {
  const [search, setSearch] = useState('')
  const [tag, setTag] = useState('')
  const tags = useLeadTags()
  const list = useLeadPages({
    limit: pageSize,
    search: search || undefined,
    tag: tag ? [tag] : undefined,
  })
  const failed = list.isError ? (
    <ErrorState
      error={list.error}
      words={{
        failed: t('campaigns.form.leads.failed'),
        unreachable: t('campaigns.form.leads.unreachable'),
      }}
      onRetry={() => list.refetch()}
      dataFrom={list.dataUpdatedAt}
    />
  ) : null
  if (failed && !list.data) return failed
  const loaded = list.data?.pages.flatMap((page) => page.leads) ?? []
  const total = list.data?.pages[0]?.total ?? null
  const set = (ids: readonly number[], on: boolean) => {
    const next = new Set(picked)
    for (const id of ids) on ? next.add(id) : next.delete(id)
    onChange(next)
  }
  const writable = loaded.filter(canReceive).map(({ id }) => id)
  const allOn = writable.length > 0 && writable.every((id) => picked.has(id))
  return (
    <>
      {failed}
      <TableTools>
        <TableSearch
          label={t('campaigns.form.leads.search')}
          hint={t('campaigns.form.leads.searchHint')}
          value={search}
          onChange={setSearch}
        />
        {tags.data?.tags.length ? (
          <TableFilter
            label={t('campaigns.form.leads.tag')}
            value={tag}
            onChange={setTag}
            choices={[
              { value: '', name: t('campaigns.form.leads.allTags') },
              ...tags.data.tags.map((one) => ({
                value: one.tag,
                name: t('campaigns.form.leads.tagCount', { tag: one.tag, count: one.leads }),
              })),
            ]}
          />
        ) : null}
        {writable.length ? (
          <Button kind="quiet" size="small" onClick={() => set(writable, !allOn)}>
            {allOn
              ? t('campaigns.form.leads.untick')
              : t('campaigns.form.leads.tick', { count: writable.length })}
          </Button>
        ) : null}
        {picked.size ? (
          <Button kind="quiet" size="small" onClick={() => onChange(new Set())}>
            {t('campaigns.form.leads.clear', { count: picked.size })}
          </Button>
        ) : null}
      </TableTools>
      {list.isPending ? <SkeletonLines lines={4} label={t('campaigns.form.leads.loading')} /> : null}
      {list.data && loaded.length === 0 ? (
        search || tag ? (
          <p className="t2 mt4">{t('campaigns.form.leads.noMatch')}</p>
        ) : (
          <p className="t2 mt4">{t.rich('campaigns.form.leads.none', { link: linkTo('/lead-generator') })}</p>
        )
      ) : null}
      <div className="people mt3">
        {loaded.map((lead) => (
          <PersonCard
            key={lead.id}
            name={lead.name || lead.phone || t('campaigns.noName')}
            phone={lead.phone ?? (lead.username ? `@${lead.username}` : null)}
            tags={lead.tags}
            note={noteOf(lead)}
            checked={picked.has(lead.id)}
            onChange={(on) => set([lead.id], on)}
          />
        ))}
      </div>
      {list.hasNextPage ? (
        <div className="row mt3">
          <ShowMore list={list} />
          {total === null ? null : (
            <span className="sm t3">{t('campaigns.form.leads.shown', { shown: loaded.length, total })}</span>
          )}
        </div>
      ) : null}
    </>
  )
}

/** Some people hide their number behind a username: WhatsApp gives only their user id. */
const hasAddress = ({ phone, bsuid }: Lead): boolean => phone !== null || bsuid !== null

const canReceive = (lead: Lead) => lead.consent !== 'opted_out' && hasAddress(lead) && !lead.unreachable_at

function noteOf(lead: Lead): string | undefined {
  if (!hasAddress(lead)) return t('campaigns.noPhone')
  if (lead.consent === 'opted_out') return t('campaigns.form.leads.optedOut')
  if (lead.unreachable_at) return t('campaigns.form.leads.unreachableLead')
  return lead.consent === 'none' ? t('campaigns.form.leads.noConsent') : undefined
}
