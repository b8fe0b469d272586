import type { OptinForm } from '#contract/growth/optins.ts'
import type { App } from '#server/app.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'

/** WhatsApp's short link, and the number that it is of. */
type ShortLink = { short_link: string | null; short_link_phone_number_id: string | null }

export const joinText = (code: string): string => `JOIN ${code}`

/** How people opt in by a message: its text ends with a code. */
export async function linkToWrite(
  app: App,
  businessId: number,
): Promise<(code: string, short?: ShortLink) => OptinForm['join']> {
  const sender = await findSender(app, businessId)
  return (code, made) => {
    const text = joinText(code)
    const short = made && made.short_link_phone_number_id === sender?.phone_number_id ? made.short_link : null
    const long =
      sender && `https://wa.me/${sender.phone.replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`
    return { text, phone: sender?.phone ?? null, url: short ?? long ?? null, short: short !== null }
  }
}

const shape = /^join\b.*\b([0-9a-f]{6})\W*$/is

/** The code in a message that asks to join. */
export const joinCodeIn = (text: string): string | undefined => shape.exec(text.trim())?.[1]?.toUpperCase()
