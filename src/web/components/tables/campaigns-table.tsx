import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { OutcomeBar } from '#web/components/figures/outcome-bar.tsx'
import { barOf, reachOf } from '#web/components/figures/outcome-parts.ts'
import { campaignTone, Status } from '#web/components/status.tsx'
import type { Column } from '#web/components/tables/data-table.tsx'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

const name = (): Column<CampaignSummary> => ({
  key: 'name',
  title: t('campaigns.table.name'),
  sortable: 'words',
  phone: 'wide',
  cell: (campaign) => (
    <Link className="row-a" to={`/campaigns/${campaign.id}`}>
      {campaign.name}
    </Link>
  ),
})
const date = (zone: string): Column<CampaignSummary> => ({
  key: 'date',
  title: t('campaigns.table.date'),
  sortable: 'time',
  className: 't2 nw num',
  cell: (campaign) => formatDateTime(campaign.date, zone),
})
const status = (): Column<CampaignSummary> => ({
  key: 'status',
  title: t('campaigns.table.status'),
  sortable: 'words',
  cell: (campaign) => <StatusName status={campaign.status} />,
})
/** The status, with why nothing is sent or why it stopped. */
const statusAndReason = (): Column<CampaignSummary> => ({
  ...status(),
  cell: (campaign) => {
    const reason = campaign.waiting?.sentence ?? campaign.status_reason
    return (
      <>
        <StatusName status={campaign.status} />
        {reason ? <div className="sm t3 reason">{reason}</div> : null}
      </>
    )
  },
})
const StatusName = ({ status }: { status: CampaignSummary['status'] }) => (
  <Status tone={campaignTone(status)}>{t(`campaigns.status.${status}`)}</Status>
)
/** The part of a figure that only cards show, as they have no table header. */
const card = (text: ReactNode) => <span className="only-card">{text}</span>
/** No figure yet: a card shows nothing. */
const NotYet = () => <span className="not-card">–</span>

const people = (): Column<CampaignSummary> => ({
  key: 'people',
  title: t('campaigns.table.people'),
  className: 'r num',
  cell: ({ outcomes }) =>
    outcomes.planned ? (
      t.rich('campaigns.table.peopleFigure', {
        card,
        value: formatNumber(outcomes.planned - outcomes.skipped),
      })
    ) : (
      <NotYet />
    ),
})
const delivered = (): Column<CampaignSummary> => ({
  key: 'delivered',
  title: t('campaigns.table.delivered'),
  className: 'r num',
  cell: ({ outcomes }) => {
    const reach = reachOf(outcomes)
    return reach.sent ? (
      t.rich('campaigns.table.deliveredFigure', { card, value: formatPercent(reach.delivered, reach.sent) })
    ) : (
      <NotYet />
    )
  },
})
const read = (): Column<CampaignSummary> => ({
  key: 'read',
  title: t('campaigns.table.read'),
  className: 'r num',
  cell: ({ outcomes }) => {
    const reach = reachOf(outcomes)
    return reach.delivered ? (
      t.rich('campaigns.table.readFigure', { card, value: formatPercent(reach.read, reach.delivered) })
    ) : (
      <NotYet />
    )
  },
})

/** How people responded to the message; nothing where nobody did. */
function Responses({ campaign: { responses } }: { campaign: Pick<CampaignSummary, 'responses'> }) {
  const { replies, opt_outs, button_presses } = responses
  const parts = [
    replies ? t('campaigns.table.replies', { count: replies }) : null,
    button_presses ? t('campaigns.table.presses', { count: button_presses }) : null,
    opt_outs ? t('campaigns.table.optOuts', { count: opt_outs }) : null,
  ].filter(Boolean)
  return parts.length ? <div className="sm t3 num">{parts.join(', ')}</div> : null
}

const outcome = (): Column<CampaignSummary> => ({
  key: 'outcome',
  title: t('campaigns.table.results'),
  phone: 'wide',
  width: '20%',
  cell: ({ outcomes, ...campaign }) =>
    outcomes.planned ? (
      <>
        <OutcomeBar thin outcomes={barOf(outcomes)} />
        <Responses campaign={campaign} />
      </>
    ) : (
      <span className="t3 sm">{t('campaigns.table.notStarted')}</span>
    ),
})

/** The table of campaigns: the specification's columns, with `outcomes` also the results. A row opens its campaign. */
export function useCampaignsTable(zone: string, { outcomes }: { outcomes?: boolean } = {}) {
  const navigate = useNavigate()
  return {
    label: t('campaigns.manager.views'),
    columns: outcomes
      ? [name(), date(zone), people(), delivered(), read(), outcome(), statusAndReason()]
      : [name(), date(zone), status()],
    keyOf: ({ id }: CampaignSummary) => id,
    onOpen: ({ id }: CampaignSummary) => navigate(`/campaigns/${id}`),
  }
}
