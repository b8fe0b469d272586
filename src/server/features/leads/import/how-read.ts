import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { listFields } from '../fields/fields.ts'
import type { FileTask } from './write/file-chunks.ts'

/** What the cells of a file are read by, beside its settings. */
export async function howRead(app: App, businessId: number): Promise<Pick<FileTask, 'fields' | 'zone'>> {
  const { timezone } = await getBusiness(app, businessId)
  return { fields: await listFields(app.db, businessId), zone: timezone }
}
