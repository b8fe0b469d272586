import { sql } from 'kysely'
import type { FlowDefinition, Step } from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import { flowFiles } from '#server/features/conversations/conversations.ts'

/** What a flow names that is not this business's. */
export async function foreignNames(
  app: App,
  businessId: number,
  definition: FlowDefinition,
): Promise<('flow' | 'member' | 'file')[]> {
  const { flows, members, files } = await ownOf(app, businessId, definition)
  return definition.steps.flatMap((step) => {
    if (step.kind === 'flow' && step.flow_id !== null && !flows.has(step.flow_id)) return ['flow' as const]
    if (step.kind === 'media' && step.file_id !== null && !files.has(step.file_id)) return ['file' as const]
    if (step.kind === 'assign' && step.user_id !== null && !members.has(step.user_id))
      return ['member' as const]
    return []
  })
}

/** The same flow without them. */
export async function withoutForeign(
  app: App,
  businessId: number,
  definition: FlowDefinition,
): Promise<FlowDefinition> {
  return keepOnly(definition, await ownOf(app, businessId, definition))
}

/** The same flow, which names no flow, member or file. */
export const withoutIds = (definition: FlowDefinition): FlowDefinition =>
  keepOnly(definition, { flows: new Set(), members: new Set(), files: new Set() })

const keepOnly = (definition: FlowDefinition, { flows, members, files }: Own): FlowDefinition => ({
  ...definition,
  steps: definition.steps.map((step): Step => {
    if (step.kind === 'flow' && step.flow_id !== null && !flows.has(step.flow_id)) {
      return { ...step, flow_id: null }
    }
    if (step.kind === 'media' && step.file_id !== null && !files.has(step.file_id)) {
      return { ...step, file_id: null }
    }
    return step.kind === 'assign' && step.user_id !== null && !members.has(step.user_id)
      ? { ...step, user_id: null }
      : step
  }),
})

type Own = Record<'flows' | 'members' | 'files', Set<number>>

async function ownOf(app: App, businessId: number, { steps }: FlowDefinition): Promise<Own> {
  const flowIds = steps.flatMap((step) =>
    step.kind === 'flow' && step.flow_id !== null ? [step.flow_id] : [],
  )
  const userIds = steps.flatMap((step) =>
    step.kind === 'assign' && step.user_id !== null ? [step.user_id] : [],
  )
  const { rows } = await sql<{ kind: string; id: number }>`
    select 'flow' as kind, id from bot_flows where business_id = ${businessId} and id = any(${flowIds}::bigint[])
    union all
    select 'member', id from users where business_id = ${businessId} and id = any(${userIds}::bigint[])
      and removed_at is null`.execute(app.db)
  const of = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ id }) => Number(id)))
  const fileIds = steps.flatMap((step) =>
    step.kind === 'media' && step.file_id !== null ? [step.file_id] : [],
  )
  return { flows: of('flow'), members: of('member'), files: await flowFiles(app, businessId, fileIds) }
}
