import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { campaignDrafts, type SavedDraft } from '#contract/campaigns/drafts.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Section } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useCampaignCache, useSavedDrafts } from '../campaigns.queries.ts'

/** Saved drafts, above the campaigns; nothing where there are none. */
export function CampaignDrafts({ zone }: { zone: string }) {
  const cache = useCampaignCache()
  const list = useSavedDrafts()
  const remove = useMutation({
    mutationFn: (id: number) => call(campaignDrafts.remove, { params: { id } }),
    onSuccess: () => toast.success(t('campaigns.drafts.deleted')),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('campaigns.drafts.deleteFailed') })),
    onSettled: () => cache.draftsChanged(),
  })
  const ask = async ({ id, name }: SavedDraft) => {
    const yes = await confirm({
      title: t('campaigns.drafts.ask', { name }),
      consequence: t('campaigns.drafts.askWhy'),
      confirm: t('campaigns.drafts.deleteDraft'),
    })
    if (yes) remove.mutate(id)
  }
  const drafts = list.data?.drafts ?? []
  if (drafts.length === 0) return null
  return (
    <Section first title={t('campaigns.drafts.title')}>
      <ul className="lines drafts">
        {drafts.map((draft) => (
          <li key={draft.id} className="row sp">
            <div>
              <Link className="b" to={`/campaigns?draft=${draft.id}`}>
                {draft.name || t('campaigns.drafts.unnamed')}
              </Link>
              <div className="sm t3 num">
                {t('campaigns.drafts.saved', { when: formatMoment(draft.updated_at, zone) })}
              </div>
            </div>
            <span className="row n">
              <LinkButton size="small" to={`/campaigns?draft=${draft.id}`}>
                {t('campaigns.drafts.continue')}
              </LinkButton>
              <Button kind="quiet" size="small" onClick={() => void ask(draft)}>
                {t('campaigns.drafts.delete')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
