import { fillText } from '#contract/templates/text.ts'
import type { MetaTemplate } from '#contract/templates.ts'
import type { MessagePreview } from '#web/components/phone-preview.tsx'
import { messageOf } from '#web/components/previews/template-preview.ts'
import { useHeaderImage } from '#web/components/previews/use-header-image.ts'
import { t } from '#web/messages/t.ts'

type TemplateParts = Pick<MetaTemplate, 'components' | 'variables' | 'samples'>

/**
 * The message that is sent with these values, which stand in the order of the template's variables as the server takes
 * them. Without any, the samples show what belongs where.
 */
export function sentPreview(
  { components, variables }: TemplateParts,
  values: readonly string[],
): MessagePreview {
  const useSamples = values.every((value) => value.trim() === '')
  return messageOf({
    components,
    variables: variables.map(({ name, where, index, card, sample }, at) => ({
      name: where === 'button' ? String(index ?? 0) : where === 'card' ? `${card ?? 0}.${name}` : name,
      where,
      value: useSamples ? sample : (values[at] ?? ''),
    })),
  })
}

/** The same with the header's own file. */
export function useHeaderMedia(
  template: MetaTemplate | undefined,
  values: readonly string[],
): MessagePreview | undefined {
  const url = useHeaderImage({ header: template?.header, id: template?.local_id })
  if (!template) return undefined
  const message = sentPreview(template, values)
  const { header } = message
  if (header?.kind === 'image' && url) return { ...message, header: { ...header, url } }
  return message
}

/** Where the buttons lead, as they are sent: an address with its end filled in, a code to copy. */
export function buttonTargets({ components, variables }: TemplateParts, values: readonly string[]): string[] {
  const buttons = components.find(({ type }) => type.toUpperCase() === 'BUTTONS')?.buttons
  if (!Array.isArray(buttons)) return []
  return variables.flatMap(({ where, index, label }, at) => {
    const value = values[at]?.trim()
    const button = where === 'button' ? (buttons[index ?? 0] as { url?: unknown } | undefined) : undefined
    if (!button || !value) return []
    const url = typeof button.url === 'string' ? fillText(button.url, { '1': value }) : value
    return [t('messages.send.target', { label, address: url })]
  })
}
