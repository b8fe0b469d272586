import type { ReactNode } from 'react'
import type { ImportCheck, ImportCounts } from '#contract/leads/imports.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Ledger } from '#web/components/figures/figures.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { leadErrors } from '../lead-errors.ts'

/** What an import will do: each row of the file counts in exactly one line. */
export function WhatWillHappen({
  check,
  checking,
  error,
  hasPhone,
  agreed,
}: {
  check: ImportCheck | undefined
  checking: boolean
  error: unknown
  hasPhone: boolean
  /** Whether the owner states consent for rows without it; undefined before the question. */
  agreed?: boolean
}) {
  return (
    <div className="well" aria-busy={checking}>
      <h2>{t('leads.imports.preview.title')}</h2>
      {hasPhone ? null : <p className="sm warn mt3">{t('leads.imports.preview.phoneMissing')}</p>}
      {error ? (
        <p className="hint err mt3" role="alert">
          {sentenceFor(error, leadErrors.upload())}
        </p>
      ) : null}
      {hasPhone && !check && !error ? (
        <SkeletonLines lines={5} label={t('leads.imports.preview.checking')} />
      ) : null}
      {hasPhone && check ? (
        <>
          <div className="mt3">
            <ImportFigures counts={check.counts} />
          </div>
          <ConsentFigures consent={check.consent} agreed={agreed} />
          {check.suppressed > 0 ? (
            <p className="sm t2 mt3">{t('leads.imports.preview.suppressed', { count: check.suppressed })}</p>
          ) : null}
          {check.unfit.map((one) => (
            <p className="sm warn mt3" key={one.name}>
              {t('leads.imports.preview.unfit', one)}
            </p>
          ))}
          <div className="mt4">
            {check.examples.map((example) => (
              <p className="sm t2 mt2" key={`${example.cell} ${example.problem}`}>
                {example.phone
                  ? t.rich('leads.imports.preview.becomes', {
                      cell: example.cell,
                      phone: (text) => <b className="t1 num">{text}</b>,
                      number: formatPhone(example.phone),
                      b: bold,
                    })
                  : t.rich('leads.imports.preview.rejected', {
                      cell: example.cell,
                      problem: example.problem ?? '',
                      b: bold,
                    })}
              </p>
            ))}
          </div>
        </>
      ) : null}
    </div>
  )
}

const bold = (text: ReactNode) => <b className="t1">{text}</b>

/** How many people of the file will be opted in, opted out, and neither. */
function ConsentFigures({
  consent,
  agreed,
}: {
  consent: ImportCheck['consent']
  agreed: boolean | undefined
}) {
  const { opted_in, opted_out, none, silent, unread } = consent
  const total = opted_in + opted_out + none + silent
  if (total === 0) return null
  return (
    <div className="mt3">
      <Ledger
        total={{ name: t('leads.imports.preview.people'), count: total }}
        parts={[
          { name: t('leads.imports.preview.optedIn'), count: opted_in + (agreed ? silent : 0) },
          { name: t('leads.imports.preview.optedOut'), count: opted_out },
          { name: t('leads.imports.preview.neither'), count: none + (agreed ? 0 : silent) },
        ]}
      />
      {agreed === undefined && silent > 0 ? (
        <p className="sm t2 mt2">{t('leads.imports.preview.silent', { count: silent })}</p>
      ) : null}
      {unread > 0 ? (
        <p className="sm warn mt2">{t('leads.imports.preview.unread', { count: unread })}</p>
      ) : null}
    </div>
  )
}

/** Created, updated, skipped and rejected by reason. They add up to the rows of the file. */
export function ImportFigures({ counts }: { counts: ImportCounts }) {
  return (
    <Ledger
      total={{ name: t('leads.imports.preview.rows'), count: counts.rows }}
      parts={[
        { name: t('leads.imports.preview.created'), count: counts.created },
        { name: t('leads.imports.preview.updated'), count: counts.updated },
        ...counts.reasons.map(({ outcome, reason, sentence, rows }) => ({
          name: t('leads.imports.preview.reason', {
            outcome,
            reason: isKnown(reason) ? t(`leads.imports.preview.reasons.${reason}`) : sentence,
          }),
          count: rows,
        })),
      ]}
    />
  )
}

/** The reasons that have a short name; of others the server's sentence is shown. */
const reasons = [
  'repeated',
  'blank',
  'empty',
  'rounded_by_excel',
  'not_a_number',
  'no_country',
  'no_area_code',
  'other_country',
  'not_valid',
] as const
const isKnown = (reason: string): reason is (typeof reasons)[number] =>
  (reasons as readonly string[]).includes(reason)
