import { Link } from 'react-router'
import type { LocalTemplate, TemplateUsage } from '#contract/templates.ts'
import { Figures } from '#web/components/figures/figures.tsx'
import { OutcomeBar } from '#web/components/figures/outcome-bar.tsx'
import { barOf } from '#web/components/figures/outcome-parts.ts'
import { campaignTone, Status, type Tone } from '#web/components/status.tsx'
import { formatPercent } from '#web/format/number.ts'
import { formatMoment } from '#web/format/time.ts'
import { linkTo, tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { campaignStatusName } from './status-names.ts'

/** Shown even while their count is 0. */
const always: readonly Tone[] = ['read', 'delivered', 'sent', 'failed']

/** The results of a template's messages, with its rates. */
export function TemplateOutcomes({ template, usage }: { template: LocalTemplate; usage: TemplateUsage }) {
  const { outcomes } = usage
  const zone = useZone()
  if (outcomes.total === 0) {
    return <p className="t2">{t('templates.usage.none')}</p>
  }
  const parts = barOf(outcomes)
  const arrived = outcomes.delivered + outcomes.read
  const gone = arrived + outcomes.sent + outcomes.failed
  const logs = `/message-logs?search=${encodeURIComponent(template.template_name)}`
  return (
    <>
      <p className="lede">
        {t.rich('templates.usage.rates', {
          ...tags,
          sent: gone,
          delivered: formatPercent(arrived, gone),
          read: formatPercent(outcomes.read, arrived),
        })}
      </p>
      <div className="mt4">
        <OutcomeBar outcomes={parts} />
        <Figures
          total={{ name: t('templates.usage.planned'), count: outcomes.total }}
          parts={parts.filter(({ count, tone }) => count > 0 || always.includes(tone))}
        />
      </div>
      <p className="sm t3 mt2">
        {usage.last_sent_at
          ? t.rich('templates.usage.logsWithTime', {
              link: linkTo(logs),
              time: formatMoment(usage.last_sent_at, zone),
            })
          : t.rich('templates.usage.logs', { link: linkTo(logs) })}
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
              <Status tone={campaignTone(campaign.status)}>{campaignStatusName(campaign.status)}</Status>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="sm t3 mt2">{t('templates.usage.earlier', { count: more })}</p> : null}
    </>
  )
}
