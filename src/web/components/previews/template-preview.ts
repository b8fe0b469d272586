import type { Preview } from '#contract/campaigns/parts.ts'
import { fillText } from '#contract/templates/text.ts'
import type { MessagePreview } from '#web/components/phone-preview.tsx'
import { browserZone, formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

type Component = Preview['components'][number]
type Button = { type?: unknown; text?: unknown }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const find = (components: readonly Component[], type: string) =>
  components.find((component) => component.type.toUpperCase() === type)

/**
 * One person's message for the phone: the provider's components, filled with this person's values.
 * @param image where the page finds the header's picture.
 */
export function messageOf(
  { components, variables }: Pick<Preview, 'components' | 'variables'>,
  image?: string,
): MessagePreview {
  const valuesAt = (where: string) =>
    Object.fromEntries(
      variables.filter((variable) => variable.where === where).map(({ name, value }) => [name, value]),
    )
  const place = valuesAt('location')
  const offer = find(components, 'LIMITED_TIME_OFFER')?.limited_time_offer as
    | { text?: unknown; has_expiration?: unknown }
    | undefined
  const buttons = buttonsIn(components)
  return {
    header: headerOf(find(components, 'HEADER'), valuesAt('header'), place, image),
    body: text(find(components, 'BODY')?.text),
    values: valuesAt('body'),
    footer: text(find(components, 'FOOTER')?.text),
    buttons,
    ...(offer && { offer: offerOf(offer, valuesAt('offer'), buttons, valuesAt('button')) }),
    cards: cardsOf(find(components, 'CAROUSEL'), valuesAt('card')),
  }
}

function buttonsIn(components: readonly Component[]): { type: string; text: string }[] {
  const buttons = find(components, 'BUTTONS')?.buttons
  return Array.isArray(buttons)
    ? (buttons as Button[]).map((button) => ({
        type: text(button.type).toUpperCase(),
        text: text(button.text),
      }))
    : []
}

function offerOf(
  offer: { text?: unknown; has_expiration?: unknown },
  { ends }: Record<string, string>,
  buttons: readonly { type: string }[],
  codes: Record<string, string>,
): NonNullable<MessagePreview['offer']> {
  const code = codes[buttons.findIndex(({ type }) => type === 'COPY_CODE')]
  return {
    text: text(offer.text),
    ...(code && { code }),
    ...(offer.has_expiration === true && { ends: endsOf(ends) }),
  }
}

/** The end as a date; while it is being typed, the typed text. */
function endsOf(ends: string | undefined): string {
  if (!ends) return t('campaigns.form.preview.endsUnset')
  const at = /T.*(Z|[+-]\d\d:\d\d)$/.test(ends) ? new Date(ends) : undefined
  const when = at && !Number.isNaN(at.getTime()) ? formatDateTime(at, browserZone()) : ends
  return t('campaigns.form.preview.ends', { when })
}

function cardsOf(
  carousel: Component | undefined,
  values: Record<string, string>,
): NonNullable<MessagePreview['cards']> {
  const cards = Array.isArray(carousel?.cards) ? (carousel.cards as { components?: Component[] }[]) : []
  return cards.map(({ components = [] }, at) => ({
    header: headerOf(find(components, 'HEADER'), {}, {}),
    body: text(find(components, 'BODY')?.text),
    values: Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        name.startsWith(`${at}.`) ? [[name.slice(`${at}.`.length), value]] : [],
      ),
    ),
    buttons: buttonsIn(components),
  }))
}

/** The header's variables have numbers of their own: they are filled in here, so that the body's do not fill them. */
function headerOf(
  header: Component | undefined,
  values: Record<string, string>,
  place: Record<string, string>,
  image?: string,
): MessagePreview['header'] {
  const format = text(header?.format).toUpperCase()
  if (!header) return undefined
  if (format === 'LOCATION') return { kind: 'location', name: place.name ?? '', address: place.address ?? '' }
  if (format === 'IMAGE' || format === 'VIDEO' || format === 'GIF' || format === 'DOCUMENT') {
    return {
      kind: format.toLowerCase() as 'image' | 'video' | 'gif' | 'document',
      ...(format === 'IMAGE' && image && { url: image }),
    }
  }
  return text(header.text) ? { kind: 'text', text: fillText(text(header.text), values) } : undefined
}
