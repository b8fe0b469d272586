import { Link } from 'react-router'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { formatNumber } from '#web/format/number.ts'
import { useLeadSummary } from '#web/session/business.queries.ts'
import { newsOf } from '../campaign-words.ts'
import type { useOffers } from './use-draft.ts'

/** What a campaign needs, and whether it is there. */
export function FormLede({ offers }: { offers: ReturnType<typeof useOffers> }) {
  const summary = useLeadSummary()
  if (!summary || offers.list.isPending)
    return <>A campaign needs an approved template and the people it is for.</>
  if (offers.connection && offers.numbers.length === 0) {
    return (
      <>
        No WhatsApp number is connected yet. <Link to="/meta/waba-setup">Connect one</Link>, and a campaign
        can go out.
      </>
    )
  }
  if (offers.sendableCount === 0 || summary.total === 0) {
    const template = offers.sendableCount ? 'the people it is for' : 'an approved template'
    const both = offers.sendableCount === 0 && summary.total === 0
    return (
      <>
        A campaign needs an approved template and the people it is for.{' '}
        <b>{both ? 'Both are still missing.' : `What is missing is ${template}.`}</b>
      </>
    )
  }
  return (
    <>
      <b>{formatNumber(offers.sendableCount)}</b> approved{' '}
      {offers.sendableCount === 1 ? 'template' : 'templates'}, and <b>{formatNumber(summary.writable)}</b> of{' '}
      {formatNumber(summary.total)} people can receive one.
    </>
  )
}

/** The news of the list: the latest campaign. */
export function ListLede({ latest }: { latest: CampaignSummary | undefined }) {
  if (!latest) return <>Nothing has been sent yet.</>
  return (
    <>
      The latest, <b>{latest.name}</b>, {newsOf(latest)}.
    </>
  )
}
