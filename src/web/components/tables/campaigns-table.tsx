import { Link, useNavigate } from 'react-router'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { OutcomeBar } from '#web/components/figures/outcome-bar.tsx'
import { barOf, reachOf } from '#web/components/figures/outcome-parts.ts'
import { campaignTone, Status } from '#web/components/status.tsx'
import type { Column } from '#web/components/tables/data-table.tsx'
import { counted, formatNumber, formatPercent } from '#web/format/number.ts'
import { formatDateTime } from '#web/format/time.ts'

const name: Column<CampaignSummary> = {
  key: 'name',
  title: 'Campaign Name',
  sortable: 'words',
  phone: 'wide',
  cell: (campaign) => (
    <Link className="row-a" to={`/campaigns/${campaign.id}`}>
      {campaign.name}
    </Link>
  ),
}
const date = (zone: string): Column<CampaignSummary> => ({
  key: 'date',
  title: 'Date',
  sortable: 'time',
  className: 't2 nw num',
  cell: (campaign) => formatDateTime(campaign.date, zone),
})
const status: Column<CampaignSummary> = {
  key: 'status',
  title: 'Status',
  sortable: 'words',
  cell: (campaign) => <Status tone={campaignTone(campaign.status)}>{campaign.status}</Status>,
}
/** The status with why nothing leaves, or why it stopped. */
const statusAndReason: Column<CampaignSummary> = {
  ...status,
  cell: (campaign) => {
    const reason = campaign.waiting?.sentence ?? campaign.status_reason
    return (
      <>
        <Status tone={campaignTone(campaign.status)}>{campaign.status}</Status>
        {reason ? <div className="sm t3 reason">{reason}</div> : null}
      </>
    )
  },
}
/** A figure with its word, where a card has no header that says it. */
const Named = ({ as, children }: { as: string; children: string }) => (
  <>
    {children}
    <span className="only-card"> {as}</span>
  </>
)
/** No figure yet: on a card there is nothing to say. */
const NotYet = () => <span className="not-card">–</span>

const people: Column<CampaignSummary> = {
  key: 'people',
  title: 'People',
  className: 'r num',
  cell: ({ outcomes }) =>
    outcomes.planned ? (
      <Named as="people">{formatNumber(outcomes.planned - outcomes.skipped)}</Named>
    ) : (
      <NotYet />
    ),
}
const delivered: Column<CampaignSummary> = {
  key: 'delivered',
  title: 'Delivered',
  className: 'r num',
  cell: ({ outcomes }) => {
    const reach = reachOf(outcomes)
    return reach.sent ? (
      <Named as="delivered">{formatPercent(reach.delivered, reach.sent)}</Named>
    ) : (
      <NotYet />
    )
  },
}
const read: Column<CampaignSummary> = {
  key: 'read',
  title: 'Read',
  className: 'r num',
  cell: ({ outcomes }) => {
    const reach = reachOf(outcomes)
    return reach.delivered ? (
      <Named as="read">{formatPercent(reach.read, reach.delivered)}</Named>
    ) : (
      <NotYet />
    )
  },
}

/** What people did with the message, as far as anybody did. */
function Responses({ campaign: { responses } }: { campaign: Pick<CampaignSummary, 'responses'> }) {
  const { replies, opt_outs, button_presses } = responses
  const parts = [
    replies ? counted(replies, 'reply', 'replies') : null,
    button_presses ? counted(button_presses, 'button press', 'button presses') : null,
    opt_outs ? counted(opt_outs, 'opt-out', 'opt-outs') : null,
  ].filter(Boolean)
  return parts.length ? <div className="sm t3 num">{parts.join(', ')}</div> : null
}

const outcome: Column<CampaignSummary> = {
  key: 'outcome',
  title: 'Outcome',
  phone: 'wide',
  width: '20%',
  cell: ({ outcomes, ...campaign }) =>
    outcomes.planned ? (
      <>
        <OutcomeBar thin outcomes={barOf(outcomes)} />
        <Responses campaign={campaign} />
      </>
    ) : (
      <span className="t3 sm">Not started</span>
    ),
}

/**
 * The table of campaigns: the specification's columns, and with `outcomes` each one's results. A row leads to its
 * campaign.
 */
export function useCampaignsTable(zone: string, { outcomes }: { outcomes?: boolean } = {}) {
  const navigate = useNavigate()
  return {
    label: 'Campaigns',
    columns: outcomes
      ? [name, date(zone), people, delivered, read, outcome, statusAndReason]
      : [name, date(zone), status],
    keyOf: ({ id }: CampaignSummary) => id,
    onOpen: ({ id }: CampaignSummary) => navigate(`/campaigns/${id}`),
  }
}
