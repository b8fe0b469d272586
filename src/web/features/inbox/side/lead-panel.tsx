import { TagsInput } from '@mantine/core'
import { Link } from 'react-router'
import { cutLabel } from '#contract/conversations/filter.ts'
import type { Conversation } from '#contract/conversations.ts'
import { cutTag, type Lead } from '#contract/leads.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { differenceOf } from '#web/components/forms/difference.ts'
import { toast } from '#web/components/toast.tsx'
import { formatDate } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { PersonRights, useLeadTags } from '../../leads/leads.ts'
import { type useConversationActs, usePanelLead } from '../inbox.queries.ts'
import { nameOf } from '../list/conversation-line.tsx'
import { useLabels } from '../list/list.queries.ts'
import { LeadConsent, LeadDetails, useSavePart } from './lead-parts.tsx'
import { PersonFacts } from './person-facts.tsx'

type PanelProps = {
  conversation: Conversation
  others: { id: number; phone_number_id: string; state: Conversation['state']; last_at: string }[]
  acts: ReturnType<typeof useConversationActs>
}

/** The person beside the conversation, where there is room for them. */
export const LeadPanel = (props: PanelProps) => (
  <aside className="ib-side" aria-label={t('inbox.person')}>
    <PersonSections {...props} />
  </aside>
)

/** Labels of the conversation, what is known of the lead, their consent, campaigns, notes and other conversations. */
export function PersonSections({ conversation, others, acts }: PanelProps) {
  const zone = useZone()
  const known = usePanelLead(conversation.lead_id)
  const lead = known?.lead
  const name = nameOf(conversation)
  return (
    <>
      <section className="sp-sec">
        <div className="sp-who">
          <Avatar name={conversation.name} size="large" quiet />
          <div>
            <h2>
              <bdi>{name}</bdi>
            </h2>
            <p className="sm t2 num">{formatPhone(conversation.address)}</p>
          </div>
        </div>
        {lead ? <Tags key={lead.id} lead={lead} /> : null}
      </section>
      <Labels conversation={conversation} acts={acts} />
      {lead ? <LeadDetails key={lead.id} lead={lead} /> : null}
      {known ? (
        <LeadConsent
          lead={known.lead}
          suppressed={known.suppressed}
          held={known.held}
          history={known.history}
          name={name}
        />
      ) : null}
      <PersonFacts id={conversation.id} />
      {others.length > 0 ? (
        <section className="sp-sec">
          <h3>{t('inbox.otherConversations')}</h3>
          <ul className="mini">
            {others.map((other) => (
              <li key={other.id}>
                <Link to={`/conversations/${other.id}`}>{formatDate(other.last_at, zone)}</Link>
                <span className="t3">{t('inbox.state', { state: other.state })}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {lead ? (
        <section className="sp-sec">
          <PersonRights lead={lead} name={name} />
        </section>
      ) : null}
    </>
  )
}

/** Tags belong to the lead: lists and campaigns find the person by them. */
function Tags({ lead }: { lead: Lead }) {
  const all = useLeadTags()
  const save = useSavePart(lead)
  return (
    <TagsInput
      className="mt2"
      size="xs"
      label={t('inboxSide.tags')}
      placeholder={t('inboxSide.addTag')}
      maxTags={50}
      data={all.map(({ tag }) => tag)}
      value={lead.tags}
      onChange={(next) => {
        const { added, removed } = differenceOf(lead.tags, next.map(cutTag))
        void save({ add_tags: added, remove_tags: removed }, 'tags').then(
          (fault) => fault && toast.error(fault),
        )
      }}
    />
  )
}

/** Labels sort conversations. */
function Labels({
  conversation: { labels },
  acts: { update },
}: {
  conversation: Conversation
  acts: ReturnType<typeof useConversationActs>
}) {
  const all = useLabels()
  return (
    <section className="sp-sec">
      <h3>
        {t('inbox.labels')}
        <Link className="sm plain" to="/conversations/settings#labels">
          {t('inboxSide.manage')}
        </Link>
      </h3>
      <TagsInput
        size="xs"
        aria-label={t('inbox.addLabel')}
        placeholder={t('inbox.addLabel')}
        maxTags={20}
        data={all.map(({ name }) => name)}
        value={labels}
        onChange={(next) => {
          const { added, removed } = differenceOf(labels, next.map(cutLabel))
          update.mutate({ add_labels: added, remove_labels: removed })
        }}
      />
    </section>
  )
}
