import type { Template } from '../world/template-store.ts'
import { type Part, within } from '../world/world.ts'

/** A verdict that a template's name or text forces, for rehearsals; `docs/sandbox.md` shows this table. */
export const forcedVerdicts: readonly {
  inName: string
  what: string
  reason?: string
  category?: string
  after?: string
  slow?: true
}[] = [
  { inName: 'reject_abusive', what: 'rejected: ABUSIVE_CONTENT', reason: 'ABUSIVE_CONTENT' },
  { inName: 'reject_category', what: 'rejected: INCORRECT_CATEGORY', reason: 'INCORRECT_CATEGORY' },
  {
    inName: 'reject_format',
    what: 'rejected: INVALID_FORMAT, with `rejection_info`',
    reason: 'INVALID_FORMAT',
  },
  { inName: 'reject_promotional', what: 'rejected: PROMOTIONAL', reason: 'PROMOTIONAL' },
  { inName: 'reject_scam', what: 'rejected: SCAM', reason: 'SCAM' },
  { inName: 'reject_tag', what: 'rejected: TAG_CONTENT_MISMATCH', reason: 'TAG_CONTENT_MISMATCH' },
  { inName: 'turns_marketing', what: 'approved, as MARKETING whatever was asked for', category: 'MARKETING' },
  { inName: 'gets_paused', what: 'approved, then PAUSED (FIRST_PAUSE)', after: 'PAUSED' },
  { inName: 'gets_disabled', what: 'approved, then DISABLED', after: 'DISABLED' },
  { inName: 'stays_pending', what: 'never reviewed', slow: true },
]

const selling =
  /\b(\d+ ?(%|percent) off|discount|sale|offer|coupon|promo(tion)?|buy now|limited time|shop now)\b|छूट|ऑफर|descuento|oferta|promoción/i
const fraud = /\b(lottery|you have won|send us your (pin|password)|bank password|bitcoin giveaway)\b/i
const abuse = /\b(hate|idiot|kill you)\b/i

/** Meta moves a utility template that sells to marketing, and says so in its answer. */
export function categoryFor(template: Pick<Template, 'name' | 'category' | 'components'>): string {
  const forced = forcedVerdicts.find(({ inName, category }) => category && template.name.includes(inName))
  if (forced?.category) return forced.category
  return template.category === 'UTILITY' && selling.test(wordsOf(template)) ? 'MARKETING' : template.category
}

const wordsOf = ({ components }: Pick<Template, 'components'>): string =>
  components
    .map((component) =>
      [component.text ?? '', ...(component.buttons ?? []).map(({ text }) => text ?? '')].join(' '),
    )
    .join(' ')

/** Puts the template up for review: the verdict comes after the review's delay, as a change and a webhook. */
export function review(
  world: Part<'settings' | 'templates' | 'webhooks' | 'keep' | 'later'>,
  template: Template,
) {
  const forced = forcedVerdicts.find(({ inName }) => template.name.includes(inName))
  if (forced?.slow) return
  const submitted = template.edits.length
  world.later(within(world.settings.delays.review), () => {
    const isCurrent =
      world.templates.byId.get(template.id) === template && template.edits.length === submitted
    if (!isCurrent || template.status !== 'PENDING') return
    const reason = forced?.reason ?? reasonAgainst(world, template)
    if (reason) reject(world, template, reason)
    else approve(world, template)
    if (!reason && forced?.after) {
      const event = forced.after
      world.later(within(world.settings.delays.review), () =>
        event === 'PAUSED' ? pause(world, template) : disable(world, template),
      )
    }
  })
}

function reasonAgainst(world: Part<'templates'>, template: Template): string | null {
  const words = wordsOf(template)
  if (abuse.test(words)) return 'ABUSIVE_CONTENT'
  if (fraud.test(words)) return 'SCAM'
  if (/https?:\/\/(bit\.ly|tinyurl\.com)\//i.test(`${words} ${JSON.stringify(template.components)}`))
    return 'INVALID_FORMAT'
  if (template.category === 'AUTHENTICATION') return null
  const same = world.templates
    .of(template.wabaId)
    .find(
      (other) =>
        other.id !== template.id &&
        other.language === template.language &&
        other.status === 'APPROVED' &&
        texts(other) === texts(template),
    )
  return same ? 'INVALID_FORMAT' : null
}

const texts = ({ components }: Template): string =>
  JSON.stringify(
    ['BODY', 'FOOTER'].map((type) => components.find((component) => component.type === type)?.text ?? ''),
  )

export function approve(world: Part<'webhooks' | 'keep'>, template: Template) {
  template.status = 'APPROVED'
  template.rejectedReason = 'NONE'
  reportStatus(world, template, 'APPROVED', 'NONE')
}

export function reject(world: Part<'webhooks' | 'keep'>, template: Template, reason: string) {
  template.status = 'REJECTED'
  template.rejectedReason = reason
  reportStatus(world, template, 'REJECTED', reason, {
    ...(reason === 'INVALID_FORMAT'
      ? {
          rejection_info: {
            reason: 'The template repeats another one, or uses a shortened link.',
            recommendation: 'Change the text, and use full links of your own domain.',
          },
        }
      : {}),
  })
}

/** Pauses as Meta does: three hours, six hours, then disabled for good. */
export function pause(world: Part<'webhooks' | 'keep'>, template: Template, byPacing = false) {
  template.pauses++
  if (template.pauses > 2) {
    disable(world, template)
    return
  }
  template.status = 'PAUSED'
  template.quality = 'RED'
  template.pausedByPacing = byPacing
  const title = byPacing ? 'RATE_LIMITING_PAUSE' : template.pauses === 1 ? 'FIRST_PAUSE' : 'SECOND_PAUSE'
  const hours = template.pauses === 1 ? 3 : 6
  reportStatus(world, template, 'PAUSED', 'NONE', {
    other_info: {
      title,
      description: byPacing
        ? 'Your template was paused while it was being paced.'
        : `Your WhatsApp message template has been paused for ${hours} hours until its quality improves.`,
    },
  })
}

export function unpause(world: Part<'webhooks' | 'keep'>, template: Template) {
  template.status = 'APPROVED'
  template.pausedByPacing = false
  template.quality = 'UNKNOWN'
  reportStatus(world, template, 'APPROVED', 'NONE', {
    other_info: { title: 'UNPAUSE', description: 'Your WhatsApp message template has been unpaused.' },
  })
}

export function disable(world: Part<'webhooks' | 'keep'>, template: Template) {
  template.status = 'DISABLED'
  reportStatus(world, template, 'DISABLED', 'NONE', {
    disable_info: { disable_date: Math.floor(Date.now() / 1000) },
    other_info: { title: 'DISABLED', description: 'Your WhatsApp message template has been disabled.' },
  })
}

/** The identifying part of every template webhook. */
const templateTag = (template: Template) => ({
  message_template_id: template.id,
  message_template_name: template.name,
  message_template_language: template.language,
})

export function reportStatus(
  world: Part<'webhooks' | 'keep'>,
  template: Template,
  event: string,
  reason: string | null,
  more: Record<string, unknown> = {},
) {
  world.keep()
  world.webhooks.field(template.wabaId, 'message_template_status_update', {
    event,
    ...templateTag(template),
    reason,
    message_template_category: template.category,
    ...more,
  })
}

export function changeQuality(
  world: Part<'webhooks' | 'keep'>,
  template: Template,
  quality: Template['quality'],
) {
  const previous = template.quality
  template.quality = quality
  world.keep()
  world.webhooks.field(template.wabaId, 'message_template_quality_update', {
    previous_quality_score: previous,
    new_quality_score: quality,
    ...templateTag(template),
  })
}

/** The words of a template belong into another category, Meta finds. */
export function detectCategory(world: Part<'webhooks' | 'keep'>, template: Template, category: string) {
  template.correctCategory = category
  world.keep()
  world.webhooks.field(template.wabaId, 'template_correct_category_detection', {
    ...templateTag(template),
    category: template.category,
    correct_category: category,
  })
}

/** A recategorisation: announced 24 h ahead (`impending`), or done. */
export function changeCategory(
  world: Part<'webhooks' | 'keep'>,
  template: Template,
  category: string,
  impending: boolean,
) {
  if (impending) {
    template.correctCategory = category
    world.webhooks.field(template.wabaId, 'template_category_update', {
      ...templateTag(template),
      correct_category: category,
      new_category: template.category,
      category_update_timestamp: Math.floor(Date.now() / 1000) + 86_400,
    })
  } else {
    const previous = template.category
    template.previousCategory = previous
    template.category = category
    template.correctCategory = null
    world.webhooks.field(template.wabaId, 'template_category_update', {
      ...templateTag(template),
      previous_category: previous,
      new_category: category,
    })
  }
  world.keep()
}
