import type { TemplateDraft, TemplateSamples } from './draft.ts'
import { fillAddress, isPositional, placeholdersIn, variableNames } from './text.ts'

/** What a variable is likely to hold, by what its name contains; the first that fits. */
const likely: readonly [part: RegExp, sample: string][] = [
  [/custom_message/, 'We are open on Sunday too.'],
  [/(shop|store|business|company|brand)/, 'Asha Sweets'],
  [/(name|customer|person)/, 'Asha'],
  [/(order|invoice|booking|ticket|reference|number)/, 'A-1042'],
  [/(date|day)/, '24 November'],
  [/(time|hour|slot)/, '10:30'],
  [/(amount|price|total|due|balance)/, '₹499'],
  [/(discount|percent)/, '20%'],
  [/(code|coupon)/, 'SAVE20'],
  [/(link|url|address)/, '12 MG Road, Pune'],
  [/(phone|mobile)/, '+91 98765 43210'],
  [/(product|item|service|course)/, 'Kaju katli, 500 g'],
]

/** By place: the first is the lead's name unless it is mapped. */
const byPlace = ['Asha', 'A-1042', '24 November', '10:30', '₹499']

/** A suggested sample for a variable without one; the owner can change it. */
export function suggestSample(name: string): string {
  if (isPositional(name)) return byPlace[Number(name) - 1] ?? `Sample ${name}`
  return likely.find(([part]) => part.test(name))?.[1] ?? name.replaceAll('_', ' ')
}

/** The draft's samples with a suggestion for each variable that has none, and without those of variables that are gone. */
export function withSuggestedSamples(
  draft: Pick<TemplateDraft, 'header' | 'body' | 'samples'>,
): TemplateSamples {
  const fill = (text: string, given: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      variableNames(text).map((name) => [
        name,
        Object.hasOwn(given, name) ? given[name]! : suggestSample(name),
      ]),
    )
  return {
    header: fill(draft.header?.text ?? '', draft.samples.header),
    body: fill(draft.body, draft.samples.body),
  }
}

/** A sample address for a URL with a variable; undefined for one without. */
export function suggestAddress(url: string): string | undefined {
  return placeholdersIn(url).length > 0 ? fillAddress(url, 'A-1042') : undefined
}
