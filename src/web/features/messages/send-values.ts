import { variableNames } from '#contract/template-text.ts'

/** The parameters of the form: parted at commas, trimmed; an empty field is none. */
export function splitParameters(text: string): string[] {
  return text.trim() === '' ? [] : text.split(',').map((part) => part.trim())
}

/** What fills the gaps of a text, in their order, as far as it has been typed. */
export function valuesOf(body: string, parameters: string): Record<string, string> {
  const given = splitParameters(parameters)
  return Object.fromEntries(variableNames(body).map((name, index) => [name, given[index] ?? '']))
}
