/**
 * The parameters of a comma-separated text, trimmed. A value in double quotes may contain commas; a double quote inside
 * it is written twice. Quotes that do not enclose a whole value are ordinary characters.
 */
export function splitParameters(text: string): string[] {
  if (text.trim() === '') return []
  const values: string[] = []
  let rest: string | undefined = text
  while (rest !== undefined) {
    const quoted: RegExpExecArray | null = /^\s*"((?:[^"]|"")*)"\s*(?:,|$)/.exec(rest)
    const plain = quoted ? undefined : rest.indexOf(',')
    if (quoted) {
      values.push(quoted[1]!.replaceAll('""', '"').trim())
      rest = quoted[0].endsWith(',') ? rest.slice(quoted[0].length) : undefined
    } else {
      values.push((plain === -1 ? rest : rest.slice(0, plain)).trim())
      rest = plain === -1 ? undefined : rest.slice(plain! + 1)
    }
  }
  return values
}

/** Values as one text that `splitParameters` reads back. */
export function joinParameters(values: readonly string[]): string {
  const texts = values.map((value) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
  return values.length === 1 && texts[0] === '' ? '' : texts.join(', ')
}
