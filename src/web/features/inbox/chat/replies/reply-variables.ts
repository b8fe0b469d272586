const pattern = /\{\{\s*([^{}|]{1,60}?)\s*(?:\|([^{}]*))?\}\}/gu

/** The variables that each quick reply can have, beside the business's custom fields. */
export const replyVariables = ['name', 'first_name', 'agent', 'business'] as const

/** Puts values in; what has none takes its fallback, and what has neither stays and is named. */
export function fillReply(
  text: string,
  values: Readonly<Record<string, string>>,
): { text: string; missing: string[] } {
  const known = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value.trim()]))
  const missing = new Set<string>()
  const filled = text.replace(pattern, (whole, name: string, fallback: string | undefined) => {
    const value = known.get(name.toLowerCase()) || fallback?.trim()
    if (value) return value
    if (fallback !== undefined) return ''
    missing.add(name)
    return whole
  })
  return { text: filled, missing: [...missing] }
}

/** Variables of the given names that still stand in a text: a customer must not read them. */
export function openVariables(text: string, names: readonly string[]): string[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1]!))].filter((name) =>
    wanted.has(name.toLowerCase()),
  )
}
