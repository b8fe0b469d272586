import { replaceLinks } from '#contract/text/links.ts'
import { addressEnd } from '#server/providers/meta/calls/message-payload.ts'
import type { Slot } from './slots.ts'

/** A link of a content whose clicks are counted: of the button at this place, perhaps on a card, or an address in the values of the text. */
export type ContentLink = { target: string; button?: number; card?: number }

/** WhatsApp refuses a text that is longer with its values filled in (132005). */
const longestText = 1024

/**
 * The address that a link leads to; undefined where it would be another site than the one that the owner wrote.
 * @param value of the button's variable; it may only continue the target's own address.
 */
export function targetOf({ target }: ContentLink, value: string): string | undefined {
  const variable = target.indexOf('{{')
  const fixed = variable < 0 ? target : target.slice(0, variable)
  const whole = variable < 0 ? target : fixed + addressEnd(target, value)
  if (!URL.canParse(fixed) || !URL.canParse(whole)) return undefined
  const address = new URL(whole)
  const isWeb = address.protocol === 'https:' || address.protocol === 'http:'
  return isWeb && address.origin === new URL(fixed).origin ? address.href : undefined
}

/** Whether a link needs a value of the message. */
export const isPersonal = ({ target }: ContentLink): boolean => target.includes('{{')

/** Where a message keeps the value of a button's variable. */
export const buttonSlot = (slots: readonly (Slot | null)[], { button, card }: ContentLink): number =>
  slots.findIndex(
    (slot) =>
      slot?.where === (card === undefined ? 'button' : 'card_button') &&
      (slot.index ?? 0) === button &&
      slot.card === card,
  )

/**
 * The values of a message's text with tracked addresses in place of the owner's. Where the text would become too long
 * for WhatsApp, they stay as they are.
 * @param text the template's, with its variables.
 */
export function trackText(
  values: readonly string[],
  slots: readonly (Slot | null)[],
  links: readonly ContentLink[],
  { text, addressOf }: { text: string; addressOf: (link: number) => string },
): readonly string[] {
  const isText = (at: number): boolean => slots[at]?.where === 'body'
  const tracked = values.map((value, at) =>
    isText(at)
      ? replaceLinks(value, (address) => {
          const link = links.findIndex(({ target, button }) => button === undefined && target === address)
          return link < 0 ? undefined : addressOf(link)
        })
      : value,
  )
  const length = tracked.reduce((sum, value, at) => sum + (isText(at) ? value.length : 0), text.length)
  return length > longestText ? values : tracked
}
