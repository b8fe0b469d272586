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
import { useTableAddress } from '#web/components/tables/table-address.ts'
import { TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted } from '#web/format/number.ts'
import { formatMoment } from '#web/format/time.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { confirmDeletion } from './delete-template.ts'
import { useMetaPages, useTemplateCache } from './templates.queries.ts'

const words = { failed: 'Failed to load templates.', unreachable: 'Server error while fetching templates.' }
const tones: Record<string, Tone> = {
  APPROVED: 'delivered',
  REJECTED: 'failed',
  DISABLED: 'failed',
  PAUSED: 'yours',
}

/** What WhatsApp holds: search, state with the reason, delete. */
export function MetaList() {
  const address = useTableAddress()
  const search = address.search || undefined
  const list = useMetaPages(search)
  const zone = useZone()
  const navigate = useNavigate()
  useEffect(() => {
    if (list.isError) toast.error(sentenceFor(list.error, words))
  }, [list.isError, list.error])
  const first = list.data?.pages[0]
  const all = list.data?.pages.flatMap((page) => page.templates) ?? []
  const rows = all.filter((row) => !row.auto_generated)
  const made = all.filter((row) => row.auto_generated)
  const failed = list.isError ? (
    <ErrorState
      error={list.error}
      words={words}
      onRetry={() => list.refetch()}
      dataFrom={list.dataUpdatedAt}
    />
  ) : null
  if (failed && !list.data) return failed
  if (first && !first.connected) {
    return (
      <Empty
        title="No WhatsApp account is connected."
        level={3}
        actions={<LinkButton to="/meta/waba-setup">Connect an account</LinkButton>}
      >
        Templates that you submit meanwhile are kept, and go to WhatsApp for review as soon as one is.
      </Empty>
    )
  }
  return (
    <>
      {failed}
      <TableTools>
        <TableSearch
          label="Search templates"
          hint="Name or words"
          value={address.search}
          onChange={address.setSearch}
        />
        <SyncButton />
        <span className="sm t3 tpl-asof">
          {first?.synced_at ? `As of ${formatMoment(first.synced_at, zone)}` : '\u00a0'}
        </span>
      </TableTools>
      {first?.message ? <p className="hint err">{first.message}</p> : null}
      <DataTable
        label="Templates"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={({ local_id }) => local_id !== null && navigate(`/templates/${local_id}`)}
        loading={list.isPending}
        stale={list.isPlaceholderData}
        empty={
          search ? (
            <Empty title="No templates found." level={3}>
              No template has these words.
            </Empty>
          ) : (
            <Empty title="No templates yet." level={3}>
              Create the first one. WhatsApp looks at it, mostly within minutes.
            </Empty>
          )
        }
      />
      {made.length > 0 ? (
        <section className="tpl-more">
          <h3 className="h3">Made by WhatsApp</h3>
          <p className="sm t2">
            WhatsApp made these from messages that were sent without a template. They cannot be changed,
            deleted or used in campaigns.
          </p>
          <DataTable
            label="Templates made by WhatsApp"
            columns={columns.filter(({ key }) => key !== 'delete')}
            rows={made}
            keyOf={({ id }) => id}
          />
        </section>
      ) : null}
      {list.hasNextPage ? (
        <div className="tpl-more">
          <Button
            size="small"
            busy={list.isFetchingNextPage && 'Loading...'}
            onClick={() => list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      ) : null}
    </>
  )
}

const columns: readonly Column<MetaTemplate>[] = [
  {
    key: 'template_name',
    title: 'Name',
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
    title: 'Status',
    cell: (row) => (
      <>
        <Status tone={tones[row.status] ?? 'wait'}>{row.status_label}</Status>
        {row.status === 'APPROVED' ? null : (
          <div className="sm t3 tpl-reason">
            {row.status_reason} {row.status_advice}
          </div>
        )}
      </>
    ),
    phone: 'wide',
  },
  { key: 'category', title: 'Category', cell: (row) => row.category, className: 'sm t2 card-end' },
  { key: 'language', title: 'Language', cell: (row) => languageName(row.language), className: 't2 nw' },
  {
    key: 'delete',
    title: <span className="sr">Delete</span>,
    right: true,
    cell: (row) => <DeleteButton row={row} />,
  },
]

function DeleteButton({ row }: { row: MetaTemplate }) {
  const cache = useTemplateCache()
  const remove = useMutation({
    mutationFn: () => call(templates.removeMeta, { params: { id: row.id } }),
    onSuccess: () => {
      toast.success('Template deleted')
      void cache.localChanged()
      return cache.metaChanged()
    },
    onError: (error) =>
      toast.error(sentenceFor(error, { failed: 'Delete failed', unreachable: 'Error deleting template.' })),
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
      busy={remove.isPending && 'Deleting...'}
      aria-label={`Delete ${row.template_name}`}
      onClick={ask}
    >
      Delete
    </Button>
  )
}

function SyncButton() {
  const cache = useTemplateCache()
  const sync = useMutation({
    mutationFn: () => call(templates.sync),
    onSuccess: ({ added, changed, removed, total }) => {
      const news = [
        added ? `${added} new` : null,
        changed ? `${changed} changed` : null,
        removed ? `${removed} gone` : null,
      ].filter(Boolean)
      toast.success(
        news.length > 0
          ? `${news.join(', ')}.`
          : `${counted(total, 'template is', 'templates are')} up to date.`,
      )
      void cache.localChanged()
      return cache.metaChanged()
    },
    onError: (error) => toast.error(sentenceFor(error, words)),
  })
  return (
    <Button size="small" busy={sync.isPending && 'Syncing...'} onClick={() => sync.mutate()}>
      Sync now
    </Button>
  )
}
