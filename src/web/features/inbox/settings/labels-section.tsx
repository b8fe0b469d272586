import { Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { type ChatLabel, inboxOrder, LabelColour } from '#contract/conversations/organise.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { SubmitError, Two } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { Window } from '#web/components/panel.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, queryFor, sentenceFor } from '#web/net/api.ts'
import { useRefreshInbox, useUndoMany } from '../list/list.queries.ts'

const words = () => ({ failed: t('app.failedTryAgain') })
const colours = () =>
  LabelColour.options.map((colour) => ({
    value: colour,
    label: t('inboxSettings.labels.colours', { colour }),
  }))

/** Labels of conversations: added, renamed, coloured, merged and deleted. */
export function LabelsSection() {
  const list = useQuery(queryFor(inboxOrder.labels))
  const refresh = useRefreshInbox()
  const undo = useUndoMany()
  const [editing, setEditing] = useState<ChatLabel | 'new' | null>(null)
  const remove = useMutation({
    mutationFn: ({ name }: ChatLabel) => call(inboxOrder.removeLabel, { body: { name } }),
    onSuccess: ({ change_id }, { name }) => {
      refresh()
      toast.success(t('inboxSettings.labels.deleted', { name }), {
        undo: { run: () => undo.mutate([change_id]) },
      })
    },
    onError: (error) => toast.error(sentenceFor(error, words())),
  })
  const columns: Column<ChatLabel>[] = [
    {
      key: 'name',
      title: t('inboxSettings.labels.name'),
      phone: 'wide',
      cell: ({ name, colour }) => (
        <span className="lb" data-colour={colour}>
          {name}
        </span>
      ),
    },
    {
      key: 'count',
      title: t('inbox.conversations'),
      phone: 'wide',
      cell: ({ name, conversations: count }) => (
        <Link to={`/conversations?${new URLSearchParams({ view: 'all', label: name })}`}>
          {t('inboxSettings.labels.count', { count })}
        </Link>
      ),
    },
    {
      key: 'acts',
      title: <span className="sr">{t('inboxSettings.acts')}</span>,
      className: 'r nw card-end',
      phone: 'wide',
      cell: (label) => (
        <>
          <Button
            size="small"
            aria-label={t('inboxSettings.labels.editLabel', { name: label.name })}
            onClick={() => setEditing(label)}
          >
            {t('inboxSettings.edit')}
          </Button>{' '}
          <Button
            size="small"
            kind="danger"
            aria-label={t('inboxSettings.labels.deleteLabel', { name: label.name })}
            onClick={() => remove.mutate(label)}
          >
            {t('inboxSettings.delete')}
          </Button>
        </>
      ),
    },
  ]
  return (
    <div id="labels">
      <Section
        title={t('inbox.labels')}
        aside={
          <Button size="small" onClick={() => setEditing('new')}>
            {t('inboxSettings.labels.add')}
          </Button>
        }
      >
        <p className="t2">{t('inboxSettings.labels.help')}</p>
        {list.isError && !list.data ? (
          <ErrorState error={list.error} onRetry={() => list.refetch()} />
        ) : !list.data ? (
          <SkeletonRows label={t('inbox.labels')} />
        ) : (
          <DataTable
            label={t('inbox.labels')}
            columns={columns}
            rows={list.data.labels}
            keyOf={({ name }) => name}
            empty={<p className="t2 mt4">{t('inboxSettings.labels.none')}</p>}
          />
        )}
        {editing ? (
          <LabelWindow
            label={editing === 'new' ? undefined : editing}
            all={list.data?.labels ?? []}
            onClose={() => setEditing(null)}
            onSaved={() => {
              setEditing(null)
              refresh()
              toast.success(t('inboxSettings.labels.saved'))
            }}
          />
        ) : null}
      </Section>
    </div>
  )
}

function LabelWindow({
  label,
  all,
  onClose,
  onSaved,
}: {
  label: ChatLabel | undefined
  all: readonly ChatLabel[]
  onClose: () => void
  onSaved: () => void
}) {
  const [form, setForm] = useState({
    name: label?.name ?? '',
    colour: label?.colour ?? ('grey' as LabelColour),
  })
  const save = useMutation({
    mutationFn: async (merge: boolean) => {
      if (!label) return void (await call(inboxOrder.addLabel, { body: form }))
      await call(inboxOrder.changeLabel, {
        body: { name: label.name, new_name: form.name, colour: form.colour, merge },
      })
    },
    onSuccess: onSaved,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const other = all.find(
      ({ name }) => name.toLowerCase() === form.name.trim().toLowerCase() && name !== label?.name,
    )
    if (label && other && other.name.toLowerCase() !== label.name.toLowerCase()) {
      const yes = await confirm({
        title: t('inboxSettings.labels.mergeTitle', { name: label.name, into: other.name }),
        consequence: t('inboxSettings.labels.mergeText', { count: label.conversations }),
        confirm: t('inboxSettings.labels.merge'),
      })
      if (yes) save.mutate(true)
      return
    }
    save.mutate(false)
  }
  const faults = save.error instanceof ApiError ? save.error.fields : {}
  const fault = faults.new_name ?? faults.name
  return (
    <Window
      opened
      onClose={onClose}
      title={label ? t('inboxSettings.labels.change') : t('inboxSettings.labels.add')}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Two>
          <TextInput
            label={t('inboxSettings.labels.name')}
            data-autofocus
            maxLength={40}
            value={form.name}
            error={fault}
            onChange={({ currentTarget: { value } }) => setForm((now) => ({ ...now, name: value }))}
          />
          <Select
            label={t('inboxSettings.labels.colour')}
            allowDeselect={false}
            data={colours()}
            value={form.colour}
            onChange={(colour) =>
              setForm((now) => ({ ...now, colour: LabelColour.catch('grey').parse(colour) }))
            }
          />
        </Two>
        {label ? <p className="hint mt2">{t('inboxSettings.labels.mergeHint')}</p> : null}
        {fault ? null : <SubmitError error={save.error} words={words()} />}
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
