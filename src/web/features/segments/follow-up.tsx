import { Menu } from '@mantine/core'
import { useNavigate } from 'react-router'
import type { MessageScope } from '#contract/growth/segment-rules.ts'
import type { CampaignCell } from '#contract/growth/segments.ts'
import { Button } from '#web/components/forms/button.tsx'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { useRetarget } from './segments.queries.ts'
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
  const [only] = cells
  if (!only) return null
  const busy = retarget.isPending && t('segments.opening')
  const label = t('segments.againFor', { what })
  if (cells.length === 1)
    return (
      <Button size="small" busy={busy} aria-label={label} onClick={() => write(only)}>
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
          <Menu.Item key={cell} onClick={() => write(cell)}>
            {t(`segments.cells.${cell}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
