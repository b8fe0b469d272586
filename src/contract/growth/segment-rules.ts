import { z } from 'zod'
import { MessageCategory, Touch } from '../analytics/analytics.ts'
import { Consent, Tag } from '../leads.ts'
import { t } from '../messages/t.ts'
import { Country, Currency, Id, ProviderId } from '../values.ts'

/** How many conditions a segment has at most, those of its groups among them. */
export const mostConditions = 30

const visible = (text: string): boolean => !text.includes('\0')
const Line = z.string().trim().max(200).refine(visible)
const Word = z.string().trim().min(1).max(100).refine(visible)

const CalendarDay = z.iso.date().refine((day) => day >= '1900-01-01')
const Days = z
  .object({ from: CalendarDay, to: CalendarDay })
  .refine(({ from, to }) => from <= to, { path: ['to'] })

const untilNow = [
  z.object({ days: z.number().int().min(1).max(3650) }),
  z.object({ since: CalendarDay }),
] as const
/** Within the last days, or since the beginning of a day of the business. */
export const UntilNow = z.union(untilNow)
export type UntilNow = z.infer<typeof UntilNow>
/** A time until now, or from one day of the business to another, both included. */
export const When = z.union([...untilNow, Days])
export type When = z.infer<typeof When>

export const TextTest = z.enum(['is', 'is_not', 'contains', 'contains_not', 'starts', 'known', 'unknown'])
export type TextTest = z.infer<typeof TextTest>
/** Tests of a custom field. Numbers: `more`, `less`; dates: `before`, `after`, and `this_month` of any year. */
export const FieldTest = z.enum([...TextTest.options, 'more', 'less', 'before', 'after', 'this_month'])
export type FieldTest = z.infer<typeof FieldTest>

/** Tests that compare with nothing. */
export const testsWithoutValue: readonly FieldTest[] = ['known', 'unknown', 'this_month']

export const leadTexts = ['name', 'phone', 'email', 'username'] as const
/** The outcome of a message: WhatsApp took it, it arrived, was read, clicked, answered, failed, or failed for a reason that passes. */
export const deeds = ['sent', 'delivered', 'read', 'clicked', 'answered', 'failed', 'failed_for_now'] as const
export type Deed = (typeof deeds)[number]

const value = Line.default('')
const did = z.boolean()
const when = When.nullable().default(null)

const Hour = z.object({ weekday: z.number().int().min(1).max(7), hour: z.number().int().min(0).max(23) })

/** Of which messages beside their campaign: of a template, of a version of an A/B test, those that failed with a code. */
export const messageScope = {
  template: Word.optional(),
  variant: z.number().int().min(1).max(4).optional(),
  code: z.number().int().min(0).max(9_999_999).optional(),
  /** By the price. */
  category: MessageCategory.optional(),
  /** Of the recipient's phone. */
  country: Country.optional(),
  /** On which they left, by the business's clock. */
  day: z.iso.date().optional(),
  /** Between which they left, both included, by the business's clock. */
  days: Days.optional(),
  /** In which they left, by the recipient's clock. Weekday 1 is Monday. */
  their_hour: Hour.optional(),
  /** From which number. */
  phone_number_id: ProviderId.optional(),
}
export type MessageScope = {
  template?: string | undefined
  variant?: number | undefined
  code?: number | undefined
  category?: MessageCategory | undefined
  country?: string | undefined
  day?: string | undefined
  days?: z.infer<typeof Days> | undefined
  their_hour?: z.infer<typeof Hour> | undefined
  phone_number_id?: string | undefined
}

/** What a scope says, without what it leaves open. */
export const scopeOf = ({
  template,
  variant,
  code,
  category,
  country,
  day,
  days,
  their_hour,
  phone_number_id,
}: MessageScope): MessageScope => ({
  ...(template !== undefined && { template }),
  ...(variant !== undefined && { variant }),
  ...(code !== undefined && { code }),
  ...(category !== undefined && { category }),
  ...(country !== undefined && { country }),
  ...(day !== undefined && { day }),
  ...(days !== undefined && { days }),
  ...(their_hour !== undefined && { their_hour }),
  ...(phone_number_id !== undefined && { phone_number_id }),
})

export const TouchOrNone = z.enum([...Touch.options, 'none'])
export type TouchOrNone = z.infer<typeof TouchOrNone>

/** What names one of a kind of touch. */
export const touchIds = {
  campaign: 'campaign_id',
  sequence: 'sequence_id',
  ad: 'ad_id',
  form: 'form_id',
} as const

const Kinds = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('tag'),
    is: z.enum(['any', 'all', 'none']),
    tags: z.array(Tag).min(1).max(50),
  }),
  /** What holds now; with a time: what a person said in it, whatever they said since. */
  z.object({ about: z.literal('consent'), did, consent: Consent, when: When.optional() }),
  z.object({
    about: z.literal('reachable'),
    did,
    /** Of who can’t be reached: for so many days; null: now. */
    days: z.number().int().min(1).max(3650).nullable().default(null),
  }),
  z.object({ about: z.literal('text'), field: z.enum(leadTexts), is: TextTest, value }),
  /** A custom field, or another column of imports. */
  z.object({ about: z.literal('field'), name: Word, is: FieldTest, value }),
  z.object({ about: z.literal('source'), did, sources: z.array(Word).min(1).max(20) }),
  z.object({ about: z.literal('added'), did, when: When }),
  /** Wrote to the business. */
  z.object({ about: z.literal('wrote'), did, when: UntilNow.nullable().default(null) }),
  /** Wrote from an ad or a post; null: from any. */
  z.object({
    about: z.literal('ad'),
    did,
    ad_id: Word.nullable().default(null),
    when,
    /** Of the person's address, and the number that they wrote to. */
    country: messageScope.country,
    phone_number_id: messageScope.phone_number_id,
  }),
  z.object({
    about: z.literal('message'),
    did,
    deed: z.enum(deeds),
    /** Null: any message. */
    campaign_id: Id.nullable().default(null),
    /** Of a click: one link of the campaign, from 0. */
    link: z.number().int().min(0).max(99).nullable().default(null),
    when,
    ...messageScope,
  }),
  /** Bought, booked, or whatever else counts as a conversion; refunds do not. Without an event any counts. */
  z.object({
    about: z.literal('converted'),
    did,
    event: Word.optional(),
    when,
    /** What it counts for: the last touch before it. */
    touch: TouchOrNone.optional(),
    /** Which one, of a touch of that kind. */
    campaign_id: Id.optional(),
    sequence_id: Id.optional(),
    ad_id: Word.optional(),
    form_id: Id.optional(),
    /** Whether a message that was read is a touch too. */
    by_read: z.boolean().optional(),
    /** What is left of one purchase after refunds, in the smallest unit of the currency. */
    at_least: z.number().int().min(1).max(1e15).optional(),
    currency: Currency.optional(),
    /** Of the message that was the touch. */
    template: messageScope.template,
    category: messageScope.category,
    phone_number_id: messageScope.phone_number_id,
    /** Of the person's address. */
    country: messageScope.country,
  }),
  z.object({ about: z.literal('conversation'), did, state: z.enum(['any', 'open', 'snoozed', 'closed']) }),
  /** Agreed on an opt-in form; null: on any. */
  z.object({ about: z.literal('optin'), did, form_id: Id.nullable().default(null), when }),
])

/** One condition on a lead. `did: false` turns it round. */
export const SegmentCondition = Kinds.superRefine((condition, context) => {
  const fault = faultOf(condition)
  if (fault) context.addIssue({ code: 'custom', path: [fault], message: t('segments.value') })
}).meta({ id: 'SegmentCondition' })
export type SegmentCondition = z.output<typeof Kinds>

/** The field that says nothing usable. */
export function faultOf(condition: SegmentCondition): string | undefined {
  if (condition.about === 'message')
    return condition.link !== null && (condition.deed !== 'clicked' || condition.campaign_id === null)
      ? 'link'
      : undefined
  if (condition.about === 'converted') {
    const { touch, at_least, currency } = condition
    if ((at_least === undefined) !== (currency === undefined)) return at_least ? 'currency' : 'at_least'
    const other = Object.entries(touchIds).find(([kind, id]) => kind !== touch && condition[id] !== undefined)
    return other?.[1]
  }
  if (condition.about === 'consent')
    return condition.when && condition.consent === 'none' ? 'when' : undefined
  if (condition.about === 'reachable') return condition.did && condition.days !== null ? 'days' : undefined
  if (condition.about !== 'text' && condition.about !== 'field') return undefined
  const { is, value } = condition
  if (testsWithoutValue.includes(is)) return undefined
  if (value === '') return 'value'
  if (is === 'more' || is === 'less') return /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? undefined : 'value'
  if (is === 'before' || is === 'after') return z.iso.date().safeParse(value).success ? undefined : 'value'
  return undefined
}

const match = z.enum(['all', 'any'])
export const SegmentGroup = z
  .object({ match, rules: z.array(SegmentCondition).min(1).max(mostConditions) })
  .meta({ id: 'SegmentGroup' })
export type SegmentGroup = { match: 'all' | 'any'; rules: SegmentCondition[] }

/** Who is in a segment: all or any of conditions and groups of conditions. */
export const SegmentRules = z
  .object({
    match,
    rules: z
      .array(z.union([SegmentCondition, SegmentGroup]))
      .min(1)
      .max(mostConditions),
  })
  .refine((rules) => conditionsOf(rules).length <= mostConditions, {
    error: () => t('segments.most', { count: mostConditions }),
    path: ['rules'],
  })
  .meta({ id: 'SegmentRules' })
export type SegmentRules = { match: 'all' | 'any'; rules: (SegmentCondition | SegmentGroup)[] }

export const isGroup = (rule: SegmentCondition | SegmentGroup): rule is SegmentGroup => 'match' in rule

/** All conditions, those of groups too. */
export const conditionsOf = ({ rules }: SegmentRules): SegmentCondition[] =>
  rules.flatMap((rule) => (isGroup(rule) ? rule.rules : [rule]))
