import {
  checkFlow,
  type FlowDefinition,
  type FlowProblem,
  hostOfAddress,
  type StepOf,
} from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import { findSendableByName, type Sendable } from '#server/features/templates/templates.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { storedAi } from '../ai/settings.ts'
import { hostsOfSecrets } from '../secrets/secrets.ts'

/** All that keeps a flow of this business from being published, and its warnings. */
export async function allProblems(
  app: App,
  businessId: number,
  definition: FlowDefinition,
): Promise<FlowProblem[]> {
  const problems = checkFlow(definition)
  const { steps } = definition
  if (steps.some(({ kind }) => kind === 'ai') && !(await storedAi(app, businessId))?.ai_enabled) {
    for (const { id, kind } of steps)
      if (kind === 'ai') problems.push({ step: id, code: 'ai_off', params: {} })
  }
  const known = await templatesOf(app, businessId, definition)
  for (const step of steps) {
    if (step.kind !== 'template' || step.template === '' || step.language === '') continue
    const problem = templateProblem(step, known.get(`${step.template} ${step.language}`))
    if (problem) problems.push(problem)
  }
  return [...problems, ...(await secretsOfOtherHosts(app, businessId, definition))]
}

async function secretsOfOtherHosts(
  app: App,
  businessId: number,
  definition: FlowDefinition,
): Promise<FlowProblem[]> {
  const hosts = await hostsOfSecrets(app, businessId, definition)
  return definition.steps.flatMap((step) => {
    if (step.kind !== 'http') return []
    const host = hostOfAddress(step.url)
    return step.headers.flatMap((one): FlowProblem[] => {
      if (!('secret' in one) || one.secret === null || hosts.get(one.secret) === host) return []
      const params = { header: one.name, secret: one.secret, host }
      return [{ step: step.id, code: 'secret_elsewhere', params }]
    })
  })
}

/** Which templates of a flow are marketing; asked only of somebody who wants none. */
export async function marketingTemplates(
  app: App,
  businessId: number,
  definition: FlowDefinition,
  person: { no_marketing: boolean } | null,
): Promise<(template: string, language: string) => boolean> {
  if (!person?.no_marketing) return () => false
  const known = await templatesOf(app, businessId, definition)
  return (template, language) => known.get(`${template} ${language}`)?.category.toUpperCase() === 'MARKETING'
}

/** The templates that a flow names, by name and language. */
async function templatesOf(
  app: App,
  businessId: number,
  { steps }: FlowDefinition,
): Promise<Map<string, Sendable | undefined>> {
  const known = new Map<string, Sendable | undefined>()
  for (const step of steps) {
    if (step.kind !== 'template') continue
    const key = `${step.template} ${step.language}`
    if (!known.has(key)) {
      known.set(key, await findSendableByName(app, businessId, step.template, step.language))
    }
  }
  return known
}

function templateProblem(step: StepOf<'template'>, sendable: Sendable | undefined): FlowProblem | undefined {
  const named = { template: step.template, language: step.language }
  if (!sendable) return { step: step.id, code: 'template_missing', params: named }
  if (sendable.problem) {
    const params = { ...named, reason: readText(sendable.problem) }
    return { step: step.id, code: 'template_not_sendable', params }
  }
  const [count, given] = [sendable.variables.length, step.parameters.length]
  if (count === given) return undefined
  return { step: step.id, code: 'template_variables', params: { ...named, count, given } }
}
