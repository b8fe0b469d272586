import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { App } from '#server/app.ts'
import { notify } from '#server/platform/notify.ts'
import type { Tables } from '#server/tables.ts'
import { publishChannel, publishDue } from './job-names.ts'

export { decidePublication } from './decide.ts'
export { publishDue } from './job-names.ts'
export { runPublisher } from './publisher.ts'

/** Our own id of a publication: uploads are named by it. */
export const newMarker = (): string => randomBytes(12).toString('base64url')

/** Wakes the publishers now instead of at the next minute. On an App of a transaction, when that commits. */
export async function wakePublisher(app: App, db?: Transaction<Tables>): Promise<void> {
  await app.enqueue(publishDue, {})
  await notify(db ?? app.db, publishChannel, '')
}
