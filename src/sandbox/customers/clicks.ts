import { mayGoTo } from '../graph/phone-numbers.ts'
import type { Sent } from '../world/ledger.ts'
import { isObject } from '../world/settings.ts'
import type { Part } from '../world/world.ts'

/** One request for a link of the newest message to a person. Needs the setting `keepContent`. */
export type Click = {
  to: string
  /** `preview`: WhatsApp fetches a link preview; `bot`: another program. */
  as?: 'person' | 'preview' | 'bot'
  /** Which of the message's links, from 0: those of buttons come first. */
  link?: number
  /** Where the product answers, if not at the origin of the link. */
  at?: string
}

const agents = {
  person:
    'Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
  preview: 'WhatsApp/2.24.20.89 A',
  bot: 'curl/8.5.0',
}

/** @returns what the link answered; the next site is not opened. */
export async function click(
  world: Part<'ledger' | 'callbackOrigins'>,
  { to, as = 'person', link = 0, at }: Click,
): Promise<{ url: string; status: number; location: string | null }> {
  const digits = String(to ?? '').replace(/\D/g, '')
  const sent = world.ledger.newestTo(digits)
  if (!sent) throw new Error(`There is no message to ${digits}.`)
  const written = linksOf(sent)[link]
  if (!written) throw new Error('The message has no such link. Is the setting keepContent on?')
  const address = new URL(written)
  const url = at === undefined ? address : new URL(address.pathname + address.search, at)
  if (!mayGoTo(world, url.href)) throw new Error('People click on links of the product only.')
  const answer = await fetch(url, { redirect: 'manual', headers: { 'user-agent': agents[as] } })
  await answer.arrayBuffer()
  return { url: written, status: answer.status, location: answer.headers.get('location') }
}

const list = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** The addresses of a message as the phone opens them. */
function linksOf({ template, content }: Sent): string[] {
  const given = list(content)
  const valuesAt = (type: string, index?: number): string[] =>
    given
      .filter((one) => one.type === type && (index === undefined || Number(one.index) === index))
      .flatMap(({ parameters }) => list(parameters))
      .map(({ text }) => String(text ?? ''))
  const buttons = template?.components.find(({ type }) => type.toUpperCase() === 'BUTTONS')?.buttons ?? []
  const ofButtons = buttons.flatMap(({ url }, index) =>
    url ? [url.replace(/\{\{1\}\}$/, () => valuesAt('button', index)[0] ?? '')] : [],
  )
  const ofText = valuesAt('body').flatMap((value) => value.match(/https?:\/\/[^\s]*[^\s.,;:!?)]/g) ?? [])
  return [...ofButtons, ...ofText]
}
