import { TextInput } from '@mantine/core'
import { IconBan, IconCheck, IconMinus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import type { Conversation } from '#contract/conversations.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { Icon } from '#web/components/icon.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { Tag } from '#web/components/tag.tsx'
import { formatDate } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { type useConversationActs, usePanelLead } from '../inbox.queries.ts'
import { nameOf } from '../list/conversation-line.tsx'

/** The person: labels of the conversation, what is known of the lead, their consent, and their other conversations. */
export function LeadPanel({
  conversation,
  others,
  acts,
}: {
  conversation: Conversation
  others: { id: number; phone_number_id: string; state: Conversation['state']; last_at: string }[]
  acts: ReturnType<typeof useConversationActs>
}) {
  const zone = useZone()
  const known = usePanelLead(conversation.lead_id)
  const lead = known?.lead
  const details = Object.entries(lead?.attributes ?? {}).slice(0, 8)
  return (
    <aside className="ib-side" aria-label={t('inbox.person')}>
      <section className="sp-sec">
        <div className="sp-who">
          <Avatar name={conversation.name} size="large" quiet />
          <div>
            <h2>{nameOf(conversation)}</h2>
            <p className="sm t2 num">{formatPhone(conversation.address)}</p>
          </div>
        </div>
        {lead?.tags.length ? (
          <div className="sp-tags">
            {lead.tags.map((tag) => (
              <Tag key={tag} name={tag} />
            ))}
          </div>
        ) : null}
      </section>
      <Labels conversation={conversation} acts={acts} />
      {lead ? (
        <section className="sp-sec">
          <h3>
            {t('inbox.leadDetails')}
            <Link className="sm" to={`/lead-generator/${lead.id}`}>
              {t('inbox.openLead')}
            </Link>
          </h3>
          <KeyValues
            rows={[
              ...(lead.email ? [[t('inbox.email'), lead.email] as const] : []),
              ...details.map(([name, value]) => [name, String(value)] as const),
              [t('inbox.since'), formatDate(lead.created_at, zone)] as const,
            ]}
          />
        </section>
      ) : null}
      {lead ? (
        <section className="sp-sec">
          <h3>{t('inbox.consent')}</h3>
          <p className="cons">
            <Icon
              of={
                lead.consent === 'opted_out' || known?.suppressed
                  ? IconBan
                  : lead.consent === 'opted_in'
                    ? IconCheck
                    : IconMinus
              }
            />
            {t('inbox.consentIs', {
              consent: known?.suppressed && !known.held ? 'opted_out' : lead.consent,
            })}
          </p>
          {lead.consent_source || lead.consent_at ? (
            <p className="xs t3 mt1">
              {[lead.consent_source, lead.consent_at ? formatDate(lead.consent_at, zone) : null]
                .filter(Boolean)
                .join(', ')}
            </p>
          ) : null}
        </section>
      ) : null}
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
    </aside>
  )
}

/** Labels sort conversations; tags belong to the lead. */
function Labels({
  conversation: { labels },
  acts: { update },
}: {
  conversation: Conversation
  acts: ReturnType<typeof useConversationActs>
}) {
  const [typed, setTyped] = useState('')
  const add = (event: KeyboardEvent) => {
    const label = typed.trim()
    if (event.key !== 'Enter' || label === '') return
    event.preventDefault()
    setTyped('')
    if (!labels.includes(label)) update.mutate({ labels: [...labels, label] })
  }
  return (
    <section className="sp-sec">
      <h3>{t('inbox.labels')}</h3>
      {labels.length > 0 ? (
        <div className="sp-tags">
          {labels.map((label) => (
            <Tag
              key={label}
              name={label}
              onRemove={() => update.mutate({ labels: labels.filter((one) => one !== label) })}
            />
          ))}
        </div>
      ) : null}
      <TextInput
        className="mt1"
        size="xs"
        aria-label={t('inbox.addLabel')}
        placeholder={t('inbox.addLabel')}
        maxLength={40}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onKeyDown={add}
      />
    </section>
  )
}
