import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { campaigns } from '#contract/campaigns.ts'
import { queryFor } from '#web/api.ts'
import { PageHeader } from '#web/components/page.tsx'
import { Tabs } from '#web/components/segmented.tsx'
import { useZone } from '#web/me.ts'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignList } from './campaign-list.tsx'
import { FormLede, ListLede } from './manager-ledes.tsx'
import { useOffers } from './use-draft.ts'
import './campaigns.css'

/** Campaign Manager: a new campaign, and beside it all there are. */
export default function CampaignManagerPage() {
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'all' ? 'all' : 'new'
  const offers = useOffers()
  const zone = useZone()
  const latest = useQuery(queryFor(campaigns.list, { query: { limit: 1 } }))
  const show = (next: 'new' | 'all') =>
    setParams(next === 'all' ? { view: 'all' } : {}, { preventScrollReset: true })
  return (
    <>
      <PageHeader
        title="Campaign Manager"
        lede={view === 'new' ? <FormLede offers={offers} /> : <ListLede latest={latest.data?.campaigns[0]} />}
      />
      <Tabs
        label="Campaigns"
        choices={[
          { value: 'new', name: 'New campaign' },
          { value: 'all', name: 'All campaigns' },
        ]}
        value={view}
        onChange={show}
      >
        {view === 'all' ? (
          <CampaignList onCreate={() => show('new')} />
        ) : (
          <CampaignForm
            key={zone}
            zone={zone}
            offers={offers}
            start={{
              templateId: Number(params.get('template')) || null,
              tag: params.get('tag'),
              leadIds: (params.get('leads') ?? '')
                .split(',')
                .map(Number)
                .filter(Number.isSafeInteger)
                .filter(Boolean),
              silentCampaign: Number(params.get('unanswered')) || null,
            }}
          />
        )}
      </Tabs>
    </>
  )
}
