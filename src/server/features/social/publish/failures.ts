import type { Platform } from '#contract/social/networks.ts'
import type { PublicationReason } from '#contract/social/reasons.ts'
import type { SocialError } from '#server/providers/social/social-error.ts'
import { accountMs, backOffMs, limitMs } from './times.ts'

/** What a definite refusal means for a publication. */
export type Verdict =
  /** It waits and goes on by itself. `again`: what was uploaded is made again. `counts`: it may not happen often. */
  | { kind: 'wait'; reason: PublicationReason; ms: number; again?: boolean; counts?: boolean }
  | { kind: 'dead_token' }
  | { kind: 'fail'; reason: PublicationReason }

/** Tries after which a failure that may pass counts as one that does not. Unreachable networks are tried for 6 hours. */
const mostTries = 5

type Rule =
  | PublicationReason
  | { again: PublicationReason }
  | { limit: PublicationReason }
  | { later: PublicationReason }

/** By code and subcode, the subcode first (facts: social-publishing §2, §3.7; onboarding-oauth §6, §7). */
const meta: Record<string, Rule> = {
  '2207003': { again: 'media_not_fetched' },
  '2207020': { again: 'media_not_fetched' },
  '2207052': { again: 'media_not_fetched' },
  '2207077': { again: 'media_not_fetched' },
  '2207001': { again: 'processing_failed' },
  '2207032': { again: 'processing_failed' },
  '2207053': { again: 'processing_failed' },
  '2207082': { again: 'processing_failed' },
  '2207008': { again: 'processing_failed' },
  '2207006': 'processing_failed',
  '2207027': { later: 'processing_failed' },
  '506': 'duplicate_refused',
  '2207051': 'blocked_as_spam',
  '2207042': { limit: 'publish_limit' },
  '2207050': 'account_restricted',
  '2207026': 'media_refused',
  '2207004': 'media_refused',
  '2207005': 'media_refused',
  '2207009': 'media_refused',
  '2207010': 'text_refused',
  '2207028': 'media_refused',
  '2207040': 'text_refused',
  '2207057': 'media_refused',
  '1366046': 'media_refused',
  '1366051': 'media_refused',
  '1390008': { limit: 'rate_limited' },
  '1346003': 'blocked_as_spam',
  '1404102': 'blocked_as_spam',
  '1404078': 'account_restricted',
  '1404112': 'account_restricted',
  '1609008': 'text_refused',
  '2061006': 'text_refused',
  '1363047': { again: 'processing_failed' },
  '1609010': { again: 'processing_failed' },
  '4854002': 'account_restricted',
  '368': 'blocked_as_spam',
  '382': 'media_refused',
  '389': { again: 'media_not_fetched' },
  '6000': { again: 'processing_failed' },
  '6001': { again: 'processing_failed' },
}
const youtube: Record<string, Rule> = {
  quotaExceeded: 'quota_used_up',
  uploadLimitExceeded: 'upload_limit',
  youtubeSignupRequired: 'no_channel',
  invalidTitle: 'options_refused',
  invalidDescription: 'text_refused',
  invalidTags: 'options_refused',
  invalidCategoryId: 'options_refused',
  invalidVideoMetadata: 'options_refused',
  mediaBodyRequired: 'media_refused',
}
const linkedin: Record<string, Rule> = {
  DUPLICATE_POST: 'duplicate_refused',
}
const own: Record<string, Rule> = {
  media_missing: 'media_missing',
  media_not_usable: 'media_not_usable',
  no_public_address: 'no_public_address',
  format_not_offered: 'format_not_offered',
  processing_failed: 'processing_failed',
  upload_again: { again: 'processing_failed' },
  container_expired: { again: 'processing_failed' },
}
const rules: Record<Platform, Record<string, Rule>> = {
  facebook: { ...own, ...meta },
  instagram: { ...own, ...meta },
  youtube: { ...own, ...youtube },
  linkedin: { ...own, ...linkedin },
}

/**
 * What a failure means that happened before anything was published, or that says that nothing was.
 * @param counted this one and those before it that count; an outage or a limit before is none of them.
 */
export function verdictOn(
  error: SocialError,
  platform: Platform,
  tries: number,
  counted: number = tries,
): Verdict {
  const { fault, code = '', subcode = '', retryAfterSeconds } = error
  const rule = rules[platform][subcode] ?? rules[platform][code]
  if (fault === 'dead_token') return { kind: 'dead_token' }
  if (typeof rule === 'string') return { kind: 'fail', reason: rule }
  if (rule && 'limit' in rule) {
    return { kind: 'wait', reason: rule.limit, ms: Math.max(limitMs, (retryAfterSeconds ?? 0) * 1_000) }
  }
  if (rule && 'later' in rule) {
    return counted >= mostTries
      ? { kind: 'fail', reason: rule.later }
      : { kind: 'wait', reason: 'processing', ms: backOffMs(counted), counts: true }
  }
  if (rule) {
    return counted >= mostTries - 2
      ? { kind: 'fail', reason: rule.again }
      : {
          kind: 'wait',
          reason: 'processing',
          ms: backOffMs(counted, retryAfterSeconds),
          again: true,
          counts: true,
        }
  }
  switch (fault) {
    case 'unreachable':
      return { kind: 'wait', reason: 'network_unreachable', ms: backOffMs(tries, retryAfterSeconds) }
    case 'rate_limited':
      return {
        kind: 'wait',
        reason: 'rate_limited',
        ms: Math.max(accountMs, backOffMs(tries, retryAfterSeconds)),
      }
    case 'unreadable':
      return counted >= mostTries
        ? { kind: 'fail', reason: 'answer_not_understood' }
        : {
            kind: 'wait',
            reason: 'network_unreachable',
            ms: backOffMs(counted, retryAfterSeconds),
            counts: true,
          }
    case 'no_permission':
      return { kind: 'fail', reason: 'no_permission' }
    case 'bad_app':
    case 'bad_code':
      return { kind: 'fail', reason: 'app_refused' }
    case 'refused':
      return { kind: 'fail', reason: 'refused' }
  }
}

/** The network may have carried the request out: it is asked before anything else is done. */
export const mayBePublished = (error: SocialError): boolean =>
  error.mayBeDone && (error.fault === 'unreachable' || error.fault === 'unreadable')
