import type { Selectable } from 'kysely'
import type { App } from '#server/app.ts'
import type { SocialMedia } from '#server/tables.ts'
import type { Probe, StoredMedia } from './rules/media-type.ts'

export type { StoredMedia } from './rules/media-type.ts'
export { problemsOf } from './rules/problems.ts'

/** Of this business only; ids of others or unknown are absent. In the order of `ids`. */
export async function findMedia(app: App, businessId: number, ids: number[]): Promise<StoredMedia[]> {
  if (ids.length === 0) return []
  const rows = await app.db
    .selectFrom('social_media')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', 'in', ids)
    .execute()
  const found = new Map(rows.map((row) => [row.id, fromRow(row)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

export function fromRow(row: Selectable<SocialMedia>): StoredMedia {
  const probe = row.probe as Probe
  return {
    id: row.id,
    kind: row.kind as StoredMedia['kind'],
    mime: row.mime,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    fps: probe.fps ?? null,
    hash: row.hash,
    fileName: row.file_name,
    removedAt: row.removed_at,
    probe,
  }
}
