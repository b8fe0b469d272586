import { IconDownload, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { OptinForm } from '#contract/growth/optins.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { Status } from '#web/components/status.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { NamedFigure } from '#web/components/tables/phone-value.tsx'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useExportProofs, useForms } from './optins.queries.ts'

/** The forms by which people agree to messages. */
export default function OptinsPage() {
  const forms = useForms()
  const save = useExportProofs()
  const rows = forms.data?.forms ?? []
  const optins = rows.reduce((sum, { people }) => sum + people, 0)
  const add = (
    <LinkButton kind="yours" icon={<Icon of={IconPlus} size="small" />} to="/opt-ins/new">
      {t('growth.optins.add')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title={t('growth.optins.title')}
        lede={
          optins > 0
            ? t.rich('growth.optins.news', { ...tags, count: optins, forms: rows.length })
            : t('growth.optins.lede')
        }
        actions={
          rows.length > 0 ? (
            <>
              <Button
                icon={<Icon of={IconDownload} size="small" />}
                busy={save.isPending && t('growth.optins.exporting')}
                onClick={() => save.mutate(undefined)}
              >
                {t('growth.optins.export')}
              </Button>
              {add}
            </>
          ) : undefined
        }
      />
      {forms.data ? (
        <FormTable rows={rows} add={add} />
      ) : forms.isError ? (
        <ErrorState error={forms.error} onRetry={() => forms.refetch()} />
      ) : (
        <SkeletonRows label={t('growth.optins.loading')} />
      )}
    </>
  )
}

/** What the form is, and the ways to it beside its page. */
function waysOf({ version, content, keyword, sites }: OptinForm): string {
  const languages = content.texts.length
  return [
    t('growth.optins.version', { version }),
    ...(languages > 1 ? [t('growth.optins.languages', { count: languages })] : []),
    ...(keyword ? [t('growth.optins.byKeyword', { keyword })] : []),
    ...sites.map((site) => new URL(site).host),
  ].join(', ')
}

function FormTable({ rows, add }: { rows: readonly OptinForm[]; add: ReactNode }) {
  const navigate = useNavigate()
  return (
    <DataTable
      label={t('growth.optins.title')}
      rows={rows}
      keyOf={({ id }) => id}
      onOpen={({ id }) => void navigate(`/opt-ins/${id}`)}
      empty={
        <Empty title={t('growth.optins.emptyTitle')} actions={add}>
          {t('growth.optins.empty')}
        </Empty>
      }
      columns={[
        {
          key: 'form',
          title: t('growth.optins.form'),
          phone: 'wide',
          cell: (form) => (
            <>
              <Link className="row-a" to={`/opt-ins/${form.id}`}>
                {form.name}
              </Link>
              <div className="sm t3">{waysOf(form)}</div>
            </>
          ),
        },
        {
          key: 'visits',
          title: t('growth.optins.visits'),
          right: true,
          className: 'num',
          cell: ({ visits }) => (
            <NamedFigure name={t('growth.optins.visits')}>
              {visits > 0 ? formatNumber(visits) : '–'}
            </NamedFigure>
          ),
        },
        {
          key: 'people',
          title: t('growth.optins.people'),
          right: true,
          className: 'num',
          cell: ({ people }) => (
            <NamedFigure name={t('growth.optins.people')}>{formatNumber(people)}</NamedFigure>
          ),
        },
        {
          key: 'rate',
          title: t('growth.optins.rate'),
          right: true,
          className: 'num',
          cell: ({ visits, agreed_on_page }) => (
            <NamedFigure name={t('growth.optins.rate')}>
              {visits > 0 ? formatPercent(Math.min(agreed_on_page, visits), visits) : '–'}
            </NamedFigure>
          ),
        },
        {
          key: 'state',
          title: t('growth.optins.state'),
          cell: ({ is_open }) => (
            <Status tone={is_open ? 'delivered' : 'wait'}>
              {t(is_open ? 'growth.optins.open' : 'growth.optins.closed')}
            </Status>
          ),
        },
      ]}
    />
  )
}
