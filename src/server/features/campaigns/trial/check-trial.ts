import type { ScheduleInput } from '#contract/campaigns.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Draft } from '../plan/draft.ts'
import { sendableWithLinks } from '../plan/text-links.ts'
import { variantLetter } from './stop-variant.ts'

/** @throws AppError `rule_broken` for clicks as the measure where a version has no link whose clicks are counted. */
export function checkTrial(draft: Draft, { trial, count_clicks }: ScheduleInput): void {
  if (trial?.measure !== 'clicked') return
  const measures = trial.kind === 'test' || trial.decide === 'bounds'
  for (const [index, version] of [draft, ...draft.versions].entries()) {
    const { links } = sendableWithLinks(version.sendable, version, count_clicks ?? false)
    if (!measures || links.length > 0) continue
    const sentence =
      trial.kind === 'test'
        ? t('campaigns.trial.noLink', { variant: variantLetter(index + 1) })
        : t('campaigns.trial.noLinkPilot')
    throw new AppError('rule_broken', sentence, { fields: { 'trial.measure': sentence } })
  }
}
