import { TextInput } from '@mantine/core'
import { IconEdit, IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatPhone } from '#contract/text/phone-text.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Window } from '#web/components/panel.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { useFoundLeads, useStart } from './list.queries.ts'
import './new-conversation.css'

/** Whom to write to: a lead that is searched, with whom a conversation is opened. */
export function NewConversation() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('inboxOrder.start.title')} onClick={() => setOpen(true)}>
        <Icon of={IconEdit} />
      </IconButton>
      <Window opened={isOpen} onClose={() => setOpen(false)} title={t('inboxOrder.start.title')}>
        {isOpen ? <People onTaken={() => setOpen(false)} /> : null}
      </Window>
    </>
  )
}

function People({ onTaken }: { onTaken: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useFoundLeads(search)
  const start = useStart((id) => {
    onTaken()
    void navigate(`/conversations/${id}`)
  })
  const people = found.data?.leads.filter(({ phone, bsuid }) => phone || bsuid) ?? []
  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        label={t('inboxOrder.start.search')}
        leftSection={<Icon of={IconSearch} size="small" />}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <SkeletonLines lines={6} label={t('inboxOrder.start.loading')} />
      ) : people.length === 0 ? (
        <p className="t2 mt4">
          {t(search ? 'inboxOrder.start.nobody' : 'inboxOrder.start.noLeads')}{' '}
          <Link to="/lead-generator">{t('inboxOrder.start.leads')}</Link>
        </p>
      ) : (
        <ul className="nc-list" aria-label={t('inboxOrder.start.people')}>
          {people.map(({ id, name, phone, bsuid }) => (
            <li key={id}>
              <button type="button" disabled={start.isPending} onClick={() => start.mutate(id)}>
                <b dir="auto">{name || formatPhone(phone ?? bsuid ?? '')}</b>
                {name && phone ? <span className="sm t2 num">{formatPhone(phone)}</span> : null}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
