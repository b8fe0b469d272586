import { useNavigate } from 'react-router'
import type { CampaignCell } from '#contract/growth/segments.ts'
import { Button } from '#web/components/forms/button.tsx'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { useRetarget } from './segments.queries.ts'
import './segments.css'

/** `people`: null where only the segment itself knows. */
export type Cell = { cell: CampaignCell; people: number | null }

/** Of which report: one campaign, or all messages since a day, perhaps to people with a tag. */
export type CellsOf = { tag?: string | undefined } & (
  | { campaign_id: number }
  | { campaign_id: null; since: string }
)

/** People by the outcome of their messages; a press begins a campaign for them. */
export function FollowUp({ of, cells }: { of: CellsOf; cells: readonly Cell[] }) {
  const navigate = useNavigate()
  const retarget = useRetarget()
  const write = (cell: CampaignCell) =>
    retarget.mutate(
      { body: { ...of, cell } },
      { onSuccess: ({ segment }) => void navigate(`/campaigns?segment=${segment.id}`) },
    )
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
