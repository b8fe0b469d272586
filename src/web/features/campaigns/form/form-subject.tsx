import { type ReactNode, useState } from 'react'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { useCampaignDraft, useSavedDraft } from '../campaigns.queries.ts'
import type { FormSubject } from './campaign-form.tsx'
import { firstDraft } from './draft-state.ts'
import { formName, readForm, startFromAddress, startFromCampaign } from './form-start.ts'

/** Reads from the address what the form is about: a campaign to edit or copy, a draft, or a new campaign. */
export function WithSubject({
  params,
  zone,
  children,
}: {
  params: URLSearchParams
  zone: string
  children: (subject: FormSubject) => ReactNode
}) {
  const idOf = (name: string) => Number(params.get(name)) || 0
  const [edit, copy, draft] = [idOf('edit'), idOf('copy'), idOf('draft')]
  const source = edit || copy
  const campaign = useCampaignDraft(source)
  const saved = useSavedDraft(source === 0 ? draft : 0)
  const [now] = useState(() => new Date())
  const asked = source > 0 ? campaign : draft > 0 ? saved : null
  if (asked?.isError) {
    return (
      <ErrorState
        error={asked.error}
        words={{ failed: t('campaigns.form.submit.notOpened') }}
        onRetry={() => asked.refetch()}
      />
    )
  }
  if (asked && !asked.data) return <SkeletonLines lines={8} label={t('campaigns.loadingCampaign')} />
  const name = formName(params)
  if (campaign.data && source) {
    const found = campaign.data.draft
    if (edit && !found.editable) {
      return (
        <Banner
          kind="error"
          action={
            <LinkButton size="small" to={`/campaigns?copy=${found.id}`}>
              {t('campaigns.duplicate')}
            </LinkButton>
          }
        >
          {t('campaigns.form.submit.notEditable')}
        </Banner>
      )
    }
    return children({
      // What was typed over an earlier state of the campaign is not brought back over this one.
      name: edit ? `${name} ${found.revision}` : name,
      start: startFromCampaign(found, !edit, now),
      edits: edit ? { id: edit, revision: found.revision } : null,
      draftId: null,
    })
  }
  if (saved.data && draft) {
    const first = firstDraft(zone, now)
    return children({
      name,
      start: readForm(saved.data.draft.form, first) ?? first,
      edits: null,
      draftId: draft,
    })
  }
  return children({ name, start: startFromAddress(params, zone), edits: null, draftId: null })
}
