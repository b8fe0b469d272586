import {
  IconAppWindow,
  IconDownload,
  IconForms,
  IconHash,
  IconLink,
  IconMessageForward,
  IconPlus,
  IconQrcode,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { FormWay, OptinForm } from '#contract/growth/optin-form.ts'
import { t as shared } from '#contract/messages/t.ts'
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
import { offers } from './way-switches.tsx'
import './optins.css'

/** The forms by which people agree to messages. */
export default function OptinsPage() {
  const forms = useForms()
  const save = useExportProofs()
  const rows = forms.data?.forms ?? []
  const recent = forms.data?.recent
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
          recent && recent.opted_in + recent.opted_out > 0
            ? t.rich('growth.optins.news', {
                ...tags,
                count: recent.opted_in,
                days: formatNumber(recent.days),
                out: recent.opted_out,
              })
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

const isOff = ({ ways_off }: OptinForm, way: FormWay): boolean => ways_off.includes(way)

type Line = { form: OptinForm; way: FormWay | null; people: number; visits: number; agreed: number }

/** The form, then each way to opt in by it: those it offers, and those people came by. */
function linesOf(form: OptinForm): Line[] {
  const ways = (['link', 'qr', 'code', 'widget', 'keyword'] as const).flatMap((way) => {
    const figures = form.ways.find((one) => one.way === way) ?? { people: 0, visits: 0, agreed: 0 }
    const isPage = way === 'link' || way === 'qr'
    const isShown = figures.people + figures.visits > 0 || (isPage ? isOff(form, way) : offers(form, way))
    return isShown ? [{ ...figures, form, way }] : []
  })
  const { people, visits, agreed_on_page: agreed } = form
  // Who came by the link alone are those of the form.
  const others = ways.some(({ way }) => way !== 'link') ? ways : []
  return [{ form, way: null, people, visits, agreed }, ...others]
}

const wayIcons = {
  form: IconForms,
  link: IconLink,
  qr: IconQrcode,
  code: IconMessageForward,
  widget: IconAppWindow,
  keyword: IconHash,
}

const hostsOf = ({ sites }: OptinForm): string => sites.map((site) => new URL(site).host).join(', ')

const formText = ({ version, content }: OptinForm): string => {
  const languages = content.texts.length
  return [
    shared('receipt.version', { version }),
    ...(languages > 1 ? [t('growth.optins.languages', { count: languages })] : []),
  ].join(', ')
}

function NameOf({ form, way }: Line) {
  return (
    <div className={way ? 'optin-name way' : 'optin-name'}>
      <Icon of={wayIcons[way ?? 'form']} />
      <div>
        {way ? (
          t(`growth.optins.ways.${way}`, { keyword: form.keyword ?? '' })
        ) : (
          <Link className="row-a" to={`/opt-ins/${form.id}`}>
            {form.name}
          </Link>
        )}
        {way === null ? <div className="sm t3">{formText(form)}</div> : null}
        {way === 'widget' && form.sites.length > 0 ? <div className="sm t3">{hostsOf(form)}</div> : null}
      </div>
    </div>
  )
}

const isCounted = (way: FormWay | null): boolean => way !== 'code' && way !== 'keyword'

/** A message that opts in has no visits. A phone leaves the line out. */
const NoFigure = () => <span className="optin-none">–</span>

function FormTable({ rows, add }: { rows: readonly OptinForm[]; add: ReactNode }) {
  const navigate = useNavigate()
  return (
    <DataTable
      label={t('growth.optins.title')}
      rows={rows.flatMap(linesOf)}
      keyOf={({ form, way }) => `${form.id} ${way ?? ''}`}
      onOpen={({ form }) => void navigate(`/opt-ins/${form.id}`)}
      empty={
        <Empty title={t('growth.optins.emptyTitle')} actions={add}>
          {t('growth.optins.empty')}
        </Empty>
      }
      columns={[
        {
          key: 'form',
          title: shared('receipt.form'),
          phone: 'wide',
          cell: NameOf,
        },
        {
          key: 'visits',
          title: t('growth.optins.visits'),
          right: true,
          className: 'num',
          cell: ({ visits, way }) =>
            isCounted(way) ? (
              <NamedFigure name={t('growth.optins.visits')}>
                {visits > 0 ? formatNumber(visits) : '–'}
              </NamedFigure>
            ) : (
              <NoFigure />
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
          cell: ({ visits, agreed, way }) =>
            isCounted(way) ? (
              <NamedFigure name={t('growth.optins.rate')}>
                {visits > 0 ? formatPercent(Math.min(agreed, visits), visits) : '–'}
              </NamedFigure>
            ) : (
              <NoFigure />
            ),
        },
        {
          key: 'state',
          title: t('growth.optins.state'),
          cell: ({ form, way }) => {
            const isOpen = form.is_open && (way === null || !isOff(form, way))
            return (
              <Status tone={isOpen ? 'delivered' : 'wait'}>
                {t(isOpen ? 'growth.optins.open' : 'growth.optins.closed')}
              </Status>
            )
          },
        },
      ]}
    />
  )
}
