/** A part of a cell up to the next separator: in quotes, which may hold separators, or plain. */
const part = /\s*(?:"((?:[^"]|"")*)"\s*(?=:::|[;,|]|$)|((?:(?!:::)[^;,|])*))(?::::|[;,|]|$)/g

/**
 * The tags of a cell. Google writes `* myContacts ::: Friends`, Mailchimp `"Customer","Pune, West"`, others put
 * commas, semicolons or bars between them.
 */
export function splitTags(cell: string): string[] {
  return Array.from(cell.matchAll(part), ([, quoted, plain = '']) =>
    quoted === undefined ? plain.replace(/^[\s*]+/, '').trim() : quoted.replaceAll('""', '"').trim(),
  ).filter((tag) => tag !== '')
}

/** Tags as one cell that reads back as the same tags. */
export function joinTags(tags: readonly string[]): string {
  return tags.map((tag) => (/:::|[;,|]|^[*"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ')
}
