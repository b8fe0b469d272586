import { Select } from '@mantine/core'
import { useState } from 'react'
import { fewestDaysOf, type Retention, type RetentionKind } from '#contract/security/retention.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatBytes } from '#web/format/number.ts'
import { formatDate, formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { useUser } from '#web/session/session.ts'
import { useRetention, useSaveRetention } from './retention.queries.ts'

/** What stays as the install was set up; a select has no null. */
const usual = 'usual'
const offered = [7, 30, 60, 90, 180, 365, 730, 1825]

/** How long things are kept, for the operator of the install: the first person who signed up. */
export function RetentionSection() {
  return useUser()?.id === 1 ? <OperatorsSection /> : null
}

function OperatorsSection() {
  const kept = useRetention()
  return (
    <Section title={t('retention.title')}>
      <p className="t2">{t('retention.help')}</p>
      {kept.isError && !kept.data ? (
        <ErrorState error={kept.error} onRetry={() => kept.refetch()} />
      ) : kept.data ? (
        <RetentionForm rows={kept.data.retention} />
      ) : (
        <SkeletonLines lines={4} label={t('retention.loading')} />
      )}
    </Section>
  )
}

const choiceOf = ({ chosen, days }: Retention): string => (chosen ? String(days ?? 0) : usual)
/** For ever is longer than any number of days. */
const lengthOf = (days: number | null): number => (days === 0 ? Number.POSITIVE_INFINITY : (days ?? 30))

function RetentionForm({ rows }: { rows: Retention[] }) {
  const [changes, setChanges] = useState<Partial<Record<RetentionKind, string>>>({})
  const save = useSaveRetention()
  const daysOf = ({ usual_days }: Retention, value: string) => (value === usual ? usual_days : Number(value))
  const submit = async () => {
    const shorter = rows.filter((row) => {
      const value = changes[row.kind]
      return value !== undefined && lengthOf(daysOf(row, value)) < lengthOf(row.days)
    })
    const what = shorter.map(({ kind }) => t(`retention.${kind}`)).join(', ')
    const mayGo =
      shorter.length === 0 ||
      (await confirm({
        title: t('retention.confirmTitle'),
        consequence: t('retention.confirmText', { what }),
        confirm: t('retention.confirmYes'),
      }))
    if (!mayGo) return
    const body = Object.fromEntries(
      Object.entries(changes).map(([kind, value]) => [kind, value === usual ? null : Number(value)]),
    )
    save.mutate(body, {
      onSuccess: () => {
        setChanges({})
        toast.success(t('retention.saved'))
      },
      onError: (error) => toast.error(sentenceFor(error, { failed: t('retention.failed') })),
    })
  }
  return (
    <div className="stack narrow mt4">
      {rows.map((row) => (
        <Kind
          key={row.kind}
          row={row}
          value={changes[row.kind] ?? choiceOf(row)}
          onChange={(value) => setChanges((now) => ({ ...now, [row.kind]: value }))}
        />
      ))}
      <p className="sm t3">{t('retention.other')}</p>
      <div>
        <Button
          disabled={Object.keys(changes).length === 0}
          busy={save.isPending && t('retention.saving')}
          onClick={() => void submit()}
        >
          {t('retention.save')}
        </Button>
      </div>
    </div>
  )
}

/** When something of a kind went last, and how much. */
function lastOf({ kind, last }: Retention, zone: string): string {
  const isArchived = kind === 'messages'
  if (!last) return isArchived ? t('retention.noLastArchived') : t('retention.noLast')
  const of = { time: formatMoment(last.at, zone), count: last.removed }
  return isArchived
    ? t('retention.lastArchived', of)
    : t('retention.last', { ...of, bytes: formatBytes(last.bytes) })
}

const weekMs = 7 * 86_400_000
const weeksSince = (instant: string): number =>
  Math.max(1, Math.ceil((Date.now() - Date.parse(instant)) / weekMs))

function Kind({
  row,
  value,
  onChange,
}: {
  row: Retention
  value: string
  onChange: (value: string) => void
}) {
  const zone = useZone()
  const { kind, days, usual_days, since } = row
  const choices = offered.filter((each) => each >= fewestDaysOf[kind])
  // A number that was set elsewhere is shown too.
  if (row.chosen && days && !choices.includes(days)) choices.push(days)
  return (
    <div>
      <Select
        label={t(`retention.${kind}`)}
        description={t(`retention.${kind}Help`)}
        data={[
          {
            value: usual,
            label:
              usual_days === null
                ? t('retention.usualDeliveries')
                : t('retention.usual', { days: usual_days }),
          },
          ...choices
            .toSorted((one, other) => one - other)
            .map((each) => ({ value: String(each), label: t('retention.days', { days: each }) })),
          { value: '0', label: t('retention.forever') },
        ]}
        allowDeselect={false}
        value={value}
        onChange={(next) => next && onChange(next)}
      />
      {since && (
        <p className="hint">
          {t('retention.since', { day: formatDate(since, zone), weeks: weeksSince(since) })}
        </p>
      )}
      {kind === 'hook_deliveries' ? null : <p className="hint">{lastOf(row, zone)}</p>}
    </div>
  )
}
