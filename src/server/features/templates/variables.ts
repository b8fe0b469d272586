import type { TemplateDraft } from '#contract/template-draft.ts'
import type { TemplateVariable } from '#contract/templates.ts'
import type { HeaderMedia, TemplateValues } from '#server/providers/meta/message-payload.ts'
import {
  buttonsOf,
  findComponent,
  isAuthentication,
  type NeededValue,
  neededValues,
  type TemplateShape,
} from '#server/providers/meta/template-variables.ts'
import type { GraphTemplateComponent } from '#server/providers/meta/templates.ts'
import { draftOf } from './components.ts'

/** Longest one-time code and coupon code that the provider takes. */
const longestCode = 15
const longestCoupon = 20

/** What has to be filled in when a template is sent, in reading order. A one-time code is the variable `1` of the text. */
export function variablesOf(
  template: TemplateShape & { components: readonly GraphTemplateComponent[] },
): TemplateVariable[] {
  const draft = draftOf({ name: '', language: '', ...template, category: template.category ?? '' })
  return neededValues(template).flatMap((needed) => {
    const variable = variableFor(needed, draft)
    return variable ? [{ key: variableKey(variable), ...variable }] : []
  })
}

/** A header's file is not a variable: it belongs to the template. */
function variableFor(needed: NeededValue, draft: TemplateDraft): Omit<TemplateVariable, 'key'> | undefined {
  if (needed.place === 'code') {
    return { name: '1', where: 'body', label: 'the code', sample: '123456', max_length: longestCode }
  }
  if (needed.place === 'button') {
    const { index, label } = needed
    if (needed.kind === 'url') {
      const button = draft.buttons.find(({ text, type }) => type === 'URL' && text === label)
      return variableOfButton(index, `the address of “${label}”`, button?.sample)
    }
    const code = draft.buttons.find(({ type }) => type === 'COPY_CODE')?.value
    return { ...variableOfButton(index, 'the code to copy', code), max_length: longestCoupon }
  }
  if (needed.kind !== 'text') return undefined
  const { name, place } = needed
  return { name, where: place, label: `{{${name}}}`, sample: draft.samples[place][name] ?? '' }
}

function variableOfButton(index: number, label: string, sample = ''): Omit<TemplateVariable, 'key'> {
  return { name: String(index), where: 'button', index, label, sample }
}

/**
 * The key that a variable's value is kept under: its own name in the text, `header.1` for a numbered one of the
 * header (the text has a `{{1}}` of its own), `button.0` for the first button's.
 */
export function variableKey({
  name,
  where,
  index,
}: Pick<TemplateVariable, 'name' | 'where' | 'index'>): string {
  if (where === 'button') return `button.${index ?? 0}`
  return where === 'header' && /^\d+$/.test(name) ? `header.${name}` : name
}

/**
 * Values by key, as the payload's builder takes them. Missing ones are left out: the builder says which.
 * @param media the header's file, where the template has one (`headerMedia`).
 */
export function templateValues(
  template: TemplateShape,
  values: Readonly<Record<string, string>>,
  media?: HeaderMedia,
): TemplateValues {
  const value = (key: string): string => (Object.hasOwn(values, key) ? (values[key] ?? '') : '')
  if (isAuthentication(template)) return { code: value('1') || value('code') }
  const headerText: Record<string, string> = {}
  const body: Record<string, string> = {}
  const buttons: Record<number, string> = {}
  for (const needed of neededValues(template)) {
    if (needed.place === 'header' && needed.kind === 'text') {
      headerText[needed.name] = value(variableKey({ name: needed.name, where: 'header' }))
    } else if (needed.place === 'body') {
      body[needed.name] = value(needed.name)
    } else if (needed.place === 'button') {
      buttons[needed.index] = value(`button.${needed.index}`)
    }
  }
  return { headerText, body, buttons, ...(media && { headerMedia: media }) }
}

/** The kind of file in the header; undefined where there is none. */
export function headerKindOf(
  template: Pick<TemplateShape, 'components'>,
): 'IMAGE' | 'VIDEO' | 'DOCUMENT' | undefined {
  const format = findComponent(template.components, 'HEADER')?.format?.toUpperCase()
  return format === 'IMAGE' || format === 'VIDEO' || format === 'DOCUMENT' ? format : undefined
}

/** Parts that a message of ours cannot fill, in words for the owner; undefined when it can be sent. */
export function unsendablePart(template: TemplateShape): string | undefined {
  if (findComponent(template.components, 'CAROUSEL')) return 'a carousel'
  if (findComponent(template.components, 'LIMITED_TIME_OFFER')) return 'an offer that ends'
  const format = findComponent(template.components, 'HEADER')?.format?.toUpperCase()
  if (format === 'LOCATION') return 'a map in its header'
  if (format !== undefined && !['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'].includes(format))
    return `a ${format} header`
  const button = buttonsOf(template).find(({ type }) => ['MPM', 'SPM'].includes(type.toUpperCase()))
  return button ? 'products' : undefined
}
