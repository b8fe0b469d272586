import { Link } from 'react-router'
import type { LocalTemplate, TemplateUsage } from '#contract/templates.ts'
import { Figures } from '#web/components/figures/figures.tsx'
import { OutcomeBar } from '#web/components/figures/outcome-bar.tsx'
import { campaignTone, Status, type Tone } from '#web/components/status.tsx'
import { counted, formatPercent } from '#web/format/number.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/session/me.ts'

const order: readonly { key: Exclude<keyof TemplateUsage['outcomes'], 'total'>; name: string; tone: Tone }[] =
  [
    { key: 'read', name: 'Read', tone: 'read' },
    { key: 'delivered', name: 'Delivered', tone: 'delivered' },
    { key: 'sent', name: 'Sent', tone: 'sent' },
    { key: 'sending', name: 'Sending', tone: 'sending' },
    { key: 'queued', name: 'Queued', tone: 'queued' },
    { key: 'failed', name: 'Failed', tone: 'failed' },
    { key: 'unknown', name: 'Unknown', tone: 'unknown' },
    { key: 'skipped', name: 'Skipped', tone: 'skipped' },
    { key: 'cancelled', name: 'Cancelled', tone: 'cancelled' },
  ]

/** What became of the messages of a template, with its rates. */
export function TemplateOutcomes({ template, usage }: { template: LocalTemplate; usage: TemplateUsage }) {
  const { outcomes } = usage
  const zone = useZone()
  if (outcomes.total === 0) {
    return <p className="t2">Nothing has been sent with it yet. Results appear here after you send it.</p>
  }
  const parts = order.map(({ key, name, tone }) => ({ name, tone, count: outcomes[key] }))
  const arrived = outcomes.delivered + outcomes.read
  const gone = arrived + outcomes.sent + outcomes.failed
  const logs = `/message-logs?search=${encodeURIComponent(template.template_name)}`
  return (
    <>
      <p className="lede">
        Of {counted(gone, 'message', 'messages')} that went out, <b>{formatPercent(arrived, gone)}</b>{' '}
        arrived; of those, <b>{formatPercent(outcomes.read, arrived)}</b> were read.
      </p>
      <div className="mt4">
        <OutcomeBar outcomes={parts} />
        <Figures
          total={{ name: 'Planned', count: outcomes.total }}
          parts={parts.filter(
            ({ count, name }) => count > 0 || ['Read', 'Delivered', 'Sent', 'Failed'].includes(name),
          )}
        />
      </div>
      <p className="sm t3 mt2">
        <Link to={logs}>See the messages</Link>
        {usage.last_sent_at ? `, the last of ${formatMoment(usage.last_sent_at, zone)}` : ''}
      </p>
    </>
  )
}

/** The latest campaigns with a template. */
export function CampaignsUsing({ usage }: { usage: TemplateUsage }) {
  const more = usage.campaign_count - usage.campaigns.length
  const zone = useZone()
  return (
    <>
      <ul className="lines-list">
        {usage.campaigns.map((campaign) => (
          <li key={campaign.id} className="row sp">
            <Link className="b" to={`/campaigns/${campaign.id}`}>
              {campaign.name}
            </Link>
            <span className="row sm t3">
              {formatMoment(campaign.scheduled_at, zone)}
              <Status tone={campaignTone(campaign.status)}>{campaign.status}</Status>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="sm t3 mt2">And {counted(more, 'earlier one', 'earlier ones')}.</p> : null}
    </>
  )
}
