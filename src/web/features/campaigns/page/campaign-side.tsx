import type { Campaign } from '#contract/campaigns.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { KeyValues } from '#web/components/key-values.tsx'
import { Section } from '#web/components/page.tsx'
import { PhonePreview } from '#web/components/phone-preview.tsx'
import { messageOf } from '#web/components/previews/template-preview.ts'
import { useHeaderImage } from '#web/components/previews/use-header-image.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDate, formatTime } from '#web/format/time.ts'
import { useTemplate } from '#web/session/business.queries.ts'
import { useBusinessName } from '#web/session/me.ts'

/** The message as the first person gets it, who it is for, and who is left out. */
export function CampaignSide({ campaign }: { campaign: Campaign }) {
  const business = useBusinessName()
  const template = useTemplate(campaign.template_id)
  const image = useHeaderImage({ header: template.data?.template.header, id: campaign.template_id })
  const { preview, timezone: zone, left_out, outcomes } = campaign
  const at = campaign.started_at ?? campaign.scheduled_at
  const day = formatDate(at, zone)
  return (
    <>
      <Section first title="Message">
        {preview ? (
          <PhonePreview
            business={business}
            day={day === formatDate(new Date(), zone) ? 'Today' : day.slice(0, -5)}
            message={{ ...messageOf(preview, image), time: formatTime(at, zone) }}
          />
        ) : null}
      </Section>
      {left_out.length ? (
        <Section title={`Left out, ${formatNumber(outcomes.skipped)}`}>
          <KeyValues rows={left_out.map(({ words, count }) => [words, formatNumber(count)])} />
        </Section>
      ) : null}
      {outcomes.planned ? (
        <Section title="Responses">
          <KeyValues
            rows={[
              ['Replies', formatNumber(campaign.responses.replies)],
              ['Button presses', formatNumber(campaign.responses.button_presses)],
              ['Opt-outs', formatNumber(campaign.responses.opt_outs)],
            ]}
          />
        </Section>
      ) : null}
      <Section title="Details">
        <KeyValues
          rows={[
            ['Template', `${campaign.template}, ${campaign.language}`],
            ['Sent from', formatPhone(campaign.sender_phone)],
            ['Who', campaign.audience_words],
            ['Scheduled by', campaign.created_by],
            ...(campaign.custom_message ? ([['Custom message', campaign.custom_message]] as const) : []),
            ...(campaign.consent_statement
              ? ([['How they gave consent', campaign.consent_statement]] as const)
              : []),
          ]}
        />
      </Section>
    </>
  )
}
