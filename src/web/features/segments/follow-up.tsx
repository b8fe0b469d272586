import { Menu } from '@mantine/core'
import { useNavigate } from 'react-router'
import type { MessageScope, SegmentRules } from '#contract/growth/segment-rules.ts'
import type { CampaignCell } from '#contract/growth/segments.ts'
import { Button } from '#web/components/forms/button.tsx'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { useFromReport, useRetarget } from './segments.queries.ts'
import './segments.css'

/** `people`: null where only the segment itself knows. */
export type Cell = { cell: CampaignCell; people: number | null }

/**
 * Of which report: one campaign, all messages since a day or of the days of the scope, perhaps to people with a tag, or
 * some of the messages.
 */
export type CellsOf = { tag?: string | undefined } & MessageScope &
  ({ campaign_id: number } | { campaign_id: null; since?: string })

/** People by the outcome of their messages; a press begins a campaign for them. */
export function FollowUp({ of, cells }: { of: CellsOf; cells: readonly Cell[] }) {
  const { retarget, write } = useWriteTo(of)
  return (
    <ul className="seg-cells">
      {cells.map(({ cell, people }) => (
        <li key={cell}>
          <span>{t(`segments.cells.${cell}`)}</span>
          <span className="num">{people === null ? '' : formatNumber(people)}</span>
          <Button
            size="small"
            busy={retarget.isPending && retarget.variables.body.cell === cell && t('segments.opening')}
            aria-label={t('segments.writeTo', { people: t(`segments.cells.${cell}`) })}
            onClick={() => write(cell)}
          >
            {t('segments.write')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function useWriteTo(of: CellsOf) {
  const navigate = useNavigate()
  const retarget = useRetarget()
  const write = (cell: CampaignCell) =>
    retarget.mutate(
      { body: { ...of, cell } },
      { onSuccess: ({ segment }) => void navigate(`/campaigns?segment=${segment.id}`) },
    )
  return { retarget, write }
}

/** The same behind one button, for a line of a table; with one cell the button itself begins. */
export function FollowUpMenu({
  of,
  what,
  cells,
}: {
  of: CellsOf
  /** The line, for those who do not see it. */
  what: string
  cells: readonly CampaignCell[]
}) {
  const { retarget, write } = useWriteTo(of)
  return (
    <AgainMenu
      what={what}
      isBusy={retarget.isPending}
      cells={cells.map((cell) => ({ label: t(`segments.cells.${cell}`), write: () => write(cell) }))}
    />
  )
}

/** People whom a report counts by something else than their messages. */
export type PeopleCell = { label: string; rules: SegmentRules['rules'] }

/** The same for people whom all of some rules find. */
export function WriteAgain({ what, cells }: { what: string; cells: readonly PeopleCell[] }) {
  const navigate = useNavigate()
  const make = useFromReport()
  const write = (rules: SegmentRules['rules']) =>
    make.mutate(
      { body: { rules: { match: 'all', rules } } },
      { onSuccess: ({ segment }) => void navigate(`/campaigns?segment=${segment.id}`) },
    )
  return (
    <AgainMenu
      what={what}
      isBusy={make.isPending}
      cells={cells.map(({ label, rules }) => ({ label, write: () => write(rules) }))}
    />
  )
}

function AgainMenu({
  what,
  isBusy,
  cells,
}: {
  what: string
  isBusy: boolean
  cells: readonly { label: string; write: () => void }[]
}) {
  const [only] = cells
  if (!only) return null
  const busy = isBusy && t('segments.opening')
  const label = t('segments.againFor', { what })
  if (cells.length === 1)
    return (
      <Button size="small" busy={busy} aria-label={label} onClick={only.write}>
        {t('segments.again')}
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="small" busy={busy} aria-label={label}>
          {t('segments.again')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {cells.map((cell) => (
          <Menu.Item key={cell.label} onClick={cell.write}>
            {cell.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
