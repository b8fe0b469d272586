import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { Banner } from '#web/components/banner.tsx'
import { logsOf } from '#web/components/figures/outcome-parts.ts'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Section } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted } from '#web/format/number.ts'
import { formatTime } from '#web/format/time.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useCampaignCache } from '../campaigns.queries.ts'

/** Messages that WhatsApp never answered: they wait for a status, then for the owner's word. */
export function UnknownMessages({ campaign }: { campaign: Campaign }) {
  const cache = useCampaignCache()
  const input = { params: { id: campaign.id } }
  const settle = useMutation({
    mutationFn: (as: 'send_again' | 'write_off') => call(campaigns.settleUnknown, { ...input, body: { as } }),
    onSuccess: (answer) => cache.put(answer.campaign),
    onError: (error) => toast.error(sentenceFor(error, { failed: 'This did not work. Try again.' })),
  })
  const due = campaign.unknown_due
  const sendAgain = async () => {
    const yes = await confirm({
      title: `Send ${counted(due, 'message', 'messages')} again?`,
      consequence:
        due === 1
          ? 'WhatsApp may have taken it the first time. Whoever got it then gets it twice.'
          : 'WhatsApp may have taken them the first time. Whoever got one then gets it twice.',
      confirm: 'Send again',
      cancel: 'Not now',
    })
    if (yes) settle.mutate('send_again')
  }
  return (
    <Section
      first={campaign.failures.length === 0}
      title="No answer yet"
      aside={
        <Link className="sm" to={logsOf(campaign.id, { status: 'unknown' })}>
          {counted(campaign.outcomes.unknown, 'message', 'messages')}
        </Link>
      }
    >
      {campaign.reports_missing_since ? (
        <Banner kind="yours">
          <b>
            Delivery reports from WhatsApp have not arrived since{' '}
            {formatTime(campaign.reports_missing_since, campaign.timezone)}.
          </b>{' '}
          Until they do, nobody can tell which messages were taken.{' '}
          <Link to="/meta/waba-setup">Check the webhook</Link>
        </Banner>
      ) : null}
      {due ? (
        <>
          <Banner kind="yours">
            <b>{counted(due, 'message needs', 'messages need')} your decision.</b> WhatsApp did not say
            whether it accepted {due === 1 ? 'it' : 'them'}, and no delivery report came. If you send again,
            somebody may get it twice. If you write off, somebody may never get it.
          </Banner>
          <div className="row mt3">
            <Button
              busy={settle.isPending && settle.variables === 'send_again' && 'Sending...'}
              onClick={() => void sendAgain()}
            >
              Send again
            </Button>
            <Button
              kind="quiet"
              busy={settle.isPending && settle.variables === 'write_off' && 'Writing off...'}
              onClick={() => settle.mutate('write_off')}
            >
              Write off
            </Button>
          </div>
        </>
      ) : (
        <p className="t2">
          WhatsApp did not say whether it accepted {campaign.outcomes.unknown === 1 ? 'it' : 'them'}. If no
          delivery report arrives
          {campaign.unknown_until ? (
            <>
              {' '}
              by{' '}
              <b className="t1">
                {formatTime(campaign.unknown_until, campaign.timezone)} ({campaign.timezone})
              </b>
            </>
          ) : null}
          , you decide whether to send again.
        </p>
      )}
    </Section>
  )
}
