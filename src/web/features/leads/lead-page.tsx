import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { LeadEvent } from '#contract/leads/views.ts'
import { type Lead, leads } from '#contract/leads.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Timeline } from '#web/components/figures/timeline.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { messageTone, type Tone } from '#web/components/status.tsx'
import { Tag } from '#web/components/tag.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatDateTime, formatMoment } from '#web/format/time.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { ConsentState } from './consent.tsx'
import { ConsentWindow } from './consent-window.tsx'
import { EditLead } from './edit-lead.tsx'
import { leadWords, useLeadsChanged } from './leads.queries.ts'
import { PersonRights } from './person/person-rights.tsx'
import { sourceName } from './source-name.ts'
import './leads-feature.css'

const crumbs = [{ to: '/lead-generator', name: 'Lead Generator' }]

/** One person: what is known of them, what they agreed to, and all that happened. */
export default function LeadPage() {
  const id = Number(useParams().id)
  const query = useQuery({ ...queryFor(leads.get, { params: { id } }), retry: false })
  if (query.isError && !query.data) {
    return (
      <>
        <PageHeader title="Lead" crumbs={crumbs} />
        <ErrorState error={query.error} words={leadWords.fetch} onRetry={() => query.refetch()} />
      </>
    )
  }
  if (!query.data) {
    return (
      <>
        <PageHeader title="Lead" crumbs={crumbs} />
        <SkeletonLines lines={8} label="Loading the lead" />
      </>
    )
  }
  return (
    <>
      {query.isError ? (
        <ErrorState
          error={query.error}
          words={leadWords.fetch}
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
const hiddenName = ({ username }: Lead) => (username ? `@${username}` : 'A person without a name')

function Person({ lead, suppressed, held, aliases, history }: PersonProps) {
  const zone = useZone()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const changed = useLeadsChanged()
  const [asking, setAsking] = useState<'in' | 'out' | null>(null)
  const [editing, setEditing] = useState(false)
  const name = lead.name || (lead.phone ? formatPhone(lead.phone) : hiddenName(lead))
  const remove = useMutation({
    mutationFn: () => call(leads.remove, { params: { id: lead.id } }),
    onSuccess: async () => {
      toast.success(`${name} deleted`)
      navigate('/lead-generator')
      queries.removeQueries({ queryKey: keyOf(leads.get, { params: { id: lead.id } }) })
      await changed()
    },
    onError: (error) => toast.error(sentenceFor(error, leadWords.change)),
  })
  const ask = async () => {
    const sure = await confirm({
      title: `Delete ${name}?`,
      consequence:
        'They leave your lists and every audience. Messages already sent stay in the logs, and an opt-out stays with the number. This cannot be undone.',
      confirm: 'Delete lead',
    })
    if (sure) remove.mutate()
  }
  return (
    <>
      <PageHeader
        title={name}
        crumbs={crumbs}
        lede={ledeOf(lead)}
        actions={
          <>
            {lead.consent === 'opted_in' && !lead.unreachable_at ? (
              <LinkButton to={`/campaigns?leads=${lead.id}`}>Write to them</LinkButton>
            ) : null}
            {!lead.phone && lead.bsuid && lead.consent !== 'opted_out' ? (
              <LinkButton to={`/meta/send-message?${new URLSearchParams({ recipient: lead.bsuid, name })}`}>
                Send one message
              </LinkButton>
            ) : null}
            <Button onClick={() => setEditing(true)}>Edit lead</Button>
            <Button kind="danger" busy={remove.isPending && 'Deleting...'} onClick={() => void ask()}>
              Delete lead
            </Button>
          </>
        }
      />
      {held && lead.consent !== 'opted_out' ? (
        <Banner kind="waiting">
          Their last reply was unclear, so we asked them. Marketing waits for the answer. If you know it,
          record it here.
        </Banner>
      ) : suppressed && lead.consent !== 'opted_out' ? (
        <Banner kind="error">This number is on the suppression list: no campaign reaches it.</Banner>
      ) : null}
      {lead.unreachable_at ? (
        <Banner kind="waiting">
          WhatsApp could not reach this number on {formatMoment(lead.unreachable_at, zone)}. It is left out of
          campaigns until they write, or until you correct it.
        </Banner>
      ) : null}
      <div className="cols">
        <Section title="History" first aside={`Times in ${zone}`}>
          <Timeline
            moments={history.map((event, at) => ({
              key: at,
              tone: toneOf(event),
              title: event.message_id ? (
                <Link to={`/message-logs?message=${event.message_id}`}>
                  {event.sentence}: {event.status}
                </Link>
              ) : (
                event.sentence
              ),
              time: formatDateTime(event.at, zone),
              says: event.details ? `“${event.details}”` : undefined,
            }))}
          />
        </Section>
        <aside aria-label="Details">
          <div className="well">
            <h2>Consent</h2>
            <p className="mt3">
              <ConsentState consent={lead.consent} />
            </p>
            {lead.consent_at ? (
              <p className="sm t3 mt1">Since {formatMoment(lead.consent_at, zone)}</p>
            ) : null}
            <div className="row mt3">
              {lead.consent === 'opted_in' && !held ? null : (
                <Button size="small" onClick={() => setAsking('in')}>
                  Record consent
                </Button>
              )}
              {lead.consent === 'opted_out' ? null : (
                <Button size="small" kind="danger" onClick={() => setAsking('out')}>
                  Opt out
                </Button>
              )}
            </div>
          </div>
          <div className="mt6">
            <KeyValues
              rows={[
                [
                  'Phone',
                  lead.phone ? (
                    <span key="phone" className="num">
                      {formatPhone(lead.phone)}
                    </span>
                  ) : (
                    'Hidden by username'
                  ),
                ],
                ...(lead.username ? [['Username', `@${lead.username}`] as const] : []),
                ...(aliases.length
                  ? [
                      [
                        'Other addresses',
                        <span key="aliases">
                          {aliases.map(({ address, left_at }) => (
                            <span key={address} className="num alias">
                              {formatPhone(address)}
                              {left_at ? (
                                <span className="t3"> (until {formatMoment(left_at, zone)})</span>
                              ) : null}
                            </span>
                          ))}
                          <span className="sm t3 alias">An opt-out holds for all of these.</span>
                        </span>,
                      ] as const,
                    ]
                  : []),
                ['Email', lead.email],
                ['Tags', lead.tags.length ? <Tags key="tags" tags={lead.tags} /> : null],
                ['Source', sourceName(lead.source)],
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
  const may = {
    opted_in: 'You may write to them.',
    none: 'They have not agreed to hear from you yet.',
    opted_out: 'They want no messages from you.',
  }[consent]
  return (
    <>
      {may} {last ? <>The last message: {last.status}.</> : <>No message was sent to them yet.</>}
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

/** A fact of an import or a directory; an address is a link. */
function Value({ text }: { text: string }) {
  return /^https?:\/\/\S+$/.test(text) ? (
    <a href={text} target="_blank" rel="noreferrer nofollow">
      {text.replace(/^https?:\/\/(www\.)?/, '')}
    </a>
  ) : (
    text
  )
}
