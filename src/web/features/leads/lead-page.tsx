import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { LeadEvent } from '#contract/leads/views.ts'
import type { Lead } from '#contract/leads.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState, ScreenError } from '#web/components/error-state.tsx'
import { Timeline } from '#web/components/figures/timeline.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { messageTone, type Tone } from '#web/components/status.tsx'
import { Tag } from '#web/components/tag.tsx'
import { toast } from '#web/components/toast.tsx'
import { LeadProofs } from '#web/features/growth/growth.ts'
import { formatDateTime, formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { ConsentState } from './consent.tsx'
import { ConsentWindow } from './consent-window.tsx'
import { EditLead } from './edit-lead.tsx'
import { leadErrors } from './lead-errors.ts'
import { useLead, useOpenConversation, useRemoveLead } from './leads.queries.ts'
import { messageStatusName } from './message-status.ts'
import { PersonRights } from './person/person-rights.tsx'
import { sourceName } from './source-name.ts'
import './leads-feature.css'

const crumbs = () => [{ to: '/lead-generator', name: t('leads.title') }]

/** One lead: details, consent and history. */
export default function LeadPage() {
  const id = Number(useParams().id)
  const query = useLead(id)
  if (query.isError && !query.data) {
    return (
      <>
        <PageHeader title={t('leads.lead')} crumbs={crumbs()} />
        <ScreenError
          thing="lead"
          back={crumbs()[0]}
          error={query.error}
          words={leadErrors.fetch()}
          onRetry={() => query.refetch()}
        />
      </>
    )
  }
  if (!query.data) {
    return (
      <>
        <PageHeader title={t('leads.lead')} crumbs={crumbs()} />
        <SkeletonLines lines={8} label={t('leads.person.loading')} />
      </>
    )
  }
  return (
    <>
      {query.isError ? (
        <ErrorState
          error={query.error}
          words={leadErrors.fetch()}
          onRetry={() => query.refetch()}
          dataFrom={query.dataUpdatedAt}
        />
      ) : null}
      <Person {...query.data} />
    </>
  )
}

type PersonProps = {
  lead: Lead
  suppressed: boolean
  held: boolean
  /** Other phones and user ids of the same person. */
  aliases: readonly { address: string; left_at: string | null }[]
  history: LeadEvent[]
}

/** A person who shows neither a name nor a number. */
const hiddenName = ({ username }: Lead) => (username ? `@${username}` : t('leads.person.nameless'))

function Person({ lead, suppressed, held, aliases, history }: PersonProps) {
  const zone = useZone()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'in' | 'out' | null>(null)
  const [editing, setEditing] = useState(false)
  const name = lead.name || (lead.phone ? formatPhone(lead.phone) : hiddenName(lead))
  const chat = useOpenConversation({
    onSuccess: ({ conversation }) => void navigate(`/conversations/${conversation.id}`),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })
  const remove = useRemoveLead(lead.id, {
    onSuccess: () => {
      toast.success(t('leads.person.deleted', { name }))
      return navigate('/lead-generator')
    },
    onError: (error) => toast.error(sentenceFor(error, leadErrors.change())),
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('leads.person.deleteTitle', { name }),
      consequence: t('leads.person.deleteConsequence'),
      confirm: t('leads.person.delete'),
      cancel: t('leads.person.keep'),
    })
    if (sure) remove.mutate()
  }
  return (
    <>
      <PageHeader
        title={name}
        crumbs={crumbs()}
        lede={ledeOf(lead)}
        actions={
          <>
            {lead.consent === 'opted_in' && !lead.unreachable_at ? (
              <LinkButton to={`/campaigns?leads=${lead.id}`}>{t('leads.person.message')}</LinkButton>
            ) : null}
            {!lead.phone && lead.bsuid && lead.consent !== 'opted_out' ? (
              <LinkButton to={`/meta/send-message?${new URLSearchParams({ recipient: lead.bsuid, name })}`}>
                {t('leads.person.sendOne')}
              </LinkButton>
            ) : null}
            <Button
              busy={chat.isPending && t('app.workingBusy')}
              onClick={() => chat.mutate({ lead_id: lead.id })}
            >
              {t('leads.person.conversation')}
            </Button>
            <Button onClick={() => setEditing(true)}>{t('leads.edit.title')}</Button>
            <Button kind="danger" busy={remove.isPending && t('leads.deleting')} onClick={() => void ask()}>
              {t('leads.person.delete')}
            </Button>
          </>
        }
      />
      {held && lead.consent !== 'opted_out' ? (
        <Banner kind="waiting">{t('leads.person.held')}</Banner>
      ) : suppressed && lead.consent !== 'opted_out' ? (
        <Banner kind="error">{t('leads.person.suppressed')}</Banner>
      ) : null}
      {lead.unreachable_at ? (
        <Banner kind="waiting">
          {t('leads.person.unreachable', { time: formatMoment(lead.unreachable_at, zone) })}
        </Banner>
      ) : null}
      <div className="cols">
        <div>
          <Section title={t('leads.person.history')} first aside={t('leads.timesIn', { zone })}>
            <Timeline
              moments={history.map((event, at) => ({
                key: at,
                tone: toneOf(event),
                title: event.message_id ? (
                  <Link to={`/message-logs?message=${event.message_id}`}>
                    {t('leads.person.historyMessage', {
                      sentence: event.sentence,
                      status: messageStatusName(event.status ?? ''),
                    })}
                  </Link>
                ) : (
                  event.sentence
                ),
                time: formatDateTime(event.at, zone),
                says: event.details ? t('leads.person.quote', { text: event.details }) : undefined,
              }))}
            />
          </Section>
          <LeadProofs leadId={lead.id} />
        </div>
        <aside aria-label={t('leads.person.details')}>
          <div className="well">
            <h2>{t('leads.fields.consent')}</h2>
            <p className="mt3">
              <ConsentState consent={lead.consent} />
            </p>
            {lead.consent_at ? (
              <p className="sm t3 mt1">
                {t('leads.person.since', { time: formatMoment(lead.consent_at, zone) })}
              </p>
            ) : null}
            <div className="row mt3">
              {lead.consent === 'opted_in' && !held ? null : (
                <Button size="small" onClick={() => setAsking('in')}>
                  {t('leads.consent.record')}
                </Button>
              )}
              {lead.consent === 'opted_out' ? null : (
                <Button size="small" kind="danger" onClick={() => setAsking('out')}>
                  {t('leads.consent.optOut')}
                </Button>
              )}
            </div>
          </div>
          <div className="mt6">
            <KeyValues
              rows={[
                [
                  t('leads.fields.phone'),
                  lead.phone ? (
                    <span key="phone" className="num">
                      {formatPhone(lead.phone)}
                    </span>
                  ) : (
                    t('leads.fields.hiddenPhone')
                  ),
                ],
                ...(lead.username ? [[t('leads.fields.username'), `@${lead.username}`] as const] : []),
                ...(aliases.length
                  ? [
                      [
                        t('leads.person.otherAddresses'),
                        <span key="aliases">
                          {aliases.map(({ address, left_at }) => (
                            <span key={address} className="num alias">
                              {formatPhone(address)}
                              {left_at ? (
                                <span className="t3">
                                  {' '}
                                  {t('leads.person.until', { time: formatMoment(left_at, zone) })}
                                </span>
                              ) : null}
                            </span>
                          ))}
                          <span className="sm t3 alias">{t('leads.person.optOutForAll')}</span>
                        </span>,
                      ] as const,
                    ]
                  : []),
                [t('leads.fields.email'), lead.email],
                [t('leads.fields.tags'), lead.tags.length ? <Tags key="tags" tags={lead.tags} /> : null],
                [t('leads.fields.source'), sourceName(lead.source)],
                ...Object.entries(lead.attributes).map(
                  ([key, value]) => [key, <Value key={key} text={value} />] as const,
                ),
              ]}
            />
            {lead.attribution ? (
              <p className="sm t3 mt3">
                <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
                  {lead.attribution}
                </a>
              </p>
            ) : null}
          </div>
          <PersonRights lead={lead} name={name} />
        </aside>
      </div>
      <ConsentWindow lead={lead} name={name} asking={asking} onClose={() => setAsking(null)} />
      {editing ? <EditLead lead={lead} onClose={() => setEditing(false)} /> : null}
    </>
  )
}

function ledeOf({ consent, last_message: last }: Lead) {
  return (
    <>
      {t(`leads.person.may.${consent}`)}{' '}
      {last
        ? t('leads.person.lastMessage', { status: messageStatusName(last.status) })
        : t('leads.person.noMessage')}
    </>
  )
}

function toneOf({ kind, status }: LeadEvent): Tone {
  if (kind === 'message') return messageTone(status ?? '')
  return 'wait'
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="row lead-tags">
      {tags.map((tag) => (
        <Tag key={tag} name={tag} />
      ))}
    </span>
  )
}

/** A value of an import or a directory; an address becomes a link. */
function Value({ text }: { text: string }) {
  return /^https?:\/\/\S+$/.test(text) ? (
    <a href={text} target="_blank" rel="noreferrer nofollow">
      {text.replace(/^https?:\/\/(www\.)?/, '')}
    </a>
  ) : (
    text
  )
}
