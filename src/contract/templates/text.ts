/** One `{{…}}` of a text: the trimmed text between the braces, and its position. */
export type Placeholder = { name: string; start: number; end: number }

const braces = /\{\{([^{}]*)\}\}/g

/** Every placeholder of a text in reading order, badly named ones included. */
export function placeholdersIn(text: string): Placeholder[] {
  return Array.from(text.matchAll(braces), (match) => ({
    name: match[1]!.trim(),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** Names of a text's variables, each once, in the order of their first use. */
export function variableNames(text: string): string[] {
  return [...new Set(placeholdersIn(text).map(({ name }) => name))].filter((name) => name !== '')
}

export function isPositional(name: string): boolean {
  return /^\d+$/.test(name)
}

/** The text with its variables filled in; a variable without a value stays as it is written. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(braces, (whole, name: string) => {
    const value = Object.hasOwn(values, name.trim()) ? values[name.trim()] : undefined
    return value === undefined || value === '' ? whole : value
  })
}

/** The whole address of a URL button whose variable is filled with `value`. */
export function fillAddress(url: string, value: string): string {
  const [fixed = ''] = url.split('{{')
  return value.startsWith(fixed) && fixed !== '' ? value : fillText(url, { '1': value })
}
