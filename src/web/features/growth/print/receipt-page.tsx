import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { type OptinReceipt, OptinRecord, optins } from '#contract/growth/optins.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { queryFor, sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { useZone } from '#web/session/me.ts'
import { PrintPage } from './print-page.tsx'

/** What proves that a person agreed or withdrew, for paper or as a file. */
export default function ReceiptPage() {
  const id = Number(useParams().id)
  const [search] = useSearchParams()
  const record = OptinRecord.catch('proof').parse(search.get('record'))
  const of = { params: { id }, query: { record } }
  const query = useQuery(queryFor(optins.receipt, of))
  const save = useMutation({
    mutationFn: () => download(optins.receiptFile, `opt-in-${record}-${id}.json`, of),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })
  const proof = query.data?.receipt
  const title = t(
    proof?.outcome === 'opted_out'
      ? 'growth.optins.receiptOut'
      : proof?.outcome === 'none'
        ? 'growth.optins.receiptNone'
        : 'growth.optins.receiptTitle',
  )
  return (
    <PrintPage
      title={title}
      back={
        proof?.form_id
          ? `/opt-ins/${proof.form_id}`
          : proof?.lead_id
            ? `/lead-generator/${proof.lead_id}`
            : '/opt-ins'
      }
      paper="a4"
      tools={
        proof ? (
          <Button busy={save.isPending && t('growth.optins.exporting')} onClick={() => save.mutate()}>
            {t('growth.optins.asJson')}
          </Button>
        ) : null
      }
    >
      {proof ? (
        <Receipt proof={proof} title={title} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <SkeletonLines label={t('growth.optins.loading')} />
      )}
    </PrintPage>
  )
}

/** What the form asked beside name and phone. */
const othersOf = (answers: OptinReceipt['answers']): [string, string][] =>
  Object.entries(answers)
    .filter(([field]) => !['name', 'phone', 'message', 'button', 'details'].includes(field))
    .map(([field, value]) => [field === 'email' ? t('growth.optins.email') : field, value])

function Receipt({ proof, title }: { proof: OptinReceipt; title: string }) {
  const zone = useZone()
  const { id, at, address, answers, outcome, way, form, version, hash, language } = proof
  const lines: [string, string | null][] = [
    [t('growth.optins.business'), proof.business],
    [t('growth.optins.number'), String(id)],
    [t('growth.optins.when'), `${formatMoment(at, zone)} (${zone}), ${at}`],
    [t('growth.optins.phone'), formatPhone(address)],
    [t('growth.optins.askedName'), answers.name ?? null],
    ...othersOf(answers),
    [t('growth.optins.outcome'), t('growth.optins.outcomeText', { outcome })],
    [t('growth.optins.way'), t('growth.optins.wayText', { way })],
    [t('growth.optins.recordedBy'), proof.by],
    [t('growth.optins.details'), answers.details ?? null],
    [t('growth.optins.atPage'), proof.page],
    [t('growth.optins.theirMessage'), answers.message ?? null],
    [t('growth.optins.form'), form && version ? `${form}, ${t('growth.optins.version', { version })}` : form],
    [t('growth.optins.network'), proof.network],
    [t('growth.optins.browser'), proof.user_agent],
    [t('growth.optins.wamid'), proof.wamid],
  ]
  return (
    <article className="receipt">
      <h1>{title}</h1>
      <dl>
        {lines.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {hash ? (
        <>
          <h2>{t('growth.optins.shown')}</h2>
          <blockquote lang={language ?? undefined}>{hash.of}</blockquote>
          <h2>{t('growth.optins.hash')}</h2>
          <p className="receipt-hash">{hash.hex}</p>
          <p>{t('growth.optins.hashOf')}</p>
        </>
      ) : proof.form_id === null ? null : (
        <>
          <h2>{t('growth.optins.shown')}</h2>
          <p>
            {t('growth.optins.textNotKnown')} {t('growth.optins.textNotKnownWhy')}
          </p>
        </>
      )}
    </article>
  )
}
