import { useState } from 'react'
import { Link } from 'react-router'
import type { Lead } from '#contract/leads.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { PersonCard } from '#web/components/forms/person-card.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { TableFilter, TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { counted, formatNumber } from '#web/format/number.ts'
import { useLeadPages, useLeadTags } from '#web/session/business.queries.ts'

const pageSize = 24

/** The leads as cards with a tick, found by search and tag. */
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
      words={{ failed: 'Failed to fetch leads', unreachable: 'Server error fetching leads' }}
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
        <TableSearch label="Search leads" hint="Name, phone or email" value={search} onChange={setSearch} />
        {tags.data?.tags.length ? (
          <TableFilter
            label="Tag"
            value={tag}
            onChange={setTag}
            choices={[
              { value: '', name: 'All tags' },
              ...tags.data.tags.map((one) => ({
                value: one.tag,
                name: `${one.tag} (${formatNumber(one.leads)})`,
              })),
            ]}
          />
        ) : null}
        {writable.length ? (
          <Button kind="quiet" size="small" onClick={() => set(writable, !allOn)}>
            {allOn ? 'Untick these' : `Tick these ${formatNumber(writable.length)}`}
          </Button>
        ) : null}
        {picked.size ? (
          <Button kind="quiet" size="small" onClick={() => onChange(new Set())}>
            Clear {counted(picked.size, 'tick', 'ticks')}
          </Button>
        ) : null}
      </TableTools>
      {list.isPending ? <SkeletonLines lines={4} label="Loading leads" /> : null}
      {list.data && loaded.length === 0 ? (
        search || tag ? (
          <p className="t2 mt4">Nobody is found by this.</p>
        ) : (
          <p className="t2 mt4">
            There are no leads yet. <Link to="/lead-generator">Add the first ones</Link>: by hand, from a file
            or from a search.
          </p>
        )
      ) : null}
      <div className="people mt3">
        {loaded.map((lead) => (
          <PersonCard
            key={lead.id}
            name={lead.name || lead.phone || 'No name'}
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
          <Button
            size="small"
            busy={list.isFetchingNextPage && 'Loading...'}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
          {total === null ? null : (
            <span className="sm t3">
              {formatNumber(loaded.length)} of {counted(total, 'lead', 'leads')}; larger audiences are quicker
              by tag
            </span>
          )}
        </div>
      ) : null}
    </>
  )
}

/** WhatsApp knows some people by a user id alone: they hide their number behind a username. */
const hasAddress = ({ phone, bsuid }: Lead): boolean => phone !== null || bsuid !== null

const canReceive = (lead: Lead) => lead.consent !== 'opted_out' && hasAddress(lead) && !lead.unreachable_at

function noteOf(lead: Lead): string | undefined {
  if (!hasAddress(lead)) return 'No phone number'
  if (lead.consent === 'opted_out') return 'Opted out'
  if (lead.unreachable_at) return 'Not on WhatsApp'
  return lead.consent === 'none' ? 'No consent' : undefined
}
