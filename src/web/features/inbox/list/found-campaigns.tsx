import type { ConversationFilter } from '#contract/conversations/filter.ts'
import { formatShort } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { useFoundCampaigns } from './list.queries.ts'

/** Campaigns whose text has the words that are looked for: a press shows the conversations of their people. */
export function FoundCampaigns({
  filter,
  onTake,
}: {
  filter: ConversationFilter
  onTake: (filter: ConversationFilter) => void
}) {
  const zone = useZone()
  const found = useFoundCampaigns(filter.campaign_id ? undefined : filter.search)
  if (found.length === 0) return null
  return (
    <div className="ib-found">
      <span>{t('inbox.inCampaigns')}</span>
      {found.map(({ id, name, at }) => (
        <button
          key={id}
          type="button"
          className="ib-btn"
          onClick={() => onTake({ ...filter, view: 'all', search: undefined, campaign_id: id })}
        >
          <span className="nm">{name}</span> <time dateTime={at}>{formatShort(at, zone, new Date())}</time>
        </button>
      ))}
    </div>
  )
}
