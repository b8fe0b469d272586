import { useMutation } from '@tanstack/react-query'
import type { Trial, TrialLimit, Variant } from '#contract/campaigns/trials.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Section } from '#web/components/page.tsx'
import { Badge } from '#web/components/status.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useCampaignCache } from '../campaigns.queries.ts'
import { isRestCancelled, laterText, letterOf, sendingText, verdictText } from './trial-text.ts'
import './trial.css'

const measures = ['read', 'clicked', 'replied', 'converted'] as const

/** A pilot, or the versions of an A/B test side by side, and what follows from them. */
export function TrialPanel({ campaign, trial: counted }: { campaign: Campaign; trial: Trial }) {
  const trial = isRestCancelled(campaign, counted.variants) ? { ...counted, winner: null } : counted
  const cache = useCampaignCache()
  const isTest = trial.kind === 'test'
  const decide = useMutation({
    mutationFn: (variant: number | null) =>
      call(campaigns.decide, { params: { id: campaign.id }, body: variant ? { variant } : {} }),
    onSuccess: (answer) => {
      cache.put(answer.campaign)
      void cache.listChanged()
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: t('campaigns.failed') })),
  })
  const mayDecide = campaign.actions.includes('decide')
  const choose = async (variant: number | null) => {
    const yes = await confirm({
      title: variant
        ? t('campaigns.trial.ask', { letter: letterOf(variant) })
        : t('campaigns.trial.askPilot'),
      ...sendingText(trial, variant),
      cancel: t('campaigns.trial.notYet'),
    })
    if (yes) decide.mutate(variant)
  }
  return (
    <Section
      title={t(isTest ? 'campaigns.trial.titleTest' : 'campaigns.trial.titlePilot')}
      aside={<span className="sm t2">{stageText(trial, campaign.timezone)}</span>}
    >
      {isTest && trial.stage !== 'planned' ? <p className="t2">{verdictText(trial)}</p> : null}
      {trial.limits.length > 0 ? <Limits trial={trial} /> : null}
      <table className="trial-table mt3">
        <thead>
          <tr>
            <th scope="col">
              {t(isTest ? 'campaigns.trial.columns.version' : 'campaigns.trial.columns.part')}
            </th>
            <th scope="col">{t('campaigns.trial.columns.sent')}</th>
            {measures.map((measure) => (
              <th key={measure} scope="col">
                {t(`campaigns.trial.columns.${measure}`)}
              </th>
            ))}
            <th scope="col">{t('campaigns.trial.columns.failed')}</th>
            <th scope="col">{t('campaigns.trial.columns.blocked')}</th>
            <th scope="col">{t('campaigns.trial.columns.optedOut')}</th>
            {mayDecide ? (
              <th scope="col">
                <span className="sr">{t('campaigns.trial.columns.choose')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {trial.variants.map((variant) => (
            <VersionRow
              key={variant.variant}
              trial={trial}
              variant={variant}
              onChoose={mayDecide ? () => void choose(isTest ? variant.variant : null) : undefined}
              busy={decide.isPending}
            />
          ))}
        </tbody>
      </table>
      {isTest ? <p className="sm t3 mt2">{t('campaigns.trial.range')}</p> : null}
    </Section>
  )
}

function VersionRow({
  trial,
  variant,
  busy,
  onChoose,
}: {
  trial: Trial
  variant: Variant
  busy: boolean
  onChoose: (() => void) | undefined
}) {
  const isTest = trial.kind === 'test'
  const letter = letterOf(variant.variant)
  return (
    <tr>
      <th scope="row">
        {isTest ? (
          <>
            <b>{t('campaigns.trial.version', { letter })}</b>
            <br />
          </>
        ) : null}
        <span className="t2">{variant.template}</span>
        {variant.later_minutes > 0 ? <div className="sm t3">{laterText(variant.later_minutes)}</div> : null}
        {trial.winner === variant.variant ? (
          <div>
            <Badge tone="delivered">{t('campaigns.trial.winner')}</Badge>
          </div>
        ) : null}
        {variant.stopped ? (
          <div className="sm hint warn">{t('campaigns.trial.stopped', { why: variant.stopped })}</div>
        ) : null}
      </th>
      <td data-name={t('campaigns.trial.columns.sent')}>
        {formatNumber(variant.sent)}
        {variant.waiting ? (
          <span className="sm t3"> {t('campaigns.trial.waiting', { count: variant.waiting })}</span>
        ) : null}
      </td>
      {measures.map((measure) => (
        <td key={measure} data-name={t(`campaigns.trial.columns.${measure}`)}>
          {measure === trial.measure ? (
            <Rate variant={variant} measure={measure} />
          ) : (
            formatNumber(variant[measure])
          )}
        </td>
      ))}
      <td data-name={t('campaigns.trial.columns.failed')}>{formatNumber(variant.failed)}</td>
      <td data-name={t('campaigns.trial.columns.blocked')}>{formatNumber(variant.blocked)}</td>
      <td data-name={t('campaigns.trial.columns.optedOut')}>{formatNumber(variant.opted_out)}</td>
      {onChoose ? (
        <td className="trial-do">
          {variant.stopped ? null : (
            <Button
              size="small"
              kind={trial.stage === 'asking' ? 'yours' : undefined}
              disabled={busy}
              onClick={onChoose}
            >
              {isTest
                ? t('campaigns.trial.choose', { letter })
                : t('campaigns.trial.goOn', { count: trial.rest })}
            </Button>
          )}
        </td>
      ) : null}
    </tr>
  )
}

/** What is compared, as a share with its range. */
function Rate({ variant, measure }: { variant: Variant; measure: (typeof measures)[number] }) {
  if (variant.rate === null || variant.low === null || variant.high === null) return '–'
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  return (
    <span className="trial-rate">
      <b>{formatPercent(variant.rate, 1)}</b>{' '}
      <span className="sm t3">{t('campaigns.trial.rateOf', { count: variant[measure] })}</span>
      <span className="trial-bar" aria-hidden>
        <i style={{ insetInlineStart: percent(variant.low), width: percent(variant.high - variant.low) }} />
        <b style={{ insetInlineStart: percent(variant.rate) }} />
      </span>
      <span className="sm t3">
        {t('campaigns.trial.between', {
          low: formatPercent(variant.low, 1),
          high: formatPercent(variant.high, 1),
        })}
      </span>
    </span>
  )
}

function stageText({ stage, decide_at, rest_at, decided_by, winner, rest }: Trial, zone: string): string {
  if (stage === 'measuring' && decide_at)
    return t('campaigns.trial.stage.measuring', { when: formatMoment(decide_at, zone) })
  if (stage !== 'over')
    return t(`campaigns.trial.stage.${stage === 'measuring' ? 'sending' : stage}`, { count: rest })
  if (winner === null) return t('campaigns.trial.stage.over')
  const letter = letterOf(winner)
  if (rest_at && rest > 0)
    return t('campaigns.trial.stage.restAt', { letter, when: formatMoment(rest_at, zone) })
  return decided_by
    ? t('campaigns.trial.stage.chosen', { letter, by: decided_by })
    : t('campaigns.trial.stage.won', { letter })
}

const boundNames = { max_failed: 'failed', max_blocked: 'blocked', max_opted_out: 'optedOut' } as const

/** Within which limits a pilot goes on by itself, each with what was measured. */
function Limits({ trial }: { trial: Trial }) {
  const { limits, measure, stage } = trial
  const soFar = ({ percent, missed }: TrialLimit) => {
    if (stage === 'planned') return null
    if (stage !== 'asking' || !missed)
      return percent === null ? null : (
        <span className="t3"> {t('campaigns.trial.bound.soFar', { percent })}</span>
      )
    return (
      <b className="hint warn">
        {' '}
        {percent === null
          ? t('campaigns.trial.bound.nobody')
          : t('campaigns.trial.bound.missed', { percent })}
      </b>
    )
  }
  return (
    <div className="t2">
      <p>{t('campaigns.trial.bound.intro')}</p>
      <ul className="trial-limits">
        {limits.map((one) => (
          <li key={one.bound}>
            {one.bound === 'min_rate'
              ? t('campaigns.trial.bound.rate', {
                  percent: one.limit,
                  did: t(`campaigns.trial.did.${measure}`),
                })
              : t(`campaigns.trial.bound.${boundNames[one.bound]}`, { percent: one.limit })}
            {soFar(one)}
          </li>
        ))}
      </ul>
    </div>
  )
}
