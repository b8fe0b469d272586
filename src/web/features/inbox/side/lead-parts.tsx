import { IconBan, IconCheck, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { fields } from '#contract/leads/fields.ts'
import type { LeadEvent } from '#contract/leads/views.ts'
import type { Lead } from '#contract/leads.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { formatDate, formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { ApiError, queryFor, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { ConsentWindow, useUpdateLead } from '../../leads/leads.ts'
import { InlineEdit } from './inline-edit.tsx'

/** Saves one thing of a lead; the answer is why it could not be saved. */
export function useSavePart(lead: Lead) {
  const update = useUpdateLead(lead.id, {})
  return async (body: Parameters<typeof update.mutateAsync>[0], fault: string): Promise<string | null> => {
    try {
      await update.mutateAsync(body)
      return null
    } catch (error) {
      if (error instanceof ApiError && error.fields[fault]) return error.fields[fault]
      return sentenceFor(error as Error, { failed: t('app.failedTryAgain') })
    }
  }
}

const mostDetails = 8

/** E-mail, the business's own fields and what else a file brought, each edited in its place. */
export function LeadDetails({ lead }: { lead: Lead }) {
  const zone = useZone()
  const save = useSavePart(lead)
  const own = useQuery(queryFor(fields.list)).data?.fields ?? []
  const others = Object.entries(lead.attributes)
    .filter(([name]) => !own.some((field) => field.name.toLowerCase() === name.toLowerCase()))
    .slice(0, mostDetails)
  const storedValue = (name: string) =>
    Object.entries(lead.attributes).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? ''
  return (
    <section className="sp-sec">
      <h3>
        {t('inbox.leadDetails')}
        <Link className="sm plain" to={`/lead-generator/${lead.id}`}>
          {t('inbox.openLead')}
        </Link>
      </h3>
      <KeyValues
        rows={[
          [
            t('inboxSide.name'),
            <InlineEdit
              key="name"
              name={t('inboxSide.name')}
              kind="text"
              value={lead.name}
              onSave={(name) => save({ name }, 'name')}
            />,
          ],
          [
            t('inbox.email'),
            <InlineEdit
              key="email"
              name={t('inbox.email')}
              kind="email"
              value={lead.email ?? ''}
              onSave={(email) => save({ email }, 'email')}
            />,
          ],
          ...own.map(
            ({ id, name, kind, choices }) =>
              [
                name,
                <InlineEdit
                  key={id}
                  name={name}
                  kind={kind}
                  choices={choices}
                  value={storedValue(name)}
                  onSave={(value) => save({ set_attributes: { [name]: value } }, `set_attributes.${name}`)}
                />,
              ] as const,
          ),
          ...others.map(([name, value]) => [name, value] as const),
          [t('inbox.since'), formatDate(lead.created_at, zone)] as const,
        ]}
      />
    </section>
  )
}

const shownChanges = 3

/** Whether they agreed to marketing, how it came to that, and the buttons to record a change. */
export function LeadConsent({
  lead,
  suppressed,
  held,
  history,
  name,
}: {
  lead: Lead
  suppressed: boolean
  held: boolean
  history: readonly LeadEvent[]
  name: string
}) {
  const zone = useZone()
  const [asking, setAsking] = useState<'in' | 'out' | null>(null)
  const [isWhole, setWhole] = useState(false)
  const changes = history.filter(({ kind }) => kind === 'consent')
  const shown = isWhole ? changes : changes.slice(0, shownChanges)
  const isOut = lead.consent === 'opted_out' || (suppressed && !held)
  return (
    <section className="sp-sec">
      <h3>{t('inbox.consent')}</h3>
      <p className="cons">
        <Icon of={isOut ? IconBan : lead.consent === 'opted_in' ? IconCheck : IconMinus} />
        {t('inbox.consentIs', { consent: isOut ? 'opted_out' : lead.consent })}
      </p>
      {held && !isOut ? <p className="sm t3 mt1">{t('inboxSide.held')}</p> : null}
      {shown.length > 0 ? (
        <ul className="mini mt1">
          {shown.map((change) => (
            <li key={`${change.at}-${change.sentence}`}>
              <span>
                {change.sentence}
                {change.details ? <small className="t3">{change.details}</small> : null}
                <small className="t3">{formatMoment(change.at, zone)}</small>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="sp-acts">
        {shown.length < changes.length ? (
          <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
            {t('inboxSide.allChanges')}
          </Button>
        ) : null}
        {lead.consent === 'opted_in' && !held ? null : (
          <Button size="small" onClick={() => setAsking('in')}>
            {t('inboxSide.record')}
          </Button>
        )}
        {isOut ? null : (
          <Button size="small" kind="danger" onClick={() => setAsking('out')}>
            {t('inboxSide.optOut')}
          </Button>
        )}
      </div>
      <ConsentWindow lead={lead} name={name} asking={asking} onClose={() => setAsking(null)} />
    </section>
  )
}
