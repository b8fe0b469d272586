import { NativeSelect } from '@mantine/core'
import { IconCheck, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { Sequence } from '#contract/growth/sequences.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { Badge } from '#web/components/status.tsx'
import { countryName } from '#web/format/countries.ts'
import { formatList } from '#web/format/list.ts'
import { formatAmounts, formatMoney, formatNumber } from '#web/format/number.ts'
import { formatDate } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { shownState, stateTone } from '../sequence-words.ts'
import { useRemoveSequence, useRunSequence } from '../sequences.queries.ts'
import { SequencePeople } from './sequence-people.tsx'
import { StepList } from './step-list.tsx'

type Props = { sequence: Sequence; onVersion: (version: number) => void }

export function SequenceView({ sequence, onVersion }: Props) {
  const {
    totals,
    timezone: zone,
    state,
    started_at,
    waits,
    versions,
    now_marketing,
    other_variables,
  } = sequence
  const shown = shownState(sequence)
  return (
    <>
      <PageHeader
        title={sequence.name}
        crumbs={[{ to: '/sequences', name: t('sequences.title') }]}
        lede={t('sequences.pageLede', {
          started: totals.started,
          waiting: totals.waiting,
          goal: totals.goal,
        })}
        actions={<Actions sequence={sequence} />}
      />
      {waits ? <Banner kind="yours">{waits.sentence}</Banner> : null}
      {state === 'paused' && now_marketing.length > 0 ? (
        <Banner kind="yours">{t('sequences.nowMarketing', { templates: namesOf(now_marketing) })}</Banner>
      ) : null}
      {state === 'paused' && other_variables.length > 0 ? (
        <Banner kind="yours">{t('sequences.otherVariables', { templates: namesOf(other_variables) })}</Banner>
      ) : null}
      <div className="cols mt4">
        <div>
          <div className="row sp mt2">
            <Badge tone={stateTone[shown]}>{t('sequences.stateName', { state: shown })}</Badge>
            <span className="sm t3">
              {started_at
                ? t('sequences.since', { date: formatDate(started_at, zone), zone })
                : t('sequences.notStarted')}
            </span>
          </div>
          {versions.length > 1 ? (
            <NativeSelect
              className="mt3"
              label={t('sequences.version')}
              description={t('sequences.versionHint')}
              value={sequence.shown_version}
              data={versions.map(({ version, started, waiting }) => ({
                value: String(version),
                label: t('sequences.versionName', { version, started, waiting }),
              }))}
              onChange={({ currentTarget: { value } }) => onVersion(Number(value))}
            />
          ) : null}
          <h2 className="sr">{t('sequences.steps')}</h2>
          <StepList sequence={sequence} />
        </div>
        <aside aria-label={t('sequences.side')}>
          <Side sequence={sequence} />
        </aside>
      </div>
      <SequencePeople sequence={sequence} />
    </>
  )
}

const namesOf = (templates: Sequence['now_marketing']): string =>
  formatList(templates.map(({ title }) => `“${title}”`))

function Actions({ sequence: { id, name, state, totals, now_marketing } }: { sequence: Sequence }) {
  const run = useRunSequence()
  const remove = useRemoveSequence()
  const navigate = useNavigate()
  const running = state === 'running'
  const ask = async () => {
    const yes = await confirm({
      title: t('sequences.deleteAsk', { name }),
      consequence: t('sequences.deleteConsequence'),
      confirm: t('sequences.delete'),
    })
    if (yes) remove.mutate(id, { onSuccess: () => void navigate('/sequences') })
  }
  const resume = async () => {
    const yes =
      now_marketing.length === 0 ||
      (await confirm({
        title: t('sequences.resumeAsk', { name }),
        consequence: t('sequences.resumeConsequence', { templates: namesOf(now_marketing) }),
        confirm: t('sequences.resume'),
        cancel: t('sequences.keepPaused'),
        harmless: true,
      }))
    const agreed_templates = now_marketing.map((template) => template.id)
    if (yes) run.mutate({ params: { id }, body: { running: true, agreed_templates } })
  }
  return (
    <>
      {!running && totals.waiting === 0 ? (
        <Button kind="quiet" icon={<Icon of={IconTrash} size="small" />} onClick={() => void ask()}>
          {t('sequences.delete')}
        </Button>
      ) : null}
      <LinkButton icon={<Icon of={IconPencil} size="small" />} to={`/sequences/${id}?edit`}>
        {t('sequences.edit')}
      </LinkButton>
      <Button
        kind={running ? undefined : 'yours'}
        icon={<Icon of={running ? IconPlayerPause : IconPlayerPlay} size="small" />}
        busy={run.isPending && t('sequences.saving')}
        onClick={() => (running ? run.mutate({ params: { id }, body: { running: false } }) : void resume())}
      >
        {t(running ? 'sequences.pause' : state === 'draft' ? 'sequences.start' : 'sequences.resume')}
      </Button>
    </>
  )
}

function Side({ sequence: { totals, content, cost, worth } }: { sequence: Sequence }) {
  const { stops, quiet, cap, again } = content
  const parts = [totals.goal, ...totals.stopped.map(({ count }) => count), totals.waiting, totals.finished]
  const known = cost.flatMap(({ amount, currency }) => (amount === null ? [] : [{ amount, currency }]))
  const unpriced = cost.reduce((sum, one) => sum + one.unpriced, 0)
  const leave = [
    ...(stops.conversion
      ? [
          stops.conversion_event
            ? t('sequences.leave.conversionOf', { event: stops.conversion_event })
            : t('sequences.leave.conversion'),
        ]
      : []),
    ...(stops.goal_tag ? [t('sequences.leave.goal', { tag: stops.goal_tag })] : []),
    ...(stops.reply ? [t('sequences.leave.reply')] : []),
    ...(stops.tag ? [t('sequences.leave.tag', { tag: stops.tag })] : []),
    t('sequences.leave.optOut'),
  ]
  return (
    <>
      <Section first title={t('sequences.results')}>
        <KeyValues
          rows={[
            [t('sequences.totals.started'), formatNumber(totals.started)],
            [t('sequences.totals.goal'), formatNumber(totals.goal)],
            ...(worth.length > 0 ? [[t('sequences.worth'), formatAmounts(worth)] as const] : []),
            ...totals.stopped.map(
              ({ reason, count }) => [t('sequences.reason', { reason }), formatNumber(count)] as const,
            ),
            [t('sequences.totals.waiting'), formatNumber(totals.waiting)],
            [t('sequences.totals.finished'), formatNumber(totals.finished)],
          ]}
        />
        <p className="hint">
          {parts.map((count) => formatNumber(count)).join(' + ')} = {formatNumber(totals.started)}
        </p>
      </Section>
      <Section title={t('sequences.leave.title')}>
        <ul className="seq-leave">
          {leave.map((sentence) => (
            <li key={sentence}>
              <Icon of={IconCheck} size="small" />
              {sentence}
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('sequences.limits')}>
        <KeyValues
          rows={[
            [t('sequences.enter'), t(again ? 'sequences.enterAgain' : 'sequences.enterOnce')],
            [
              t('sequences.capName'),
              cap ? t('sequences.cap', { messages: cap.messages, days: cap.days }) : t('sequences.none'),
            ],
            [
              t('sequences.quietName'),
              quiet ? t('sequences.quiet', { from: quiet.from, to: quiet.to }) : t('sequences.none'),
            ],
            ...(quiet?.countries ?? []).map(
              ({ country, from, to }) => [countryName(country), t('sequences.quiet', { from, to })] as const,
            ),
            [
              t('sequences.cost'),
              known.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + '),
            ],
          ]}
        />
        {unpriced > 0 ? <p className="hint">{t('analytics.cost.unpriced', { count: unpriced })}</p> : null}
      </Section>
    </>
  )
}
