import {
  isGroup,
  type MessageScope,
  type SegmentCondition,
  type SegmentGroup,
  type SegmentRules,
  type TouchOrNone,
  type When,
} from '#contract/growth/segment-rules.ts'
import { currentLocale } from '#contract/messages/language.ts'
import { dateFormat, namesOf, numberFormat } from '#contract/text/formats.ts'
import { t } from '#server/messages/t.ts'
import { commaList, either, listed } from '#server/stored-text/read-text.ts'
import type { Named } from './named.ts'

/** Rules as people read them: `People who agreed to marketing and read a message in the last 90 days`. */
export function sentenceOf(rules: SegmentRules, named: Named): string {
  return t('segments.sentence', { rules: rulesText(rules, named) })
}

const rulesText = ({ match, rules }: SegmentRules, named: Named): string =>
  joined(
    match,
    rules.map((rule) => phraseOf(rule, named)),
  )

/** One rule in words, or all of them. */
export function ruleText(rule: SegmentCondition | SegmentGroup | SegmentRules, named: Named): string {
  const text = 'match' in rule ? rulesText(rule, named) : phraseOf(rule, named)
  return text.charAt(0).toLocaleUpperCase(currentLocale()) + text.slice(1)
}

const joined = (match: 'all' | 'any', phrases: string[]): string =>
  match === 'all' ? listed(phrases) : either(phrases)

const yes = (did: boolean): 'yes' | 'no' => (did ? 'yes' : 'no')

function phraseOf(rule: SegmentCondition | SegmentGroup, named: Named): string {
  if (isGroup(rule)) {
    const rules = rulesText(rule, named)
    return rule.rules.length === 1 ? rules : t('segments.group', { rules })
  }
  return conditionText(rule, named).trim()
}

function conditionText(condition: SegmentCondition, named: Named): string {
  switch (condition.about) {
    case 'tag': {
      const { is, tags } = condition
      return t('segments.tag', { is, tags: is === 'all' ? listed(tags) : either(tags) })
    }
    case 'consent':
      return t('segments.consent', {
        did: yes(condition.did),
        consent: condition.consent,
        when: condition.when ? ` ${whenText(condition.when)}` : '',
      })
    case 'reachable':
      return condition.days === null
        ? t('segments.reachable', { did: yes(condition.did) })
        : t('segments.unreachableFor', { count: condition.days })
    case 'text': {
      const { is, value, field } = condition
      return t('segments.text', { is, value, field: t(`segments.texts.${field}`) })
    }
    case 'field':
      return t('segments.text', { is: condition.is, value: condition.value, field: condition.name })
    case 'source': {
      const sources = either(condition.sources.map((source) => t('segments.source', { source })))
      return t('segments.sources', { did: yes(condition.did), sources })
    }
    case 'added':
      return t('segments.added', { did: yes(condition.did), when: whenText(condition.when) })
    case 'wrote':
      return t('segments.wrote', { did: yes(condition.did), when: whenText(condition.when) })
    case 'ad': {
      const { did, ad_id: id, when, ...scoped } = condition
      const ad = id === null ? '' : (named.ads.get(id) ?? id)
      const what = withScope(t('segments.ad', { any: yes(id === null), ad }), scoped, named)
      return t('segments.cameFrom', { did: yes(did), what, when: whenText(when) })
    }
    case 'converted':
      return convertedText(condition, named)
    case 'message': {
      const { did, deed, campaign_id: id, link, when } = condition
      const campaign = id === null ? '' : (named.campaigns.get(id) ?? '')
      const what = withScope(t('segments.what', { any: yes(id === null), campaign }), condition, named)
      const nr = link === null ? 0 : link + 1
      return t(`segments.deed.${deed}`, { did: yes(did), what, when: whenText(when), link: nr })
    }
    case 'conversation':
      return t('segments.conversation', { did: yes(condition.did), state: condition.state })
    case 'optin': {
      const { did, form_id: id, when } = condition
      const form = id === null ? '' : (named.forms.get(id) ?? '')
      const what = t('segments.form', { any: yes(id === null), form })
      return t('segments.optin', { did: yes(did), form: what, when: whenText(when) })
    }
  }
}

function convertedText(condition: Extract<SegmentCondition, { about: 'converted' }>, named: Named): string {
  const { did, event, when, touch, by_read: byRead, at_least: least, currency } = condition
  const what = t('segments.converted', {
    did: yes(did),
    when: whenText(when),
    any: yes(event === undefined),
    event: event ?? '',
  })
  const scope = [
    ...(touch === undefined ? [] : [touchText(touch, condition, named)]),
    ...(byRead ? [t('segments.byRead')] : []),
    ...(least === undefined || currency === undefined
      ? []
      : [t('segments.atLeast', { amount: moneyText(least, currency) })]),
    ...[scopeText(condition, named)].filter(Boolean),
  ]
  return scope.length === 0 ? what : t('segments.scoped', { what: what.trim(), scope: commaList(scope) })
}

function touchText(
  touch: TouchOrNone,
  { campaign_id, sequence_id, ad_id, form_id }: Extract<SegmentCondition, { about: 'converted' }>,
  named: Named,
): string {
  const name =
    (campaign_id && named.campaigns.get(campaign_id)) ||
    (sequence_id && named.sequences.get(sequence_id)) ||
    (ad_id && (named.ads.get(ad_id) ?? ad_id)) ||
    (form_id && named.forms.get(form_id)) ||
    ''
  return t('segments.after', { touch, any: yes(name === ''), name })
}

/** @param amount in the smallest unit. */
function moneyText(amount: number, currency: string): string {
  const format = numberFormat(currentLocale(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

function withScope(what: string, of: MessageScope, named: Named): string {
  const scope = scopeText(of, named)
  return scope === '' ? what : t('segments.scoped', { what, scope })
}

/** Of which messages, in words; empty for all. */
export function scopeText(scope: MessageScope, { numbers }: Pick<Named, 'numbers'>): string {
  const {
    template,
    variant,
    code,
    category,
    country,
    day,
    days,
    their_hour: hour,
    phone_number_id: number,
  } = scope
  return commaList([
    ...(template === undefined ? [] : [t('segments.scope.template', { template })]),
    ...(variant === undefined
      ? []
      : [t('segments.scope.variant', { variant: String.fromCharCode(64 + variant) })]),
    ...(code === undefined ? [] : [t('segments.scope.code', { code: String(code) })]),
    ...(category === undefined ? [] : [t('segments.scope.category', { category })]),
    ...(country === undefined ? [] : [countryText(country)]),
    ...(day === undefined ? [] : [t('segments.scope.day', { day: dayText(day) })]),
    ...(days === undefined
      ? []
      : [t('segments.scope.days', { from: dayText(days.from), to: dayText(days.to) })]),
    ...(hour === undefined ? [] : [t('segments.scope.hour', hourText(hour))]),
    ...(number === undefined ? [] : [t('segments.scope.number', { number: numbers.get(number) ?? number })]),
  ])
}

const countryText = (country: string): string =>
  namesOf(currentLocale(), { type: 'region' }).of(country) ?? country

export const dayText = (day: string): string =>
  dateFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

function hourText({ weekday, hour }: NonNullable<MessageScope['their_hour']>) {
  const name = dateFormat(currentLocale(), { weekday: 'long', timeZone: 'UTC' })
  const time = (at: number): string => `${String(at % 24).padStart(2, '0')}:00`
  // 1 January 2024 was a Monday.
  return { weekday: name.format(new Date(Date.UTC(2024, 0, weekday))), from: time(hour), to: time(hour + 1) }
}

function whenText(when: When | null): string {
  if (when === null) return ''
  if ('days' in when) return t('segments.when.days', { count: when.days })
  if ('since' in when) return t('segments.when.since', { day: dayText(when.since) })
  const [from, to] = [dayText(when.from), dayText(when.to)]
  return from === to ? t('segments.when.day', { day: from }) : t('segments.when.between', { from, to })
}
