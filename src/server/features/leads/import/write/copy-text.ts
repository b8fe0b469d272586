import type { IncomingLead } from '../../records/merge.ts'
import type { ChunkLead } from './file-chunks.ts'

/** The table that a file's rows pass through on their way to the merge, and its columns in COPY's order. */
export const incomingTable = `create temp table if not exists incoming (
  name text not null, phone text not null, email text, tags text[] not null, attributes jsonb not null,
  consent text not null, consent_at timestamptz, again boolean not null)`
export const copyIncoming = 'copy incoming from stdin'

/** Short enough that the texts a piece is put together from are forgotten again at once. */
const pieceCharacters = 64 * 1024

/** Leads as pieces of COPY's input: they take a fifth of the memory that the leads themselves do. */
export function copyPieces(leads: readonly ChunkLead[]): Buffer[] {
  const pieces: Buffer[] = []
  let text = ''
  for (const { lead, again } of leads) {
    text += copyRow(lead, again)
    if (text.length > pieceCharacters) {
      pieces.push(Buffer.from(text))
      text = ''
    }
  }
  pieces.push(Buffer.from(text))
  return pieces
}

/** A row of COPY's text format (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"). */
function copyRow(lead: IncomingLead, again: boolean): string {
  const attributes = isEmpty(lead.attributes) ? '{}' : escaped(JSON.stringify(lead.attributes))
  return `${escaped(lead.name)}\t${lead.phone}\t${lead.email === null ? '\\N' : escaped(lead.email)}\t${tagArray(lead.tags)}\t${attributes}\t${lead.consent}\t${lead.consent_at ?? '\\N'}\t${again ? 't' : 'f'}\n`
}

/** An array literal, `{"a","b"}`: quotes and backslashes are escaped for the array and again for COPY. */
function tagArray(tags: readonly string[]): string {
  if (tags.length === 0) return '{}'
  return escaped(`{${tags.map((tag) => `"${tag.replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
}

function escaped(text: string): string {
  if (!/[\\\t\n\r\b\f\v]/.test(text)) return text
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\b', '\\b')
    .replaceAll('\f', '\\f')
    .replaceAll('\v', '\\v')
}

function isEmpty(record: Record<string, string>): boolean {
  for (const _ in record) return false
  return true
}
