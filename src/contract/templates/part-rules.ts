import { t } from '../messages/t.ts'
import { checkButtons } from './button-rules.ts'
import type { TemplateButton, TemplateCard, TemplateDraft } from './draft.ts'
import { templateLimits as limits } from './limits.ts'
import { type Problem, tooLong } from './problems.ts'
import { placeholdersIn } from './text.ts'

/**
 * Offers, carousels, catalogues, places and GIFs: what the provider allows beside them.
 * Source: …/whatsapp/templates/components, …/marketing-templates.
 */
export function* checkParts(draft: TemplateDraft): Generator<Problem> {
  const { category, header, offer, buttons } = draft
  const cards = draft.cards ?? []
  const isMarketing = category === 'MARKETING'
  if (header?.format === 'GIF' && !isMarketing) {
    yield { rule: 'gif_category', field: 'header', sentence: t('templates.rules.gifCategory') }
  }
  if (header?.format === 'LOCATION' && header.place) yield* checkPlace(header.place)
  if (offer) yield* checkOffer(draft)
  if (cards.length > 0) yield* checkCards(draft, cards)
  const shop = buttons.find(({ type }) => type === 'CATALOG' || type === 'MPM')
  if (!shop) return
  if (!isMarketing) {
    const sentence = t('templates.rules.productsCategory')
    yield { rule: 'products_category', field: 'buttons', sentence }
  }
  if (buttons.length > 1) {
    const sentence = t('templates.rules.productsAlone')
    yield { rule: 'products_alone', field: 'buttons', sentence }
  }
}

function* checkPlace(place: NonNullable<NonNullable<TemplateDraft['header']>['place']>): Generator<Problem> {
  const field = 'header'
  const isEmpty = Object.values(place).every((part) => part.trim() === '')
  if (isEmpty) return
  const why = placeProblem('latitude', place.latitude) ?? placeProblem('longitude', place.longitude)
  if (why) yield { rule: 'place_coordinates', field, sentence: why }
}

/** Why a coordinate cannot be sent. */
export function placeProblem(name: 'latitude' | 'longitude', value: string): string | undefined {
  const most = name === 'latitude' ? 90 : 180
  const number = Number(value)
  if (value.trim() !== '' && Number.isFinite(number) && Math.abs(number) <= most) return undefined
  const sample = name === 'latitude' ? '18.5204' : '73.8567'
  return t('templates.rules.coordinate', { name, most, sample })
}

function* checkOffer({ category, offer, body, footer, buttons, header }: TemplateDraft): Generator<Problem> {
  const field = 'offer'
  if (category !== 'MARKETING') {
    yield { rule: 'offer_category', field, sentence: t('templates.rules.offerCategory') }
  }
  if (!offer?.text.trim()) {
    yield { rule: 'offer_text', field, sentence: t('templates.rules.offerText') }
  } else if (offer.text.length > limits.offerText) {
    yield { rule: 'offer_long', field, sentence: tooLong('offer', offer.text.length, limits.offerText) }
  }
  if (body.length > limits.offerBody) {
    const sentence = tooLong('offerMessage', body.length, limits.offerBody)
    yield { rule: 'offer_body', field: 'body', sentence }
  }
  if (footer !== '') {
    yield { rule: 'offer_footer', field: 'footer', sentence: t('templates.rules.offerFooter') }
  }
  if (header && header.format !== 'IMAGE' && header.format !== 'VIDEO') {
    yield {
      rule: 'offer_header',
      field: 'header',
      sentence: t('templates.rules.offerHeader'),
    }
  }
  const order = buttons.map(({ type }) => type).join()
  const wanted = offer?.ends ? ['COPY_CODE,URL'] : ['COPY_CODE,URL', 'URL']
  if (!wanted.includes(order)) {
    const sentence = t('templates.rules.offerButtons')
    yield { rule: 'offer_buttons', field: 'buttons', sentence }
  }
}

function* checkCards(draft: TemplateDraft, cards: readonly TemplateCard[]): Generator<Problem> {
  const field = 'cards'
  if (draft.category !== 'MARKETING') {
    yield { rule: 'cards_category', field, sentence: t('templates.rules.cardsCategory') }
  }
  if (draft.header || draft.footer !== '' || draft.buttons.length > 0 || draft.offer) {
    const sentence = t('templates.rules.cardsAlone')
    yield { rule: 'cards_alone', field, sentence }
  }
  const { least, most } = limits.cards
  if (cards.length < least || cards.length > most) {
    yield { rule: 'cards_count', field, sentence: t('templates.rules.cardsCount', { least, most }) }
  }
  for (const [index, card] of cards.entries()) yield* checkCard(card, `cards.${index}`)
  if (new Set(cards.map(shapeOf)).size > 1) {
    const sentence = t('templates.rules.cardsDiffer')
    yield { rule: 'cards_differ', field, sentence }
  }
}

const shapeOf = ({ header, body, buttons }: TemplateCard): string =>
  [
    header.format,
    body.trim() !== '',
    // A tracked address ends in a variable.
    ...buttons.map(({ type, counts_clicks }: TemplateButton) => `${type}${counts_clicks ? ' tracked' : ''}`),
  ].join()

function* checkCard({ header, body, buttons, samples }: TemplateCard, at: string): Generator<Problem> {
  if (header.format !== 'IMAGE' && header.format !== 'VIDEO') {
    yield { rule: 'card_header', field: `${at}.header`, sentence: t('templates.rules.cardHeader') }
  } else if (!header.media_id && !header.url) {
    yield { rule: 'card_file', field: `${at}.header`, sentence: t('templates.rules.cardFile') }
  }
  if (body.length > limits.cardBody) {
    const sentence = tooLong('card', body.length, limits.cardBody)
    yield { rule: 'card_body', field: `${at}.body`, sentence }
  }
  for (const { name } of placeholdersIn(body)) {
    if (samples[name]?.trim()) continue
    const sentence = t('templates.rules.cardSample', { variable: `{{${name}}}` })
    yield { rule: 'card_sample', field: `${at}.samples.${name}`, sentence }
  }
  if (buttons.length === 0 || buttons.length > limits.cardButtons) {
    yield { rule: 'card_buttons', field: `${at}.buttons`, sentence: t('templates.rules.cardButtons') }
  }
  if (buttons.some(({ type }) => !['URL', 'PHONE_NUMBER', 'QUICK_REPLY'].includes(type))) {
    const sentence = t('templates.rules.cardButtonKind')
    yield { rule: 'card_button_kind', field: `${at}.buttons`, sentence }
  }
  for (const problem of checkButtons(buttons)) yield { ...problem, field: `${at}.${problem.field}` }
}
