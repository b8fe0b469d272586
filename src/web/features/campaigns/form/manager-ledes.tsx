import type { CampaignSummary } from '#contract/campaigns.ts'
import { linkTo, tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useLeadSummary } from '#web/session/business.queries.ts'
import { latestText } from '../campaign-text.ts'
import type { useOffers } from './use-draft.ts'

/** What a campaign needs, and what is missing. */
export function FormLede({ offers }: { offers: ReturnType<typeof useOffers> }) {
  const summary = useLeadSummary()
  if (!summary || offers.list.isPending) return t('campaigns.needs.both')
  if (offers.connection && offers.numbers.length === 0) {
    return t.rich('campaigns.needs.number', { link: linkTo('/meta/waba-setup') })
  }
  if (offers.sendableCount === 0 || summary.total === 0) {
    if (offers.sendableCount) return t.rich('campaigns.needs.peopleMissing', { b: tags.b })
    const missing = summary.total === 0 ? 'bothMissing' : 'templateMissing'
    return t.rich(`campaigns.needs.${missing}`, { b: tags.b })
  }
  return t.rich('campaigns.needs.ready', {
    b: tags.b,
    templates: offers.sendableCount,
    writable: summary.writable,
    total: summary.total,
  })
}

/** The latest campaign, above the list. */
export function ListLede({ latest }: { latest: CampaignSummary | undefined }) {
  return latest ? latestText(latest, tags.b) : t('campaigns.latest.none')
}
