import { Link, useNavigate } from 'react-router'
import type { CampaignSummary } from '#contract/campaigns.ts'
import type { Column } from '#web/components/data-table.tsx'
import { OutcomeBar } from '#web/components/outcome-bar.tsx'
import { campaignTone, Status } from '#web/components/status.tsx'
import { formatDateTime } from '#web/format/time.ts'
import { barOf } from './outcome-parts.ts'

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
const outcome: Column<CampaignSummary> = {
  key: 'outcome',
  title: 'Outcome',
  phone: 'wide',
  width: '26%',
  cell: ({ outcomes }) =>
    outcomes.planned ? (
      <OutcomeBar thin outcomes={barOf(outcomes)} />
    ) : (
      <span className="t3 sm">Not started</span>
    ),
}

/**
 * The table of campaigns: the specification's columns, and with `outcomes` what became of each. A row leads to its
 * campaign.
 */
export function useCampaignsTable(zone: string, { outcomes }: { outcomes?: boolean } = {}) {
  const navigate = useNavigate()
  return {
    label: 'Campaigns',
    columns: outcomes ? [name, date(zone), outcome, status] : [name, date(zone), status],
    keyOf: ({ id }: CampaignSummary) => id,
    onOpen: ({ id }: CampaignSummary) => navigate(`/campaigns/${id}`),
  }
}
