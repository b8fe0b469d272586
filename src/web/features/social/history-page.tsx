import { IconDownload } from '@tabler/icons-react'
import { PostStatus } from '#contract/social/posts.ts'
import { platformNames, platforms } from '#contract/social/social.ts'
import { Banner } from '#web/components/banner.tsx'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { Pager } from '#web/components/tables/data-table.tsx'
import { usePages, useTableAddress } from '#web/components/tables/table-address.ts'
import { TableFilter, TableTools } from '#web/components/tables/table-tools.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { HistoryRow } from './history/history-row.tsx'
import { useAccounts, useExportHistory, useHistory } from './social.queries.ts'
import './social.css'
import './history/history.css'

const perPage = 25
const statuses = PostStatus.exclude(['scheduled']).options

/** Post History: every post that is not scheduled any more. */
export default function HistoryPage() {
  const zone = useZone()
  const address = useTableAddress()
  const platform = platforms.find((one) => one === address.filter('platform'))
  const status = statuses.find((one) => one === address.filter('status'))
  const account = Number(address.filter('account')) || undefined
  const filters = {
    ...(platform && { platform }),
    ...(status && { status }),
    ...(account && { account_id: account }),
  }
  const isFiltered = Object.keys(filters).length > 0
  const pages = usePages(address.key)
  const list = useHistory({ ...filters, limit: perPage, ...(pages.cursor && { cursor: pages.cursor }) })
  const accounts = useAccounts().data?.accounts ?? []
  const save = useExportHistory()
  const posts = list.data?.posts
  const waiting = posts?.filter(
    (post) => post.status === 'unknown' || post.status === 'awaiting_owner',
  ).length
  return (
    <>
      <PageHeader
        title={t('social.history.title')}
        lede={t('social.history.lede')}
        actions={
          posts && posts.length > 0 ? (
            <Button
              icon={<Icon of={IconDownload} size="small" />}
              busy={save.isPending && t('social.history.exporting')}
              onClick={() =>
                save.mutate(filters, {
                  onError: (error) =>
                    toast.error(sentenceFor(error, { failed: t('social.history.exportFailed') })),
                })
              }
            >
              {t('social.history.export')}
            </Button>
          ) : undefined
        }
      />
      {waiting ? (
        <div className="social-bans">
          <Banner kind="yours">{t('social.history.needsYou', { count: waiting })}</Banner>
        </div>
      ) : null}
      <TableTools>
        <TableFilter
          label={t('social.scheduled.network')}
          choices={[
            { value: '', name: t('social.scheduled.allNetworks') },
            ...platforms.map((value) => ({ value, name: platformNames[value] })),
          ]}
          value={platform ?? ''}
          onChange={(value) => address.setFilter('platform', value)}
        />
        <TableFilter
          label={t('social.history.status')}
          choices={[
            { value: '', name: t('social.history.allStatuses') },
            ...statuses.map((value) => ({ value, name: t(`social.compose.status.${value}`) })),
          ]}
          value={status ?? ''}
          onChange={(value) => address.setFilter('status', value)}
        />
        {accounts.length > 1 ? (
          <TableFilter
            label={t('social.scheduled.account')}
            choices={[
              { value: '', name: t('social.scheduled.allAccounts') },
              ...accounts.map(({ id, page_name, platform }) => ({
                value: String(id),
                name: `${page_name}, ${platformNames[platform]}`,
              })),
            ]}
            value={account ? String(account) : ''}
            onChange={(value) => address.setFilter('account', value)}
          />
        ) : null}
      </TableTools>
      {list.isError ? (
        <ErrorState
          error={list.error}
          words={{ failed: t('social.history.failed'), unreachable: t('social.history.unreachable') }}
          onRetry={() => list.refetch()}
          {...(list.data && { dataFrom: list.dataUpdatedAt })}
        />
      ) : null}
      {list.isPending ? <SkeletonRows label={t('social.history.loading')} /> : null}
      {posts?.length === 0 && pages.page === 0 ? (
        <Empty
          title={isFiltered ? t('social.history.nothing') : t('social.history.empty')}
          actions={
            isFiltered ? (
              <Button onClick={() => address.clear(['platform', 'status', 'account'])}>
                {t('app.clearFilters')}
              </Button>
            ) : (
              <LinkButton kind="yours" to="/social/post">
                {t('social.history.create')}
              </LinkButton>
            )
          }
        >
          {isFiltered ? t('social.history.nothingText') : t('social.history.emptyText')}
        </Empty>
      ) : null}
      <div className="hists">
        {posts?.map((post) => (
          <HistoryRow key={post.id} post={post} zone={zone} />
        ))}
      </div>
      <Pager
        page={pages.page}
        size={perPage}
        count={posts?.length ?? 0}
        nextCursor={list.data?.next_cursor}
        onNext={(cursor) => pages.next(cursor)}
        onPrevious={pages.previous}
      />
    </>
  )
}
