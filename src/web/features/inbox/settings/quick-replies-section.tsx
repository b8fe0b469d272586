import { Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { conversations, longestText, type QuickReply } from '#contract/conversations.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { fields } from '#contract/leads/fields.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { Window } from '#web/components/panel.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { newReply } from '../chat/replies/new-reply.ts'
import { replyVariables } from '../chat/replies/reply-variables.ts'

const words = () => ({ failed: t('app.failedTryAgain') })

/** Kept texts: searched, made, changed and deleted. */
export function QuickRepliesSection() {
  const list = useQuery(queryFor(conversations.quickReplies))
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: keyOf(conversations.quickReplies) })
  const [search, setSearch] = useState('')
  const [editing, setEditing] = useState<QuickReply | 'new' | null>(null)
  const restore = useMutation({
    mutationFn: ({ shortcut, text }: QuickReply) =>
      call(conversations.saveQuickReply, { body: { shortcut, text, replace: false } }),
    onSuccess: changed,
    onError: (error) => toast.error(sentenceFor(error, words())),
  })
  const remove = useMutation({
    mutationFn: ({ id }: QuickReply) => call(conversations.deleteQuickReply, { params: { id } }),
    onSuccess: async (_answer, reply) => {
      await changed()
      toast.success(t('inboxSettings.replies.deleted', { shortcut: reply.shortcut }), {
        undo: { run: () => restore.mutate(reply) },
      })
    },
    onError: (error) => toast.error(sentenceFor(error, words())),
  })
  const wanted = search.trim().toLowerCase()
  const replies = (list.data?.quick_replies ?? []).filter(({ shortcut, text }) =>
    `/${shortcut} ${text}`.toLowerCase().includes(wanted),
  )
  const columns: Column<QuickReply>[] = [
    {
      key: 'shortcut',
      title: t('inbox.shortcut'),
      phone: 'wide',
      className: 'nw',
      cell: ({ shortcut }) => <b>/{shortcut}</b>,
    },
    {
      key: 'text',
      title: t('inboxSettings.replies.text'),
      phone: 'wide',
      cell: ({ text }) => (
        <span className="qr-text" dir="auto">
          {text}
        </span>
      ),
    },
    {
      key: 'acts',
      title: <span className="sr">{t('inboxSettings.acts')}</span>,
      className: 'r nw card-end',
      phone: 'wide',
      cell: (reply) => (
        <>
          <Button
            size="small"
            aria-label={t('inboxSettings.replies.editLabel', { shortcut: reply.shortcut })}
            onClick={() => setEditing(reply)}
          >
            {t('inboxSettings.edit')}
          </Button>{' '}
          <Button
            size="small"
            kind="danger"
            aria-label={t('inboxSettings.replies.deleteLabel', { shortcut: reply.shortcut })}
            onClick={() => remove.mutate(reply)}
          >
            {t('inboxSettings.delete')}
          </Button>
        </>
      ),
    },
  ]
  return (
    <Section
      first
      title={t('inbox.quickReplies')}
      aside={
        <Button size="small" onClick={() => setEditing('new')}>
          {t('inboxSettings.replies.add')}
        </Button>
      }
    >
      <p className="t2">{t('inboxSettings.replies.help')}</p>
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={t('inbox.quickReplies')} />
      ) : list.data.quick_replies.length === 0 ? (
        <Empty title={t('inboxSettings.replies.none')}>{t('inboxSettings.replies.noneText')}</Empty>
      ) : (
        <>
          <TextInput
            className="narrow mt4"
            type="search"
            aria-label={t('inboxSettings.replies.search')}
            placeholder={t('inboxSettings.replies.search')}
            value={search}
            onChange={({ currentTarget: { value } }) => setSearch(value)}
          />
          <DataTable
            label={t('inbox.quickReplies')}
            columns={columns}
            rows={replies}
            keyOf={({ id }) => id}
            empty={<p className="t2 mt4">{t('inboxSettings.replies.noMatch')}</p>}
          />
        </>
      )}
      {editing ? (
        <ReplyWindow
          reply={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(null)}
          onSaved={async (shortcut) => {
            setEditing(null)
            await changed()
            toast.success(t('inbox.quickReplySaved', { shortcut }))
          }}
        />
      ) : null}
    </Section>
  )
}

function ReplyWindow({
  reply,
  onClose,
  onSaved,
}: {
  reply: QuickReply | undefined
  onClose: () => void
  onSaved: (shortcut: string) => void
}) {
  const [form, setForm] = useState({ shortcut: reply?.shortcut ?? '', text: reply?.text ?? '' })
  const own = useQuery(queryFor(fields.list)).data?.fields ?? []
  const queries = useQueryClient()
  const [read, setRead] = useState(reply)
  const save = useMutation({
    mutationFn: (body: InputOf<typeof conversations.saveQuickReply>['body']) =>
      call(conversations.saveQuickReply, { body }),
    onSuccess: ({ quick_reply }) => onSaved(quick_reply.shortcut),
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'conflict' || error.fields.shortcut) return
      const query = queryFor(conversations.quickReplies)
      const { quick_replies: now } = await queries.fetchQuery({ ...query, staleTime: 0 })
      setRead(now.find(({ id }) => id === reply?.id))
    },
  })
  const faults = save.error instanceof ApiError ? save.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    save.mutate({ ...newReply(form.shortcut, form.text), ...(reply && { id: reply.id, read }) })
  }
  const names = [...replyVariables, ...own.map(({ name }) => name)]
  return (
    <Window
      opened
      onClose={onClose}
      title={reply ? t('inboxSettings.replies.change') : t('inboxSettings.replies.add')}
      size="34rem"
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('inbox.shortcut')}
          description={t('inbox.shortcutHelp')}
          data-autofocus
          maxLength={41}
          value={form.shortcut}
          error={faults.shortcut}
          onChange={({ currentTarget: { value } }) => setForm((now) => ({ ...now, shortcut: value }))}
        />
        <Textarea
          className="mt4"
          label={t('inboxSettings.replies.text')}
          description={t('inboxSettings.replies.variablesHelp')}
          autosize
          minRows={4}
          maxRows={12}
          dir="auto"
          maxLength={longestText}
          value={form.text}
          error={faults.text}
          onChange={({ currentTarget: { value } }) => setForm((now) => ({ ...now, text: value }))}
        />
        <fieldset className="qr-vars mt2">
          <legend className="sr">{t('inboxSettings.replies.variables')}</legend>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className="ib-btn"
              onClick={() => setForm((now) => ({ ...now, text: `${now.text}{{${name}|}}` }))}
            >
              {`{{${name}}}`}
            </button>
          ))}
        </fieldset>
        {Object.keys(faults).length > 0 ? null : <SubmitError error={save.error} words={words()} />}
        {read && read !== reply ? (
          <div role="status">
            <p className="hint">{t('inboxSettings.replies.theirs', { shortcut: read.shortcut })}</p>
            <p className="pre" dir="auto">
              {read.text}
            </p>
          </div>
        ) : null}
        <div className="acts mt4">
          <Button kind="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" kind="ink" busy={save.isPending && t('app.workingBusy')}>
            {t('inboxSettings.save')}
          </Button>
        </div>
      </form>
    </Window>
  )
}
