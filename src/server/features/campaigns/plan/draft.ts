import type { CampaignAudience } from '#contract/campaigns/audience.ts'
import { type DraftInput, ParameterMapping } from '#contract/campaigns.ts'
import type { App } from '#server/app.ts'
import { getSendable, type Sendable, valueProblem } from '#server/features/templates/templates.ts'
import { AppError } from '#server/platform/errors.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { columnsByName } from './attributes.ts'
import { type AudienceRules, enoughOf, readAudience, segmentOf } from './audience.ts'
import { customMessageVariable, fillingOf, takesCustomMessage, unfilled } from './variables.ts'
import { sharedRules } from './versions.ts'

/** What a campaign is to say and to whom, read and looked up, not yet judged. */
export type Draft = {
  sendable: Sendable
  audience: CampaignAudience
  mapping: ParameterMapping
  /** What of the mapping was not said by the owner: columns of the leads with a variable's name. */
  named: ParameterMapping
  customMessage: string | null
  /** Its audience is that of all versions of an A/B test together. */
  rules: AudienceRules
  /** What this version alone is filled with. */
  filling: AudienceRules['filling']
  /** The other versions of an A/B test. */
  versions: Draft[]
}

/**
 * Looks up what a draft names.
 * @param more.nobodyYet the owner has not come to naming people.
 * @throws AppError `not_found` for a template or people that are not this business's, `rule_broken` when nobody is named.
 */
export async function readDraft(
  app: App,
  businessId: number,
  input: DraftInput,
  more: { nobodyYet?: boolean } = {},
): Promise<Draft> {
  const sendable = await getSendable(app, businessId, input.template_id)
  const audience = await readAudience(app, businessId, input, more)
  const segment = await segmentOf(app, businessId, audience)
  const enough = await enoughOf(app, businessId)
  const read = async (template: Sendable, said: Pick<DraftInput, 'parameters' | 'custom_message'>) => {
    const named = await columnsByName(app, businessId, template.variables, said.parameters ?? {})
    const parameters = { ...said.parameters, ...named }
    const { consent_statement } = input
    const { custom_message } = said
    return {
      ...draftOf(template, audience, { parameters, custom_message, consent_statement, segment, enough }),
      named,
    }
  }
  const versions: Draft[] = []
  for (const variant of input.trial?.kind === 'test' ? input.trial.variants : [])
    versions.push(await read(await getSendable(app, businessId, variant.template_id), variant))
  return withVersions(await read(sendable, input), versions)
}

/** The same with the other versions of an A/B test: one audience for all of them. */
export const withVersions = (draft: Draft, versions: Draft[]): Draft => ({
  ...draft,
  versions,
  rules: { ...draft.rules, ...sharedRules(draft, versions) },
})

export function draftOf(
  sendable: Sendable,
  audience: CampaignAudience,
  input: Pick<DraftInput, 'parameters' | 'custom_message' | 'consent_statement'> & {
    segment?: AudienceRules['segment']
    enough?: AudienceRules['enough']
  },
): Draft {
  const mapping = input.parameters ?? {}
  const customMessage = input.custom_message || null
  const filling = fillingOf(sendable.variables, mapping, customMessage)
  const consentStated = Boolean(input.consent_statement)
  return {
    sendable,
    audience,
    mapping,
    named: {},
    customMessage,
    filling,
    versions: [],
    rules: {
      audience,
      segment: input.segment,
      enough: input.enough ?? null,
      consentStated,
      filling,
      customMessage,
      phonesOnly: sendable.category.toUpperCase() === 'AUTHENTICATION',
      isMarketing: sendable.category.toUpperCase() === 'MARKETING',
    },
  }
}

/** What of a campaign's row says what it is to send and to whom. */
export type StoredDraft = {
  template_id: number
  audience: unknown
  mapping: unknown
  custom_message: string | null
  consent_statement: unknown
}

/** A scheduled campaign read as the draft that it was. @throws AppError `not_found` when its template is gone. */
export async function readStoredDraft(app: App, businessId: number, stored: StoredDraft): Promise<Draft> {
  const { template_id, audience, mapping, custom_message, consent_statement } = stored
  const sendable = await getSendable(app, businessId, template_id)
  const people = audience as CampaignAudience
  return draftOf(sendable, people, {
    // What was scheduled with it keeps its people.
    segment: await segmentOf(app, businessId, people, { deletedToo: true }),
    enough: await enoughOf(app, businessId),
    parameters: ParameterMapping.parse(mapping),
    custom_message,
    consent_statement: consent_statement ? (consent_statement as { text: string }).text : null,
  })
}

/**
 * What keeps a draft from being sent whatever its audience: the reason and the field at fault, the first that holds.
 */
export function problemOf({ sendable, mapping, customMessage, filling }: Draft): Problem | null {
  if (sendable.problem) return { field: 'template_id', reason: sendable.problem }
  if (customMessage && !takesCustomMessage(sendable.variables, mapping)) {
    return {
      field: 'custom_message',
      reason: textOf('campaigns.problem.noCustomPlace', { variable: `{{${customMessageVariable}}}` }),
    }
  }
  const [stranger] = Object.keys(mapping).filter((key) => !sendable.variables.some((one) => one.key === key))
  if (stranger !== undefined) {
    const reason = textOf('campaigns.problem.noVariable', { place: { text: placeOf(stranger) } })
    return { field: `parameters.${stranger}`, reason }
  }
  for (const { variable, source } of filling) {
    if (!source || !('text' in source)) continue
    const reason = valueProblem(variable, source.text, new Date())
    if (reason) return { field: `parameters.${variable.key}`, reason }
  }
  const [missing] = unfilled(filling)
  if (missing === customMessageVariable) {
    return { field: 'custom_message', reason: textOf('campaigns.problem.customMissing') }
  }
  if (missing) {
    const reason = textOf('campaigns.problem.notFilled', { place: { text: placeOf(missing) } })
    return { field: `parameters.${missing}`, reason }
  }
  return null
}

type Problem = { field: string; reason: StoredText }

function placeOf(key: string): StoredText {
  const [, where, name] = /^(header|button)\.(\d+)$/.exec(key) ?? []
  if (where === 'header') return textOf('campaigns.place.header', { variable: `{{${name}}}` })
  if (where === 'button') return textOf('campaigns.place.button', { number: Number(name) + 1 })
  return /^(card|location|offer)\./.test(key) ? `“${key}”` : `{{${key}}}`
}

/** @throws AppError `rule_broken` with the draft's first problem, at its field. */
export function refuseProblem(draft: Draft): void {
  const places = ['', ...draft.versions.map((_, index) => `trial.variants.${index}.`)]
  for (const [index, version] of [draft, ...draft.versions].entries()) {
    const problem = problemOf(version)
    if (!problem) continue
    const sentence = readText(problem.reason)
    throw new AppError('rule_broken', sentence, {
      fields: { [`${places[index]}${problem.field}`]: sentence },
    })
  }
}
