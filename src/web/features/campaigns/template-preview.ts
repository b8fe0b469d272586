import type { Preview } from '#contract/campaign-parts.ts'
import { fillText } from '#contract/template-text.ts'
import type { MessagePreview } from '#web/components/phone-preview.tsx'

type Component = Preview['components'][number]
type Button = { type?: unknown; text?: unknown }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const find = (components: readonly Component[], type: string) =>
  components.find((component) => component.type.toUpperCase() === type)

/** One person's message for the phone: the provider's components, filled with this person's values. */
export function messageOf({
  components,
  variables,
}: Pick<Preview, 'components' | 'variables'>): MessagePreview {
  const valuesAt = (where: string) =>
    Object.fromEntries(
      variables.filter((variable) => variable.where === where).map(({ name, value }) => [name, value]),
    )
  const buttons = find(components, 'BUTTONS')?.buttons
  return {
    header: headerOf(find(components, 'HEADER'), valuesAt('header')),
    body: text(find(components, 'BODY')?.text),
    values: valuesAt('body'),
    footer: text(find(components, 'FOOTER')?.text),
    buttons: Array.isArray(buttons)
      ? (buttons as Button[]).map((button) => ({ type: text(button.type), text: text(button.text) }))
      : [],
  }
}

/** The header's variables have numbers of their own: they are filled in here, so that the body's do not fill them. */
function headerOf(header: Component | undefined, values: Record<string, string>): MessagePreview['header'] {
  const format = text(header?.format).toUpperCase()
  if (!header) return undefined
  if (format === 'IMAGE' || format === 'VIDEO' || format === 'DOCUMENT') {
    return { kind: format.toLowerCase() as 'image' | 'video' | 'document' }
  }
  return text(header.text) ? { kind: 'text', text: fillText(text(header.text), values) } : undefined
}
