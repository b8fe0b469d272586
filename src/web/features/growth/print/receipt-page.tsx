import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { type OptinReceipt, OptinRecord } from '#contract/growth/optin-proofs.ts'
import { optins } from '#contract/growth/optins.ts'
import { receiptLines, receiptTitle } from '#contract/growth/receipt-lines.ts'
import { t as shared } from '#contract/messages/t.ts'
import { ScreenError } from '#web/components/error-state.tsx'
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
  const onError = (error: Error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') }))
  const saveJson = useMutation({
    mutationFn: () => download(optins.receiptFile, `opt-in-${record}-${id}.json`, of),
    onError,
  })
  const savePdf = useMutation({
    mutationFn: () => download(optins.receiptPdf, `opt-in-${record}-${id}.pdf`, of),
    onError,
  })
  const proof = query.data?.receipt
  const title = receiptTitle(proof ?? { outcome: 'opted_in' })
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
      hasFile
      isMissing={query.isError && !proof}
      tools={
        proof ? (
          <>
            <Button
              kind="ink"
              busy={savePdf.isPending && t('growth.optins.makingPdf')}
              onClick={() => savePdf.mutate()}
            >
              {t('growth.optins.asPdf')}
            </Button>
            <Button
              busy={saveJson.isPending && t('growth.optins.exporting')}
              onClick={() => saveJson.mutate()}
            >
              {t('growth.optins.asJson')}
            </Button>
          </>
        ) : null
      }
    >
      {proof ? (
        <Receipt proof={proof} title={title} />
      ) : query.isError ? (
        <ScreenError
          thing="receipt"
          back={{ to: '/opt-ins', name: t('growth.optins.title') }}
          error={query.error}
          onRetry={() => query.refetch()}
        />
      ) : (
        <SkeletonLines label={t('growth.optins.loading')} />
      )}
    </PrintPage>
  )
}

function Receipt({ proof, title }: { proof: OptinReceipt; title: string }) {
  const zone = useZone()
  const { at, hash, language } = proof
  const lines = receiptLines(proof, `${formatMoment(at, zone)} (${zone})`)
  return (
    <article className="receipt">
      <h1>{title}</h1>
      <dl>
        {lines.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {hash ? (
        <>
          <h2>{shared('receipt.shown')}</h2>
          <blockquote lang={language ?? undefined}>{hash.of}</blockquote>
          <h2>{shared('receipt.hash')}</h2>
          <p className="receipt-hash">{hash.hex}</p>
          <p>{shared('receipt.hashOf')}</p>
        </>
      ) : proof.form_id === null ? null : (
        <>
          <h2>{shared('receipt.shown')}</h2>
          <p>
            {shared('receipt.textNotKnown')} {shared('receipt.textNotKnownWhy')}
          </p>
        </>
      )}
    </article>
  )
}
