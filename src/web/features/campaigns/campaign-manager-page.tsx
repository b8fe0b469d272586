import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Tabs } from '#web/components/forms/segmented.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
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

/** Campaign Manager: a campaign's form, and beside it all campaigns there are. */
export default function CampaignManagerPage() {
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'all' ? 'all' : 'new'
  const offers = useOffers()
  const zone = useZone()
  // Until the business's zone is known the form would begin in the browser's, and begin again.
  const isZoneKnown = !useMe().isPending
  const latest = useLatestCampaign()
  // Each form that ends leaves a new one, and what became of it above that.
  const [{ round, answer }, setEnded] = useState<{ round: number; answer: Scheduled | null }>({
    round: 0,
    answer: null,
  })
  const show = (next: 'new' | 'all') =>
    setParams(next === 'all' ? { view: 'all' } : {}, { preventScrollReset: true })
  const name = formName(params)
  const key = `${zone} ${round} ${name}`
  return (
    <>
      <PageHeader
        title="Campaign Manager"
        lede={view === 'new' ? <FormLede offers={offers} /> : <ListLede latest={latest} />}
      />
      <Tabs
        label="Campaigns"
        choices={[
          { value: 'new', name: params.has('edit') ? 'Edit campaign' : 'New campaign' },
          { value: 'all', name: 'All campaigns' },
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
          <SkeletonLines lines={8} label="Loading the form" />
        ) : (
          <>
            {/* Not above the form that its own undo has opened. */}
            {answer && name === 'campaign' ? <Done key={round} answer={answer} /> : null}
            <WithSubject key={key} params={params} zone={zone}>
              {(subject) => (
                <CampaignForm
                  key={key}
                  subject={subject}
                  offers={offers}
                  onEnd={(ended) => {
                    setEnded({ round: round + 1, answer: ended })
                    setParams({}, { replace: true })
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
