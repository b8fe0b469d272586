/** Up to the next space or quotation mark; what ends a sentence is not part of an address. */
const address = /https?:\/\/[^\s<>"“”]+/gi
const sentenceEnd = /[.,;:!?)\]}'’।]+$/

/** The web addresses in a text, each once. */
export function linksIn(text: string): string[] {
  const found = [...text.matchAll(address)].map(([link]) => link.replace(sentenceEnd, ''))
  return [...new Set(found)].filter((link) => URL.canParse(link))
}

/** A text with some of its addresses replaced; a longer address that begins with one of them stays. */
export function replaceLinks(text: string, replacement: (link: string) => string | undefined): string {
  return text.replace(address, (found) => {
    const link = found.replace(sentenceEnd, '')
    return (replacement(link) ?? link) + found.slice(link.length)
  })
}
