import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { templatesInOutbox } from '#server/features/messages/messages.ts'
import { marketingSince } from '#server/features/templates/templates.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { readContent } from './versions.ts'

/** Templates of a sequence that became marketing after the owner last agreed to what its messages cost. */
export async function movedTemplates(
  app: App,
  businessId: number,
  { id, agreed_at }: { id: number; agreed_at: Date | null },
): Promise<{ id: number; title: string }[]> {
  if (!agreed_at) return []
  const { rows } = await sql<{ content: unknown }>`
    select v.content from sequence_versions v
    where v.business_id = ${businessId} and v.sequence_id = ${id} and v.version in (
      select s.version from sequences s where s.business_id = ${businessId} and s.id = ${id}
      union all select p.version from sequence_people p
      where p.business_id = ${businessId} and p.sequence_id = ${id} and p.state = 'active')`.execute(app.db)
  const steps = rows.flatMap(({ content }) => readContent(content).steps)
  const ofSteps = steps.flatMap((step) => (step.kind === 'send' ? [step.template_id] : []))
  const ids = new Set([...ofSteps, ...(await templatesInOutbox(app, businessId, id))])
  return await marketingSince(app, businessId, [...ids], agreed_at)
}

/** Why messages of them wait. Resuming agrees to all of them, so all are named. */
export const nowMarketing = (templates: readonly { title: string }[]): StoredText =>
  textOf('sequences.nowMarketing', { template: { list: quoted(templates) } })

/** Every language here has the same quotation marks. */
export const quoted = (templates: readonly { title: string }[]): string[] =>
  templates.map(({ title }) => `“${title}”`)
