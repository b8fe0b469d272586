import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewVersion } from '#contract/campaigns/parts.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { PhonePreview } from '#web/components/phone-preview.tsx'
import { messageOf } from '#web/components/previews/template-preview.ts'
import { useHeaderImage } from '#web/components/previews/use-header-image.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { useTemplate } from '#web/session/business.queries.ts'
import { useCampaignCache } from '../campaigns.queries.ts'
import { type Filling, fillingOf, parametersOf } from '../form/draft-state.ts'
import { VariableRow, VariablesTable } from '../form/variables-step.tsx'

/** What a waiting campaign sends from now on and, where its variables changed, what fills them. */
export function NewVersionPanel({ campaign, version }: { campaign: Campaign; version: NewVersion }) {
  const asks = version.variables.some(({ added }) => added)
  const [fillings, setFillings] = useState<Record<string, Filling>>({})
  const filled = Object.fromEntries(
    version.variables.map((plan) => [plan.key, fillings[plan.key] ?? fillingOf(plan.suggested)]),
  )
  const resume = useResume(campaign, version, filled)
  const template = useTemplate(campaign.template_id)
  const image = useHeaderImage({ header: template.data?.template.header, id: campaign.template_id })
  const errors = resume.error instanceof ApiError ? resume.error.fields : {}
  return (
    <Section first title={t('campaigns.page.version.title')}>
      <p className="t2">{t(asks ? 'campaigns.page.version.asks' : 'campaigns.page.version.shows')}</p>
      <div className="version">
        <PhonePreview business={campaign.sender_name} message={messageOf(partsOf(version, filled), image)} />
        <div>
          {version.variables.length ? (
            <VariablesTable>
              {version.variables.map((plan) => (
                <VariableRow
                  key={plan.key}
                  plan={plan}
                  filling={filled[plan.key]!}
                  attributes={version.attributes}
                  {...(errors[`parameters.${plan.key}`] && { error: errors[`parameters.${plan.key}`]! })}
                  onChange={(filling) => setFillings((now) => ({ ...now, [plan.key]: filling }))}
                />
              ))}
            </VariablesTable>
          ) : (
            <p className="t2">{t('campaigns.page.version.none')}</p>
          )}
          <SubmitError error={resume.error} words={{ failed: t('campaigns.failed') }} />
          <div className="row mt4">
            <Button
              kind={asks ? 'yours' : undefined}
              busy={resume.isPending && t('campaigns.page.actions.resuming')}
              onClick={() => resume.mutate()}
            >
              {t('campaigns.page.version.resume')}
            </Button>
          </div>
        </div>
      </div>
    </Section>
  )
}

function useResume(campaign: Campaign, version: NewVersion, filled: Record<string, Filling>) {
  const cache = useCampaignCache()
  const input = { params: { id: campaign.id } }
  return useMutation({
    mutationFn: () =>
      call(campaigns.useNewVersion, {
        ...input,
        body: { parameters: parametersOf(filled, version.variables) },
      }),
    onSuccess: (answer) => {
      cache.put(answer.campaign)
      void cache.listChanged()
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: t('campaigns.failed') })),
  })
}

/** The message with its fixed texts, and samples where values differ by person. */
function partsOf({ components, variables }: NewVersion, filled: Record<string, Filling>) {
  return {
    components,
    variables: variables.map(({ key, where, sample }) => ({
      name: key.replace(/^(header|button|card|location|offer)\./, ''),
      where,
      value: filled[key]?.choice === 'text' ? (filled[key]?.text ?? '') : sample,
    })),
  }
}
