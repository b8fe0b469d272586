import { z } from 'zod'
import { ShortName } from '../conversations/filter.ts'
import { answer, endpoints } from '../endpoint.ts'
import { Id } from '../values.ts'
import { problemCodes } from './check.ts'
import { FlowDefinition, FlowFile } from './flow.ts'
import { SimulatedEvent, Simulation, SimulationState } from './simulation.ts'

const FlowName = ShortName(80)
export const ReadyMadeKey = z.enum(['greeting', 'order_status', 'appointment', 'faq', 'lead', 'feedback'])
export type ReadyMadeKey = z.infer<typeof ReadyMadeKey>

export const FlowSummary = z
  .object({
    id: z.number(),
    name: z.string(),
    archived: z.boolean(),
    /** Changes with each saved draft. */
    revision: z.number().int(),
    /** The version that people get; null: never published. */
    published_version: z.number().int().nullable(),
    /** The draft is not what is published. */
    changed: z.boolean(),
    steps: z.number().int(),
    problems: z.number().int(),
    /** People who are in it now. */
    active: z.number().int(),
    updated_at: z.string(),
  })
  .meta({ id: 'FlowSummary' })
export type FlowSummary = z.infer<typeof FlowSummary>

export const Flow = FlowSummary.extend({ draft: FlowDefinition, published: FlowDefinition.nullable() }).meta({
  id: 'Flow',
})
export type Flow = z.infer<typeof Flow>

export const FlowVersion = z.object({
  version: z.number().int(),
  published_at: z.string(),
  published_by: z.string().nullable(),
  /** People who are in this version now. */
  active: z.number().int(),
})

export const Problem = z.object({
  step: z.string().nullable(),
  code: z.enum(problemCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

const Counts = {
  entered: z.number().int(),
  left: z.number().int(),
  completed: z.number().int(),
  handed_over: z.number().int(),
}
export const FlowFigures = z.object({
  ...Counts,
  active: z.number().int(),
  steps: z.array(
    z.object({
      step: z.string(),
      ...Counts,
      /** The most frequent answers of a question, of buttons or of a list; at most 20. */
      answers: z.array(z.object({ answer: z.string(), count: z.number().int() })),
    }),
  ),
})
export type FlowFigures = z.infer<typeof FlowFigures>

export const FlowDiff = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.object({ step: z.string(), parts: z.array(z.string()) })),
  start_changed: z.boolean(),
})

const id = z.object({ id: Id })
const Revision = z.number().int().min(0).max(1_000_000_000)
const VersionNumber = z.coerce.number().int().min(1).max(1_000_000)
const path = '/marketing/api/chatbot/flows'
const aFlow = answer({ flow: Flow })

export const chatbotFlows = endpoints({
  list: {
    method: 'GET',
    path,
    summary: 'Flows of the chatbot',
    query: z.object({ archived: z.stringbool().default(false) }),
    response: answer({ flows: z.array(FlowSummary) }),
  },
  create: {
    method: 'POST',
    path,
    summary: 'Create a flow, empty or from a ready-made one in the language of the request',
    body: z.object({ name: FlowName, ready_made: ReadyMadeKey.optional() }),
    response: aFlow,
  },
  get: {
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'One flow, and what keeps its draft from being published',
    params: id,
    response: answer({ flow: Flow, problems: z.array(Problem) }),
  },
  save: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Save the draft of a flow',
    description: 'Answers `conflict` when the revision is not the stored one: somebody else saved meanwhile.',
    maxBytes: 1_000_000,
    params: id,
    body: z.object({ revision: Revision, name: FlowName.optional(), definition: FlowDefinition }),
    response: answer({ flow: Flow, problems: z.array(Problem) }),
  },
  publish: {
    method: 'POST',
    path: `${path}/{id}/publish`,
    summary: 'Publish the draft: who enters from now on gets it',
    description:
      'Answers `rule_broken` while the flow has problems, with `problems` by step: those of the flow, templates that cannot be sent, and AI steps while AI answers are off. People stay in the version they started.',
    params: id,
    body: z.object({ revision: Revision }),
    response: aFlow,
  },
  versions: {
    method: 'GET',
    path: `${path}/{id}/versions`,
    summary: 'Published versions of a flow, the newest first',
    params: id,
    response: answer({ versions: z.array(FlowVersion) }),
  },
  version: {
    method: 'GET',
    path: `${path}/{id}/versions/{version}`,
    summary: 'What a version of a flow is',
    params: id.extend({ version: VersionNumber }),
    response: answer({ definition: FlowDefinition }),
  },
  diff: {
    method: 'GET',
    path: `${path}/{id}/diff`,
    summary: 'What changed between two versions of a flow; without `to`: up to the draft',
    params: id,
    query: z.object({ from: VersionNumber, to: VersionNumber.optional() }),
    response: answer({ diff: FlowDiff }),
  },
  duplicate: {
    method: 'POST',
    path: `${path}/{id}/duplicate`,
    summary: 'Copy the draft of a flow into a new one',
    params: id,
    body: z.object({ name: FlowName }),
    response: aFlow,
  },
  archive: {
    method: 'POST',
    path: `${path}/{id}/archive`,
    summary: 'Archive a flow, or bring it back; nobody enters an archived flow',
    params: id,
    body: z.object({ archived: z.boolean() }),
    response: aFlow,
  },
  export: {
    method: 'GET',
    path: `${path}/{id}/export`,
    summary: 'The draft of a flow as a file',
    params: id,
    response: answer({ file: FlowFile }),
  },
  import: {
    method: 'POST',
    path: `${path}/import`,
    summary: 'Create a flow from a file',
    description: 'Members and flows that the file names and this business does not have are left empty.',
    maxBytes: 1_000_000,
    body: z.object({ file: FlowFile }),
    response: answer({ flow: Flow, problems: z.array(Problem) }),
  },
  readyMade: {
    method: 'GET',
    path: '/marketing/api/chatbot/ready-made',
    summary: 'Ready-made flows, in the language of the request',
    response: answer({
      flows: z.array(
        z.object({
          key: ReadyMadeKey,
          name: z.string(),
          description: z.string(),
          definition: FlowDefinition,
        }),
      ),
    }),
  },
  simulate: {
    method: 'POST',
    path: '/marketing/api/chatbot/simulate',
    summary: 'Run a flow with nothing sent: the same engine as for people',
    maxBytes: 1_500_000,
    body: z.object({
      definition: FlowDefinition,
      /** The state of the last answer; null to start. */
      state: SimulationState.nullable(),
      event: SimulatedEvent,
    }),
    response: answer({ simulation: Simulation }),
  },
  figures: {
    method: 'GET',
    path: `${path}/{id}/figures`,
    summary: 'How many people entered, left, completed and were handed over, by step',
    params: id,
    query: z.object({ version: VersionNumber.optional() }),
    response: answer({ figures: FlowFigures }),
  },
})
