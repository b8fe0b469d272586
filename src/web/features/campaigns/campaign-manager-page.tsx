import { useState } from 'react'
import { Tabs } from '#web/components/forms/segmented.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { useMe, useZone } from '#web/session/me.ts'
import { Done, type Scheduled } from './campaign-done.tsx'
import { CampaignList } from './campaign-list.tsx'
import { useLatestCampaign } from './campaigns.queries.ts'
import { CampaignDrafts } from './form/campaign-drafts.tsx'
import { CampaignForm } from './form/campaign-form.tsx'
import { formName } from './form/form-start.ts'
import { WithSubject } from './form/form-subject.tsx'
import { FormLede, ListLede } from './form/manager-ledes.tsx'
import { useOffers } from './form/use-draft.ts'
import './campaigns.css'
import { t } from '#web/messages/t.ts'

/** Campaign Manager: the form of a campaign, and the list of all campaigns. */
export default function CampaignManagerPage() {
  const [params, setParams] = useSearchChoice()
  const view = params.get('view') === 'all' ? 'all' : 'new'
  const offers = useOffers()
  const zone = useZone()
  // The form waits for the business's zone: otherwise it starts with the browser's, then starts again.
  const isZoneKnown = !useMe().isPending
  const latest = useLatestCampaign()
  // When a form is submitted, a new one is shown, with the result above it.
  const [{ round, answer }, setEnded] = useState<{ round: number; answer: Scheduled | null }>({
    round: 0,
    answer: null,
  })
  const show = (next: 'new' | 'all') => setParams(next === 'all' ? { view: 'all' } : {}, { push: true })
  const name = formName(params)
  const key = `${zone} ${round} ${name}`
  return (
    <>
      <PageHeader
        title={t('campaigns.manager.title')}
        lede={view === 'new' ? <FormLede offers={offers} /> : <ListLede latest={latest} />}
      />
      <Tabs
        label={t('campaigns.manager.views')}
        choices={[
          { value: 'new', name: t(params.has('edit') ? 'campaigns.manager.edit' : 'campaigns.manager.new') },
          { value: 'all', name: t('campaigns.manager.all') },
        ]}
        value={view}
        onChange={show}
      >
        {view === 'all' ? (
          <>
            <CampaignDrafts zone={zone} />
            <CampaignList onCreate={() => show('new')} />
          </>
        ) : !isZoneKnown ? (
          <SkeletonLines lines={8} label={t('campaigns.manager.loadingForm')} />
        ) : (
          <>
            {/* Hidden above the form that its undo opened. */}
            {answer && name === 'campaign' ? <Done key={round} answer={answer} /> : null}
            <WithSubject key={key} params={params} zone={zone}>
              {(subject) => (
                <CampaignForm
                  key={key}
                  subject={subject}
                  offers={offers}
                  onEnd={(ended) => {
                    setEnded({ round: round + 1, answer: ended })
                    setParams({}, { top: true })
                    window.scrollTo({ top: 0 })
                  }}
                />
              )}
            </WithSubject>
          </>
        )}
      </Tabs>
    </>
  )
}
