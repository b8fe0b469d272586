import { providerCategory, type TemplateHeader } from '#contract/templates/draft.ts'
import { parameterFormatOf } from '#contract/templates/rules.ts'
import { statusMeaning } from '#contract/templates/status.ts'
import type { TemplateVariable } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import type { GraphTemplateComponent } from '#server/providers/meta/calls/templates.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { componentsOf, draftOf } from '../content/components.ts'
import {
  type OwnButtons,
  type TrackedButton,
  trackedButtons,
  withoutCodes,
} from '../content/tracked-buttons.ts'
import { headerKindOf, unsendablePart, variablesOf } from '../content/variables.ts'
import { componentsIn, draftIn, getLinked, type LinkedRow, type ProviderRow } from './rows.ts'

/** A template with everything needed to plan and send a message with it. */
export type Sendable = {
  /** Ours; null for one that only the provider has. */
  template_id: number | null
  title: string
  /** Null until it was submitted. */
  provider_template_id: string | null
  waba_id: string | null
  template_name: string
  language: string
  /** The provider's: MARKETING, UTILITY, AUTHENTICATION. */
  category: string
  parameter_format: string
  /** As the provider holds them. */
  components: GraphTemplateComponent[]
  /** Our file in its header; null where it has none of ours. */
  header_media_id: number | null
  /** Our files on its cards, in order; null where only WhatsApp has one. */
  card_media_ids: (number | null)[]
  /** In reading order; see `variableKey`. */
  variables: TemplateVariable[]
  /** Its buttons whose clicks are counted. */
  links: TrackedButton[]
  body_text: string
  /** The provider's word; null until it was submitted. */
  status: string | null
  /** Why it cannot be sent now; null when it can. */
  problem: StoredText | null
}

/** @throws AppError `not_found`. */
export async function getSendable(app: App, businessId: number, templateId: number): Promise<Sendable> {
  return sendableOf(await getLinked(app, businessId, templateId))
}

/** Those of these templates of which we learned after this time that they became marketing. */
export async function marketingSince(
  app: App,
  businessId: number,
  templateIds: readonly number[],
  time: Date,
): Promise<{ id: number; title: string }[]> {
  if (templateIds.length === 0) return []
  return await app.db
    .selectFrom('templates as t')
    .innerJoin('provider_templates as p', (join) =>
      join.onRef('p.business_id', '=', 't.business_id').onRef('p.id', '=', 't.provider_template_id'),
    )
    .select(['t.id', 't.title'])
    .where('t.business_id', '=', businessId)
    .where('t.id', 'in', templateIds)
    .where('t.deleted_at', 'is', null)
    .where('p.category', '=', 'MARKETING')
    .where('p.previous_category', '<>', 'MARKETING')
    .where((where) => where(where.fn.coalesce('p.category_learned_at', 'p.category_changed_at'), '>', time))
    .orderBy('t.id')
    .execute()
}

/**
 * The provider's template of this name and language; undefined where there is none. One that may be sent comes before
 * one that may not.
 * @param from the number that sends it: each account has templates of its own. The default number where it is left out.
 */
export async function findSendableByName(
  app: App,
  businessId: number,
  name: string,
  language: string,
  from?: { waba_id: string },
): Promise<Sendable | undefined> {
  const sender = from ?? (await findSender(app, businessId))
  const rows = await app.db
    .selectFrom('provider_templates')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('name', '=', name)
    .where('language', '=', language.replace('-', '_'))
    .where('deleted_at', 'is', null)
    .$if(sender !== undefined, (query) => query.where('waba_id', '=', sender!.waba_id))
    .orderBy('created_at', 'desc')
    .execute()
  const provider = rows.find(({ status }) => statusMeaning(status).sends) ?? rows[0]
  const local = await app.db
    .selectFrom('templates')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .where((where) =>
      provider
        ? where('provider_template_id', '=', provider.id)
        : where.and([where('name', '=', name), where('language', '=', language.replace('-', '_'))]),
    )
    .executeTakeFirst()
  if (local) return sendableOf({ local, provider })
  return provider && sendableOfProvider(provider)
}

export function sendableOf({ local, provider }: LinkedRow): Sendable {
  const draft = draftIn(local)
  const ownFile = draft.header?.media_id ?? null
  const cardFiles = (draft.cards ?? []).map(({ header }) => header.media_id ?? null)
  if (provider) {
    const sendable = sendableOfProvider(provider, {
      title: local.title,
      ownFile,
      cardFiles,
      place: draft.header?.place,
      buttons: draft.buttons,
      cards: draft.cards,
    })
    return { ...sendable, template_id: local.id, title: local.title }
  }
  const components = componentsOf(draft)
  const category = providerCategory(draft.category)
  const why = submitProblem(local) ?? waitsForAccount
  return {
    template_id: local.id,
    title: local.title,
    provider_template_id: null,
    waba_id: null,
    template_name: local.name,
    language: local.language,
    category,
    parameter_format: parameterFormatOf(draft),
    components,
    header_media_id: ownFile,
    card_media_ids: cardFiles,
    variables: variablesOf({ category, components }, draft.header?.place),
    links: [],
    body_text: local.message,
    status: null,
    problem: textOf('templates.problem.notApproved', { name: local.title, why: { text: why } }),
  }
}

/** What only we know of a template: its title, its files, and the place in its header. */
type Own = {
  title?: string
  ownFile: number | null
  cardFiles: (number | null)[]
  place?: NonNullable<TemplateHeader['place']> | undefined
  /** With the targets of those whose clicks are counted. */
  buttons?: OwnButtons['buttons']
  cards?: OwnButtons['cards']
}

/** One that only the provider has. */
export function sendableOfProvider(row: ProviderRow, own: Own = { ownFile: null, cardFiles: [] }): Sendable {
  const { ownFile, cardFiles, place, buttons = [], cards } = own
  const components = componentsIn(row)
  const shape = { category: row.category, parameter_format: row.parameter_format, components }
  const { body } = draftOf({ ...row, components })
  const { links } = trackedButtons(components, { buttons, cards })
  const sendable = {
    template_id: null,
    title: row.name,
    provider_template_id: row.id,
    waba_id: row.waba_id,
    template_name: row.name,
    language: row.language,
    category: row.category,
    parameter_format: row.parameter_format,
    components,
    header_media_id: ownFile,
    card_media_ids: cardFiles,
    variables: withoutCodes(variablesOf(shape, place), links, { buttons, cards }),
    links,
    body_text: body,
    status: row.status,
  }
  return { ...sendable, problem: problemOf(row, components, own) }
}

function problemOf(
  row: ProviderRow,
  components: readonly GraphTemplateComponent[],
  { title = row.name, ownFile, cardFiles, buttons = [], cards: ownCards }: Own,
): StoredText | null {
  if (row.deleted_at) return textOf('templates.problem.deleted', { name: title })
  if (!statusMeaning(row.status).sends) {
    return textOf('templates.problem.status', { name: title, why: { text: { templateStatus: row.status } } })
  }
  const part = unsendablePart({ category: row.category, components })
  if (part) return textOf('templates.problem.part', { name: title, part })
  const { withoutTarget } = trackedButtons(components, { buttons, cards: ownCards })
  if (withoutTarget !== undefined) {
    return textOf('templates.problem.noTarget', { name: title, button: withoutTarget })
  }
  const kind = headerKindOf({ components })
  const { header, cards = [] } = draftOf({ ...row, components })
  if (kind && ownFile === null && !header?.url?.startsWith('http')) {
    return textOf('templates.problem.headerFile', { name: title })
  }
  if (cards.some((card, at) => !cardFiles[at] && !card.header.url?.startsWith('http'))) {
    return textOf('templates.problem.cardFile', { name: title })
  }
  return null
}

/** Why a template was not submitted: the provider's words, and whether it is tried again. Null without a failure. */
export function submitProblem({ submit_error, submit_retried }: LinkedRow['local']): StoredText | null {
  const why = submit_error as StoredText | null
  return why && submit_retried ? textOf('templates.submit.retried', { why: { text: why } }) : why
}

/** Why a template without an account was not submitted. */
export const waitsForAccount = textOf('templates.waitsForAccount')
