import { sql } from 'kysely'
import type { FailureCause } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import {
  adviceOf,
  type Explanation,
  explanationIn,
  sentenceOf,
} from '#server/providers/meta/errors/error-explanation.ts'
import { undeliveredMessages } from '../model/rows.ts'

/** A campaign's failures, grouped by what the owner is told about them, the most frequent first. */
export async function failuresByCause(
  app: App,
  businessId: number,
  campaignId: number,
): Promise<FailureCause[]> {
  const rows = await failedByCode(app, businessId, campaignId)
  const causes = new Map<string, FailureCause>()
  for (const { code, title, reason, count } of rows) {
    const explained = explain(code, title, reason)
    const same = causes.get(explained.cause)
    if (same) {
      same.codes.push(code)
      same.count += count
    } else {
      const { cause, sentence, advice } = explained
      causes.set(cause, { codes: [code], count, sentence, advice, ...helpOf(explained) })
    }
  }
  return [...causes.values()].sort((a, b) => b.count - a.count)
}

/** The error codes of a campaign's failures for which a second try can help. */
export async function retryableCodes(
  app: App,
  businessId: number,
  campaignId: number,
): Promise<(number | null)[]> {
  const causes = await failuresByCause(app, businessId, campaignId)
  return causes.filter(({ action }) => action !== 'people' && action !== 'none').flatMap(({ codes }) => codes)
}

async function failedByCode(app: App, businessId: number, campaignId: number) {
  return await undeliveredMessages(app.db, businessId, campaignId, 'failed')
    .select(['m.error_code as code', 'm.reason'])
    .select(sql<string | null>`min(m.error_title)`.as('title'))
    .select(sql<number>`count(*)`.as('count'))
    .groupBy(['m.error_code', 'm.reason'])
    .execute()
}

/** `cause`: failures with the same one are shown together. */
type Explained = { cause: string; sentence: string; advice: string } & Pick<Explanation, 'fault'> &
  Partial<Explanation>

/** Failures without a code of the provider's are ours: what the owner wrote off, a value that cannot be sent. */
function explain(code: number | null, title: string | null, reason: string | null): Explained {
  if (code !== null) {
    const known = explainError({ code, ...(title && { title }) })
    return { ...known, cause: known.text, sentence: sentenceOf(known), advice: adviceOf(known) }
  }
  const error = explanationIn(reason)
  if (error) return { cause: error.text, sentence: sentenceOf(error), advice: adviceOf(error), fault: 'ours' }
  if (reason && isValueReason(reason)) {
    return {
      cause: reason,
      sentence: t(`messages.reason.${reason}`),
      advice: t('campaigns.failures.notSentAdvice'),
      fault: 'ours',
    }
  }
  if (reason === 'written_off') {
    return {
      cause: reason,
      sentence: t('campaigns.failures.writtenOff'),
      advice: t('campaigns.failures.writtenOffAdvice'),
      fault: 'owner',
      lead: 'unreachable',
    }
  }
  return {
    cause: `title ${title}`,
    sentence: title ?? t('campaigns.failures.notSent'),
    advice: t('campaigns.failures.notSentAdvice'),
    fault: 'ours',
  }
}

type Help = Pick<FailureCause, 'action' | 'retry_after_seconds'>

/** The one thing that helps against a cause. */
function helpOf({ fault, lead, action, againAfterSeconds, waits }: Explained): Help {
  if (lead) return { action: 'people', retry_after_seconds: null }
  if (againAfterSeconds) return { action: 'retry_later', retry_after_seconds: againAfterSeconds }
  if (action === 'stop_account' || action === 'stop_number')
    return { action: 'reconnect', retry_after_seconds: null }
  if (action === 'stop_campaign') return { action: 'template', retry_after_seconds: null }
  if (waits) return { action: 'retry', retry_after_seconds: null }
  if (fault === 'recipient' || fault === 'ours') return { action: 'people', retry_after_seconds: null }
  if (fault === 'owner') return { action: 'retry', retry_after_seconds: null }
  return { action: 'none', retry_after_seconds: null }
}

const valueReasons = ['value_missing', 'value_too_long', 'value_unsupported'] as const
const isValueReason = (reason: string): reason is (typeof valueReasons)[number] =>
  valueReasons.some((one) => one === reason)
