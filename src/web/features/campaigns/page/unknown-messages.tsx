import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { Banner } from '#web/components/banner.tsx'
import { logsOf } from '#web/components/figures/outcome-parts.ts'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Section } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatTime } from '#web/format/time.ts'
import { linkTo, tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useCampaignCache } from '../campaigns.queries.ts'

/** Messages that WhatsApp never answered: they wait for a delivery report, then for the user's decision. */
export function UnknownMessages({ campaign }: { campaign: Campaign }) {
  const cache = useCampaignCache()
  const input = { params: { id: campaign.id } }
  const settle = useMutation({
    mutationFn: (as: 'send_again' | 'write_off') => call(campaigns.settleUnknown, { ...input, body: { as } }),
    onSuccess: (answer) => cache.put(answer.campaign),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('campaigns.failed') })),
  })
  const due = campaign.unknown_due
  const sendAgain = async () => {
    const yes = await confirm({
      title: t('campaigns.page.unknown.ask', { count: due }),
      consequence: t('campaigns.page.unknown.askWhy', { count: due }),
      confirm: t('campaigns.page.unknown.sendAgain'),
      cancel: t('campaigns.notNow'),
    })
    if (yes) settle.mutate('send_again')
  }
  return (
    <Section
      first={campaign.failures.length === 0}
      title={t('campaigns.page.unknown.title')}
      aside={
        <Link className="sm" to={logsOf(campaign.id, { status: 'unknown' })}>
          {t('campaigns.page.unknown.messages', { count: campaign.outcomes.unknown })}
        </Link>
      }
    >
      {campaign.reports_missing_since ? (
        <Banner kind="yours">
          {t.rich('campaigns.page.unknown.noReports', {
            b: tags.b,
            link: linkTo('/meta/waba-setup'),
            since: formatTime(campaign.reports_missing_since, campaign.timezone),
          })}
        </Banner>
      ) : null}
      {due ? (
        <>
          <Banner kind="yours">{t.rich('campaigns.page.unknown.due', { b: tags.b, count: due })}</Banner>
          <div className="row mt3">
            <Button
              busy={settle.isPending && settle.variables === 'send_again' && t('campaigns.sending')}
              onClick={() => void sendAgain()}
            >
              {t('campaigns.page.unknown.sendAgain')}
            </Button>
            <Button
              kind="quiet"
              busy={
                settle.isPending && settle.variables === 'write_off' && t('campaigns.page.unknown.writingOff')
              }
              onClick={() => settle.mutate('write_off')}
            >
              {t('campaigns.page.unknown.writeOff')}
            </Button>
          </div>
        </>
      ) : (
        <p className="t2">
          {campaign.unknown_until
            ? t.rich('campaigns.page.unknown.waitingUntil', {
                b: (text) => <b className="t1">{text}</b>,
                count: campaign.outcomes.unknown,
                until: formatTime(campaign.unknown_until, campaign.timezone),
                zone: campaign.timezone,
              })
            : t('campaigns.page.unknown.waiting', { count: campaign.outcomes.unknown })}
        </p>
      )}
    </Section>
  )
}
