import type { Trial, Variant } from '#contract/campaigns/trials.ts'
import type { Campaign } from '#contract/campaigns.ts'
import { formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'

/** A to D. */
export const letterOf = (variant: number): string => String.fromCharCode(64 + variant)

/** When a version is sent, beside version A. */
export function laterText(minutes: number): string {
  if (minutes === 0) return t('campaigns.trial.form.withA')
  return minutes % 60 === 0
    ? t('campaigns.trial.form.hoursLater', { count: minutes / 60 })
    : t('campaigns.trial.form.minutesLater', { count: minutes })
}

/** What the figures of an A/B test say, honestly: also that they say nothing yet. */
export function verdictText({ verdict, leader, chance, variants, measure }: Trial): string {
  const did = t(`campaigns.trial.did.${measure}`)
  const first = variants.find(({ variant }) => variant === leader)
  const only = variants.find(({ sent }) => sent > 0)
  if (verdict === 'few' && leader === null && only)
    return t('campaigns.trial.verdict.alone', { letter: letterOf(only.variant) })
  if (!first || leader === null)
    return t(verdict === 'tie' ? 'campaigns.trial.verdict.tie' : 'campaigns.trial.verdict.none', { did })
  const letter = letterOf(leader)
  const rate = formatPercent(first.rate ?? 0, 1)
  if (verdict === 'few' || chance === null) return t('campaigns.trial.verdict.few', { letter, rate, did })
  const of = {
    letter,
    rate,
    did,
    chance: chance < 0.01 ? t('campaigns.trial.underOne') : formatPercent(chance, 0),
  }
  return t(verdict === 'clear' ? 'campaigns.trial.verdict.clear' : 'campaigns.trial.verdict.unclear', of)
}

/** What follows when the owner sends a version to the rest; the rest of a pilot gets what it had. */
export function sendingText(
  { rest, variants }: Pick<Trial, 'rest' | 'variants'>,
  variant: number | null,
): { consequence: string; confirm: string } {
  if (variant === null || variants.every(({ later_minutes }) => later_minutes === 0))
    return {
      consequence: t('campaigns.trial.consequence', { count: rest }),
      confirm: t('campaigns.trial.send'),
    }
  return {
    consequence: t('campaigns.trial.consequenceAtTime', { count: rest, letter: letterOf(variant) }),
    confirm: t('campaigns.trial.sendAtTime'),
  }
}

/** Nobody of the rest got a version, whatever was decided: the campaign was cancelled before. */
export function isRestCancelled(
  { status, outcomes }: Pick<Campaign, 'status' | 'outcomes'>,
  variants: readonly Pick<Variant, 'people'>[],
): boolean {
  const inPart = variants.reduce((sum, { people }) => sum + people, 0)
  const rest = outcomes.planned - outcomes.skipped - inPart
  return status === 'Cancelled' && outcomes.cancelled >= rest
}
