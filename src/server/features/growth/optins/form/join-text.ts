import type { OptinForm } from '#contract/growth/optins.ts'
import type { App } from '#server/app.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'

/** How people opt in by a message: its text ends with the form's code. */
export async function linkToWrite(
  app: App,
  businessId: number,
): Promise<(code: string) => OptinForm['join']> {
  const sender = await findSender(app, businessId)
  return (code) => {
    const text = `JOIN ${code}`
    const url =
      sender && `https://wa.me/${sender.phone.replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`
    return { text, phone: sender?.phone ?? null, url: url ?? null }
  }
}

const shape = /^join\b.*\b([0-9a-f]{6})\W*$/is

/** The code in a message that asks to join. */
export const joinCodeIn = (text: string): string | undefined => shape.exec(text.trim())?.[1]?.toUpperCase()
