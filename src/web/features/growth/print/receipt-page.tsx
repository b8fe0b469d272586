import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type OptinProof, optins } from '#contract/growth/optins.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { queryFor } from '#web/net/api.ts'
import { saveFile } from '#web/net/transfer.ts'
import { useZone } from '#web/session/me.ts'
import { PrintPage } from './print-page.tsx'

/** What proves that a person agreed or withdrew, for paper or as a file. */
export default function ReceiptPage() {
  const id = Number(useParams().id)
  const query = useQuery(queryFor(optins.proofs, { query: { id, limit: 1 } }))
  const proof = query.data?.proofs[0]
  const title = t(proof?.outcome === 'opted_out' ? 'growth.optins.receiptOut' : 'growth.optins.receiptTitle')
  return (
    <PrintPage
      title={title}
      back={proof?.form_id ? `/opt-ins/${proof.form_id}` : '/opt-ins'}
      paper="a4"
      tools={proof ? <Button onClick={() => saveReceipt(proof)}>{t('growth.optins.asJson')}</Button> : null}
    >
      {proof ? (
        <Receipt proof={proof} title={title} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : query.isPending ? (
        <SkeletonLines label={t('growth.optins.loading')} />
      ) : (
        <p>{t('growth.optins.noProofs')}</p>
      )}
    </PrintPage>
  )
}

const saveReceipt = (proof: OptinProof): void =>
  saveFile(
    new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }),
    `opt-in-${proof.id}.json`,
  )

/** What the form asked beside name and phone. */
const othersOf = (answers: OptinProof['answers']): [string, string][] =>
  Object.entries(answers)
    .filter(([field]) => !['name', 'phone', 'message', 'button', 'details'].includes(field))
    .map(([field, value]) => [field === 'email' ? t('growth.optins.email') : field, value])

function Receipt({ proof, title }: { proof: OptinProof; title: string }) {
  const zone = useZone()
  const { id, at, address, answers, outcome, way, form, version, wording, language } = proof
  const lines: [string, string | null][] = [
    [t('growth.optins.number'), String(id)],
    [t('growth.optins.when'), `${formatMoment(at, zone)} (${zone}), ${at}`],
    [t('growth.optins.phone'), formatPhone(address)],
    [t('growth.optins.askedName'), answers.name ?? null],
    ...othersOf(answers),
    [t('growth.optins.outcome'), t('growth.optins.outcomeText', { outcome })],
    [t('growth.optins.way'), t('growth.optins.wayText', { way })],
    [t('growth.optins.site'), proof.site],
    [t('growth.optins.theirMessage'), answers.message ?? null],
    [t('growth.optins.form'), form && version ? `${form}, ${t('growth.optins.version', { version })}` : form],
    [t('growth.optins.network'), proof.network],
    [t('growth.optins.browser'), proof.user_agent],
    [t('growth.optins.wamid'), proof.wamid],
    [t('growth.optins.hash'), proof.wording_sha256],
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
      {wording ? (
        <>
          <h2>{t('growth.optins.shown')}</h2>
          <blockquote lang={language ?? undefined}>
            <p>{wording.heading}</p>
            <p>{wording.text}</p>
            <p>{wording.consent}</p>
            <p>[{wording.button}]</p>
          </blockquote>
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
