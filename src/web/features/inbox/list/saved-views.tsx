import { Menu, Switch, TextInput } from '@mantine/core'
import { IconBookmark, IconDeviceFloppy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ConversationFilter } from '#contract/conversations/filter.ts'
import type { SavedView } from '#contract/conversations/organise.ts'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError } from '#web/net/api.ts'
import { addressOf, isSameFilter } from './filter-address.ts'
import { useSavedViews, useViewActs } from './list.queries.ts'

/** Kept filters: of the business, and one's own. The one in use can be changed, renamed and deleted. */
export function SavedViews({ filter, current }: { filter: ConversationFilter; current: number | undefined }) {
  const views = useSavedViews() ?? []
  const navigate = useNavigate()
  const acts = useViewActs()
  const [editing, setEditing] = useState<'new' | SavedView | null>(null)
  const open = (view: SavedView) => {
    const address = addressOf(view.filter)
    address.set('saved', String(view.id))
    void navigate({ search: `?${address}` }, { preventScrollReset: true })
  }
  const used = views.find(({ id }) => id === current)
  const isChanged = used !== undefined && !isSameFilter(used.filter, filter)
  const remove = (view: SavedView) =>
    acts.remove.mutate(view.id, {
      onSuccess: () => {
        void navigate({ search: `?${addressOf(filter)}` }, { preventScrollReset: true })
        const { name, shared } = view
        toast.success(t('inboxOrder.views.deleted', { name }), {
          undo: {
            run: () =>
              acts.add.mutate(
                { name, shared, filter: view.filter },
                { onSuccess: (made) => open(made.view) },
              ),
          },
        })
      },
    })
  const groups = [
    { title: t('inboxOrder.views.shared'), list: views.filter(({ shared }) => shared) },
    { title: t('inboxOrder.views.own'), list: views.filter(({ shared }) => !shared) },
  ]
  return (
    <>
      <Menu position="bottom-end" withinPortal width={260}>
        <Menu.Target>
          <button
            type="button"
            className="ib-btn"
            aria-pressed={used !== undefined}
            aria-label={t('inboxOrder.views.title')}
          >
            <Icon of={IconBookmark} size="small" />
            {used ? <span className="ib-view">{used.name}</span> : null}
            {isChanged ? <span className="sr">{t('inboxOrder.views.changed')}</span> : null}
          </button>
        </Menu.Target>
        <Menu.Dropdown mah="24rem" style={{ overflowY: 'auto' }}>
          {views.length === 0 ? <Menu.Label>{t('inboxOrder.views.none')}</Menu.Label> : null}
          {groups.map(({ title, list }) =>
            list.length > 0 ? (
              <div key={title}>
                <Menu.Label>{title}</Menu.Label>
                {list.map((view) => (
                  <Menu.Item
                    key={view.id}
                    aria-current={view.id === current || undefined}
                    fw={view.id === current ? 600 : undefined}
                    onClick={() => open(view)}
                  >
                    <bdi>{view.name}</bdi>
                  </Menu.Item>
                ))}
              </div>
            ) : null,
          )}
          <Menu.Divider />
          {used && isChanged ? (
            <Menu.Item
              leftSection={<Icon of={IconDeviceFloppy} size="small" />}
              onClick={() =>
                acts.change.mutate(
                  { id: used.id, filter },
                  { onSuccess: () => toast.success(t('inboxOrder.views.saved', { name: used.name })) },
                )
              }
            >
              {t('inboxOrder.views.saveChange', { name: used.name })}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<Icon of={IconPlus} size="small" />} onClick={() => setEditing('new')}>
            {t('inboxOrder.views.add')}
          </Menu.Item>
          {used ? (
            <>
              <Menu.Item leftSection={<Icon of={IconPencil} size="small" />} onClick={() => setEditing(used)}>
                {t('inboxOrder.views.edit')}
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon of={IconTrash} size="small" />}
                color="red"
                onClick={() => remove(used)}
              >
                {t('inboxOrder.views.remove')}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {editing ? (
        <ViewWindow
          view={editing === 'new' ? undefined : editing}
          filter={filter}
          acts={acts}
          onClose={() => setEditing(null)}
          onSaved={(view) => {
            setEditing(null)
            toast.success(t('inboxOrder.views.saved', { name: view.name }))
            if (editing === 'new') open(view)
          }}
        />
      ) : null}
    </>
  )
}

/** The name of a view, and whether the team sees it. */
function ViewWindow({
  view,
  filter,
  acts,
  onClose,
  onSaved,
}: {
  view: SavedView | undefined
  filter: ConversationFilter
  acts: ReturnType<typeof useViewActs>
  onClose: () => void
  onSaved: (view: SavedView) => void
}) {
  const [form, setForm] = useState({ name: view?.name ?? '', shared: view?.shared ?? true })
  const { isPending, error } = view ? acts.change : acts.add
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const onSuccess = (saved: { view: SavedView }) => onSaved(saved.view)
    if (view) acts.change.mutate({ id: view.id, ...form }, { onSuccess })
    else acts.add.mutate({ ...form, filter }, { onSuccess })
  }
  const fault = error instanceof ApiError ? error.fields.name : undefined
  return (
    <Window opened onClose={onClose} title={view ? t('inboxOrder.views.edit') : t('inboxOrder.views.add')}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('inboxOrder.views.name')}
          description={view ? undefined : t('inboxOrder.views.nameHelp')}
          data-autofocus
          maxLength={40}
          value={form.name}
          error={fault}
          onChange={({ currentTarget: { value } }) => setForm((now) => ({ ...now, name: value }))}
        />
        <Switch
          className="mt4"
          label={t('inboxOrder.views.share')}
          description={t('inboxOrder.views.shareHelp')}
          checked={form.shared}
          onChange={({ currentTarget: { checked } }) => setForm((now) => ({ ...now, shared: checked }))}
        />
        {fault ? null : <SubmitError error={error} words={{ failed: t('app.failedTryAgain') }} />}
        <div className="acts mt4">
          <Button kind="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" kind="ink" busy={isPending && t('app.workingBusy')}>
            {t('inboxOrder.views.save')}
          </Button>
        </div>
      </form>
    </Window>
  )
}
