import { IconDownload } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { OptinForm } from '#contract/growth/optin-form.ts'
import type { OptinProof } from '#contract/growth/optin-proofs.ts'
import { t as shared } from '#contract/messages/t.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { ShowMore } from '#web/components/tables/show-more.tsx'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { useConsents, useExportProofs, useProofs } from './optins.queries.ts'

const columnsIn = (zone: string): Column<OptinProof>[] => [
  {
    key: 'phone',
    title: shared('receipt.phone'),
    phone: 'wide',
    cell: ({ address, lead_id, answers }) => (
      <>
        {lead_id === null ? (
          formatPhone(address)
        ) : (
          <Link className="row-a" to={`/lead-generator/${lead_id}`}>
            {formatPhone(address)}
          </Link>
        )}{' '}
        <span className="sm t3">{answers.name}</span>
      </>
    ),
  },
  {
    key: 'when',
    title: shared('receipt.when'),
    className: 't2',
    phone: 'wide',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at, zone)}</time>,
  },
  {
    key: 'outcome',
    title: shared('receipt.outcome'),
    phone: 'wide',
    cell: ({ outcome }) => shared('receipt.outcomeText', { outcome }),
  },
  {
    key: 'way',
    title: shared('receipt.way'),
    className: 't2',
    cell: ({ way, by }) =>
      by ? `${shared('receipt.wayText', { way })}, ${by}` : shared('receipt.wayText', { way }),
  },
  {
    key: 'shown',
    title: shared('receipt.shown'),
    className: 't2',
    phone: 'wide',
    cell: ({ form_id, version, wording, language, answers }) =>
      wording === null || version === null ? (
        (answers.details ?? (form_id === null ? '' : shared('receipt.textNotKnown')))
      ) : (
        <details>
          <summary>{shared('receipt.version', { version })}</summary>
          <div lang={language ?? undefined}>
            <p>{wording.heading}</p>
            <p>{wording.text}</p>
            <p>{wording.consent}</p>
          </div>
        </details>
      ),
  },
  {
    key: 'receipt',
    title: t('growth.optins.receipt'),
    right: true,
    cell: ({ id, record }) => (
      <Link
        className="btn quiet sm"
        to={`/opt-ins/receipts/${id}${record === 'change' ? '?record=change' : ''}`}
      >
        {t('growth.optins.receipt')}
      </Link>
    ),
  },
]

/** Where a person agreed and withdrew, in whichever way. */
export function LeadProofs({ leadId }: { leadId: number }) {
  const rows = useConsents(leadId).data?.consents ?? []
  const zone = useZone()
  if (rows.length === 0) return null
  return (
    <Section title={t('growth.optins.whereAgreed')} aside={t('growth.optins.timesIn', { zone })}>
      <DataTable
        label={t('growth.optins.whereAgreed')}
        rows={rows}
        keyOf={({ record, id }) => `${record} ${id}`}
        columns={[
          {
            key: 'form',
            title: shared('receipt.form'),
            phone: 'wide',
            cell: ({ form, form_id }) =>
              form_id === null ? null : <Link to={`/opt-ins/${form_id}`}>{form}</Link>,
          },
          ...columnsIn(zone).filter(({ key }) => key !== 'phone'),
        ]}
        empty={null}
      />
    </Section>
  )
}

/** Who agreed, when, and to which words. */
export function ProofList({ form }: { form: OptinForm }) {
  const list = useProofs({ form_id: form.id })
  const save = useExportProofs()
  const zone = useZone()
  const rows = list.data?.pages.flatMap(({ proofs }) => proofs) ?? []
  return (
    <Section
      title={t('growth.optins.proofs')}
      aside={
        <span className="row">
          {t('growth.optins.timesIn', { zone })}
          {rows.length > 0 ? (
            <Button
              size="small"
              icon={<Icon of={IconDownload} size="small" />}
              busy={save.isPending && t('growth.optins.exporting')}
              onClick={() => save.mutate(form.id)}
            >
              {t('growth.optins.export')}
            </Button>
          ) : null}
        </span>
      }
    >
      {list.data ? (
        <>
          <DataTable
            label={t('growth.optins.proofs')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={columnsIn(zone)}
            empty={
              <Empty level={3} title={t('growth.optins.noProofs')}>
                {t('growth.optins.noProofsText')}
              </Empty>
            }
          />
          <ShowMore list={list} older />
        </>
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows label={t('growth.optins.loading')} />
      )}
    </Section>
  )
}
