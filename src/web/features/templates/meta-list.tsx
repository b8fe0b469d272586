import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { languageName } from '#contract/templates/languages.ts'
import { type MetaTemplate, templates } from '#contract/templates.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { Status, type Tone } from '#web/components/status.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { ShowMore } from '#web/components/tables/show-more.tsx'
import { useTableAddress } from '#web/components/tables/table-address.ts'
import { TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { confirmDeletion } from './delete-template.ts'
import { useMetaPages, useTemplateCache } from './templates.queries.ts'

const words = () => ({
  failed: t('templates.failed.loadMeta'),
  unreachable: t('templates.failed.loadMetaServer'),
})
const tones: Record<string, Tone> = {
  APPROVED: 'delivered',
  REJECTED: 'failed',
  DISABLED: 'failed',
  PAUSED: 'yours',
}

/** The templates at WhatsApp: search, status with its reason, delete. */
export function MetaList() {
  const address = useTableAddress()
  const search = address.search || undefined
  const list = useMetaPages(search)
  const zone = useZone()
  const navigate = useNavigate()
  useEffect(() => {
    if (list.isError) toast.error(sentenceFor(list.error, words()))
  }, [list.isError, list.error])
  const first = list.data?.pages[0]
  const all = list.data?.pages.flatMap((page) => page.templates) ?? []
  const rows = all.filter((row) => !row.auto_generated)
  const made = all.filter((row) => row.auto_generated)
  const failed = list.isError ? (
    <ErrorState
      error={list.error}
      words={words()}
      onRetry={() => list.refetch()}
      dataFrom={list.dataUpdatedAt}
    />
  ) : null
  if (failed && !list.data) return failed
  if (first && !first.connected) {
    return (
      <Empty
        title={t('templates.meta.notConnected')}
        level={3}
        actions={<LinkButton to="/meta/waba-setup">{t('templates.actions.connect')}</LinkButton>}
      >
        {t('templates.meta.notConnectedHelp')}
      </Empty>
    )
  }
  return (
    <>
      {failed}
      <TableTools>
        <TableSearch
          label={t('templates.list.search')}
          hint={t('templates.meta.searchHint')}
          value={address.search}
          onChange={address.setSearch}
        />
        <SyncButton />
        <span className="sm t3 tpl-asof">
          {first?.synced_at
            ? t('templates.meta.asOf', { time: formatMoment(first.synced_at, zone) })
            : '\u00a0'}
        </span>
      </TableTools>
      {first?.message ? <p className="hint err">{first.message}</p> : null}
      <DataTable
        label={t('templates.list.label')}
        columns={columns()}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={({ local_id }) => local_id !== null && navigate(`/templates/${local_id}`)}
        loading={list.isPending}
        stale={list.isPlaceholderData}
        empty={
          search ? (
            <Empty title={t('templates.list.notFound')} level={3}>
              {t('templates.meta.notFoundHelp')}
            </Empty>
          ) : (
            <Empty title={t('templates.list.empty')} level={3}>
              {t('templates.meta.emptyHelp')}
            </Empty>
          )
        }
      />
      {made.length > 0 ? (
        <section className="tpl-more">
          <h3 className="h3">{t('templates.meta.made')}</h3>
          <p className="sm t2">{t('templates.meta.madeHelp')}</p>
          <DataTable
            label={t('templates.meta.madeLabel')}
            columns={columns().filter(({ key }) => key !== 'delete')}
            rows={made}
            keyOf={({ id }) => id}
          />
        </section>
      ) : null}
      {list.hasNextPage ? (
        <div className="tpl-more">
          <ShowMore list={list} />
        </div>
      ) : null}
    </>
  )
}

const columns = (): readonly Column<MetaTemplate>[] => [
  {
    key: 'template_name',
    title: t('templates.meta.name'),
    cell: (row) =>
      row.local_id === null ? (
        <span className="b tpl-name">{row.template_name}</span>
      ) : (
        <Link className="row-a tpl-name" to={`/templates/${row.local_id}`}>
          {row.template_name}
        </Link>
      ),
  },
  {
    key: 'status',
    title: t('templates.list.status'),
    cell: (row) => (
      <>
        <Status tone={tones[row.status] ?? 'wait'}>{row.status_label}</Status>
        {row.status === 'APPROVED' ? null : (
          <div className="sm t3 tpl-reason">
            {t('templates.meta.reason', {
              reason: row.status_reason ?? '',
              advice: row.status_advice ?? '',
            }).trim()}
          </div>
        )}
      </>
    ),
    phone: 'wide',
  },
  {
    key: 'category',
    title: t('templates.meta.category'),
    cell: (row) => row.category,
    className: 'sm t2 card-end',
  },
  {
    key: 'language',
    title: t('templates.meta.language'),
    cell: (row) => languageName(row.language),
    className: 't2 nw',
  },
  {
    key: 'delete',
    title: <span className="sr">{t('templates.actions.delete')}</span>,
    right: true,
    cell: (row) => <DeleteButton row={row} />,
  },
]

function DeleteButton({ row }: { row: MetaTemplate }) {
  const cache = useTemplateCache()
  const remove = useMutation({
    mutationFn: () => call(templates.removeMeta, { params: { id: row.id } }),
    onSuccess: () => {
      toast.success(t('templates.toast.deleted'))
      void cache.localChanged()
      return cache.metaChanged()
    },
    onError: (error) =>
      toast.error(
        sentenceFor(error, {
          failed: t('templates.failed.delete'),
          unreachable: t('templates.failed.deleteServer'),
        }),
      ),
  })
  const ask = async () => {
    const yes = await confirmDeletion({
      title: row.template_name,
      localId: row.local_id,
      wasApproved: row.status === 'APPROVED' || row.status === 'PAUSED',
      atWhatsApp: true,
    })
    if (yes) remove.mutate()
  }
  return (
    <Button
      kind="danger"
      size="small"
      busy={remove.isPending && t('templates.actions.deleting')}
      aria-label={t('templates.actions.deleteOne', { title: row.template_name })}
      onClick={ask}
    >
      {t('templates.actions.delete')}
    </Button>
  )
}

function SyncButton() {
  const cache = useTemplateCache()
  const sync = useMutation({
    mutationFn: () => call(templates.sync),
    onSuccess: ({ added, changed, removed, total }) => {
      toast.success(
        added + changed + removed > 0
          ? t('templates.meta.synced', { added, changed, removed })
          : t('templates.meta.upToDate', { count: total }),
      )
      void cache.localChanged()
      return cache.metaChanged()
    },
    onError: (error) => toast.error(sentenceFor(error, words())),
  })
  return (
    <Button size="small" busy={sync.isPending && t('templates.meta.syncing')} onClick={() => sync.mutate()}>
      {t('templates.meta.sync')}
    </Button>
  )
}
