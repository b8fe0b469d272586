import type { Campaign } from '#contract/campaigns.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { KeyValues } from '#web/components/key-values.tsx'
import { Section } from '#web/components/page.tsx'
import { PhonePreview } from '#web/components/phone-preview.tsx'
import { messageOf } from '#web/components/previews/template-preview.ts'
import { useHeaderImage } from '#web/components/previews/use-header-image.ts'
import { type Cell, FollowUp } from '#web/features/segments/segments.ts'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { formatDate, formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useTemplate } from '#web/session/business.queries.ts'
import { useBusinessName } from '#web/session/me.ts'

function clickRows(clicks: Campaign['clicks']): [name: string, value: string][] {
  if (!clicks) return []
  return [
    [t('campaigns.page.message.clickers'), formatNumber(clicks.people)],
    [t('campaigns.page.message.clicks'), formatNumber(clicks.total)],
    [t('campaigns.page.message.clickRate'), clicks.rate === null ? '' : formatPercent(clicks.rate, 1)],
  ]
}

/** Whom the owner may want to write to again, where there is anybody. */
function cellsOf({ outcomes, clicks, responses, archived }: Campaign): Cell[] {
  if (archived) return []
  const cells: Cell[] = [
    { cell: 'not_delivered', people: outcomes.sent },
    { cell: 'not_read', people: outcomes.delivered },
    ...(clicks
      ? ([
          ...(outcomes.read > 0 ? ([{ cell: 'not_clicked', people: null }] as const) : []),
          { cell: 'clicked', people: clicks.people },
          ...(clicks.people > 0 ? ([{ cell: 'not_converted', people: null }] as const) : []),
        ] as const)
      : []),
    ...(outcomes.read > 0 ? ([{ cell: 'not_answered', people: null }] as const) : []),
    { cell: 'answered', people: responses.replies },
    ...(outcomes.failed > 0 ? ([{ cell: 'failed_for_now', people: null }] as const) : []),
  ]
  return cells.filter(({ people }) => people !== 0)
}

/** The message as the first person gets it, the people left out, and details. */
export function CampaignSide({ campaign }: { campaign: Campaign }) {
  const business = useBusinessName()
  const template = useTemplate(campaign.template_id)
  const image = useHeaderImage({ header: template.data?.template.header, id: campaign.template_id })
  const { preview, timezone: zone, left_out, outcomes } = campaign
  const cells = outcomes.planned ? cellsOf(campaign) : []
  const at = campaign.started_at ?? campaign.scheduled_at
  const day = formatDate(at, zone)
  return (
    <>
      <Section first title={t('campaigns.page.message.title')}>
        {preview ? (
          <PhonePreview
            business={business}
            day={day === formatDate(new Date(), zone) ? t('campaigns.today') : day}
            message={{ ...messageOf(preview, image), time: formatTime(at, zone) }}
          />
        ) : null}
      </Section>
      {left_out.length ? (
        <Section title={t('campaigns.page.message.leftOut', { count: outcomes.skipped })}>
          <KeyValues rows={left_out.map(({ label, count }) => [label, formatNumber(count)])} />
        </Section>
      ) : null}
      {outcomes.planned ? (
        <Section title={t('campaigns.page.message.responses')}>
          <KeyValues
            rows={[
              [t('campaigns.page.message.replies'), formatNumber(campaign.responses.replies)],
              [t('campaigns.page.message.presses'), formatNumber(campaign.responses.button_presses)],
              [t('campaigns.page.message.optOuts'), formatNumber(campaign.responses.opt_outs)],
              ...clickRows(campaign.clicks),
            ]}
          />
        </Section>
      ) : null}
      {cells.length > 0 ? (
        <Section title={t('segments.followUp')}>
          <FollowUp of={{ campaign_id: campaign.id }} cells={cells} />
        </Section>
      ) : null}
      <Section title={t('campaigns.page.message.details')}>
        <KeyValues
          rows={[
            [
              t('campaigns.page.message.template'),
              t('campaigns.page.message.templateLanguage', {
                template: campaign.template,
                language: campaign.language,
              }),
            ],
            [t('campaigns.page.message.sentFrom'), formatPhone(campaign.sender_phone)],
            [t('campaigns.page.message.who'), campaign.audience_text],
            [t('campaigns.page.message.scheduledBy'), campaign.created_by],
            ...(campaign.custom_message
              ? ([[t('campaigns.page.message.customMessage'), campaign.custom_message]] as const)
              : []),
            ...(campaign.consent_statement
              ? ([[t('campaigns.page.message.consent'), campaign.consent_statement]] as const)
              : []),
          ]}
        />
      </Section>
    </>
  )
}
