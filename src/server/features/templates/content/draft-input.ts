import type { z } from 'zod'
import {
  OtpChoices,
  type TemplateButton,
  type TemplateCard,
  type TemplateCategory,
  type TemplateDraft,
  type TemplateHeader,
} from '#contract/templates/draft.ts'
import { headerMediaRules } from '#contract/templates/limits.ts'
import { otpBody } from '#contract/templates/otp.ts'
import { type Problem, sentencesByField } from '#contract/templates/problems.ts'
import { checkTemplate } from '#contract/templates/rules.ts'
import { suggestAddress, withSuggestedSamples } from '#contract/templates/samples.ts'
import type { AddTemplateInput } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { findMedia } from './media.ts'
import { canTrackLinks } from './tracked-buttons.ts'

/** The parts of a template other than its text, as the client sends them. */
type PartsInput = Pick<
  z.output<typeof AddTemplateInput>,
  'header' | 'footer' | 'buttons' | 'samples' | 'otp' | 'offer' | 'cards'
>

/**
 * Builds a draft from the input. Absent parts come from `base`; missing samples are suggested.
 * @throws AppError `invalid_input` for a file that is not there.
 */
export async function draftFrom(
  app: App,
  businessId: number,
  given: PartsInput & { name: string; language: string; category: TemplateCategory; body: string },
  base?: TemplateDraft,
): Promise<TemplateDraft> {
  const { name, language, category } = given
  if (category === 'OTP') return otpDraft({ name, language }, given.otp, base?.otp ?? null)
  refuseUnreachable(app, given.buttons ?? [], 'buttons')
  for (const [at, card] of (given.cards ?? []).entries())
    refuseUnreachable(app, card.buttons, `cards.${at}.buttons`)
  const draft: TemplateDraft = {
    name,
    language,
    category,
    header: await headerFrom(app, businessId, given.header, base?.header ?? null),
    body: given.body.replaceAll('\r\n', '\n'),
    footer: (given.footer ?? base?.footer ?? '').trim(),
    buttons: (given.buttons ?? base?.buttons ?? []).map(withSampleAddress),
    samples: { header: given.samples?.header ?? {}, body: given.samples?.body ?? {} },
    otp: null,
    offer: given.offer === undefined ? (base?.offer ?? null) : given.offer,
    cards: await cardsFrom(app, businessId, given.cards, base?.cards ?? []),
  }
  if (given.samples) return draft
  return { ...draft, samples: withSuggestedSamples({ ...draft, samples: base?.samples ?? draft.samples }) }
}

/** @throws AppError `rule_broken` where a button is to count clicks and no phone could open its link. */
function refuseUnreachable(app: App, buttons: readonly TemplateButton[], field: string): void {
  const at = buttons.findIndex(({ counts_clicks }) => counts_clicks)
  if (at < 0 || canTrackLinks(app)) return
  const sentence = t('templates.add.publicUrl')
  throw new AppError('rule_broken', sentence, { fields: { [`${field}.${at}.counts_clicks`]: sentence } })
}

function otpDraft(
  { name, language }: Pick<TemplateDraft, 'name' | 'language'>,
  given: Partial<OtpChoices> | undefined,
  before: OtpChoices | null,
): TemplateDraft {
  const otp = { ...OtpChoices.parse({}), ...before, ...given }
  return {
    name,
    language,
    category: 'OTP',
    header: null,
    // The provider writes this text, whatever the input says.
    body: otpBody(language, otp),
    footer: '',
    buttons: [],
    samples: { header: {}, body: {} },
    otp,
  }
}

async function cardsFrom(
  app: App,
  businessId: number,
  given: PartsInput['cards'],
  before: readonly TemplateCard[],
): Promise<TemplateCard[]> {
  if (given === undefined) return [...before]
  const cards: TemplateCard[] = []
  for (const [at, card] of given.entries()) {
    const header = await headerFrom(app, businessId, card.header, before[at]?.header ?? null)
    cards.push({
      ...card,
      header: header ?? { format: 'IMAGE', media_id: null },
      body: card.body.replaceAll('\r\n', '\n').trim(),
      buttons: card.buttons.map(withSampleAddress),
    })
  }
  return cards
}

async function headerFrom(
  app: App,
  businessId: number,
  given: PartsInput['header'],
  before: TemplateHeader | null,
): Promise<TemplateHeader | null> {
  if (given === undefined) return before
  if (given === null || given === '') return null
  if (typeof given === 'string') return { format: 'TEXT', text: given.trim() }
  if (given.format === 'TEXT') return { format: 'TEXT', text: (given.text ?? '').trim() }
  if (given.format === 'LOCATION') return { format: 'LOCATION', ...(given.place && { place: given.place }) }
  if (!given.media_id) {
    // A file that only the provider has stays while the header stays; clients cannot set its address.
    return before?.format === given.format && before.url ? before : { format: given.format, media_id: null }
  }
  const media = await findMedia(app, businessId, given.media_id)
  const wanted = given.format === 'GIF' ? 'VIDEO' : given.format
  const isTooLarge = given.format === 'GIF' && (media?.bytes ?? 0) > headerMediaRules.GIF.bytes
  if (media?.kind !== wanted || isTooLarge) {
    const sentence = media
      ? t('templates.file.wrongKind', { kind: given.format })
      : t('templates.file.notFound')
    throw new AppError('invalid_input', sentence, { fields: { header: sentence } })
  }
  return { format: given.format, media_id: media.id, file_name: media.file_name }
}

function withSampleAddress(button: TemplateButton): TemplateButton {
  if (button.type !== 'URL' || button.sample !== undefined) return button
  const sample = suggestAddress(button.value)
  return sample === undefined ? button : { ...button, sample }
}

/** The names that each form has for the fields of the rules. */
export type FieldNames = Partial<Record<string, string>>
export const localFields: FieldNames = { body: 'message', template_name: 'title' }

/** @throws AppError `rule_broken` with a sentence for each field at fault. */
export function refuseBrokenRules(draft: TemplateDraft, fields: FieldNames = {}, more: Problem[] = []): void {
  const problems = [...more, ...checkTemplate(draft)].map((problem) => ({
    ...problem,
    field: fields[problem.field] ?? problem.field,
  }))
  const [first] = problems
  if (first) throw new AppError('rule_broken', first.sentence, { fields: sentencesByField(problems) })
}
