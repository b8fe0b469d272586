import type { ImportCheck, ImportCounts } from '#contract/leads/imports.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Ledger } from '#web/components/figures/figures.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { formatNumber } from '#web/format/number.ts'
import { sentenceFor } from '#web/net/api.ts'
import { leadWords } from '../leads.queries.ts'

/** The books of an import before it runs: every row of the file in exactly one line. */
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
  /** You state that those agreed of whom the file says nothing; undefined while you were not asked. */
  agreed?: boolean
}) {
  return (
    <div className="well" aria-busy={checking}>
      <h2>What will happen</h2>
      {hasPhone ? null : <p className="sm warn mt3">Say which column holds the phone numbers.</p>}
      {error ? (
        <p className="hint err mt3" role="alert">
          {sentenceFor(error, leadWords.upload)}
        </p>
      ) : null}
      {hasPhone && !check && !error ? <SkeletonLines lines={5} label="Going through the rows" /> : null}
      {hasPhone && check ? (
        <>
          <div className="mt3">
            <ImportFigures counts={check.counts} />
          </div>
          <ConsentFigures consent={check.consent} agreed={agreed} />
          {check.suppressed > 0 ? (
            <p className="sm t2 mt3">
              {formatNumber(check.suppressed)} of these numbers opted out before. They stay opted out.
            </p>
          ) : null}
          <div className="mt4">
            {check.examples.map((example) => (
              <p className="sm t2 mt2" key={`${example.cell} ${example.problem}`}>
                <b className="t1">{example.cell}</b>{' '}
                {example.phone ? (
                  <>
                    becomes <b className="t1 num">{formatPhone(example.phone)}</b>
                  </>
                ) : (
                  <>is rejected: {example.problem}</>
                )}
              </p>
            ))}
          </div>
        </>
      ) : null}
    </div>
  )
}

/** How many of the people of the file will be opted in, opted out, and neither. */
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
        total={{ name: 'People', count: total }}
        parts={[
          { name: 'Will be opted in', count: opted_in + (agreed ? silent : 0) },
          { name: 'Will be opted out', count: opted_out },
          { name: 'Neither', count: none + (agreed ? 0 : silent) },
        ]}
      />
      {agreed === undefined && silent > 0 ? (
        <p className="sm t2 mt2">
          Of {formatNumber(silent)} the file says nothing. You can state their consent in the next step.
        </p>
      ) : null}
      {unread > 0 ? (
        <p className="sm warn mt2">
          {formatNumber(unread)} consent {unread === 1 ? 'cell' : 'cells'} could not be read. They count as no
          consent.
        </p>
      ) : null}
    </div>
  )
}

/** Created, updated, skipped and rejected by reason; together the rows of the file. */
export function ImportFigures({ counts }: { counts: ImportCounts }) {
  const words = { skipped: 'Skipped', rejected: 'Rejected' }
  return (
    <Ledger
      total={{ name: 'Rows in the file', count: counts.rows }}
      parts={[
        { name: 'Created', count: counts.created },
        { name: 'Updated', count: counts.updated },
        ...counts.reasons.map(({ outcome, reason, sentence, rows }) => ({
          name: `${words[outcome]}, ${reasonWords[reason] ?? sentence}`,
          count: rows,
        })),
      ]}
    />
  )
}

/** A reason in a few words, for a line of the books; the server's sentence says what to do. */
const reasonWords: Record<string, string> = {
  repeated: 'same number twice in the file',
  blank: 'empty row',
  empty: 'no number',
  rounded_by_excel: 'last digits lost in Excel',
  not_a_number: 'not a number',
  no_country: 'country code missing',
  no_area_code: 'area code missing',
  other_country: 'another country than the row says',
  not_valid: 'number not readable',
}
