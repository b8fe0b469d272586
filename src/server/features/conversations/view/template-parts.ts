import type { TimelineItem } from '#contract/conversations.ts'
import { bodyText, headerText } from '#server/features/messages/messages.ts'
import { findComponent, type TemplateShape } from '#server/providers/meta/calls/template-variables.ts'

/** A template as it is shown: with the values of this message. */
export function templateParts({
  components,
  slots,
  variables,
  template_name,
  header_file,
}: {
  components: TemplateShape['components']
  slots: never
  variables: string[]
  template_name: string
  /** The name of the file in the header, where it is known. */
  header_file: string | null
}): Partial<TimelineItem> {
  const header = findComponent(components, 'HEADER')
  const buttons = findComponent(components, 'BUTTONS')?.buttons ?? []
  const isText = header?.format?.toUpperCase() === 'TEXT'
  return {
    kind: 'template',
    template_name,
    text: bodyText(components, slots, variables),
    header: headerText(components, slots, variables),
    footer: findComponent(components, 'FOOTER')?.text ?? null,
    buttons: buttons.map(({ text }) => text ?? '').filter(Boolean),
    details: header && !isText ? { header: header.format, ...(header_file && { header_file }) } : {},
  }
}
