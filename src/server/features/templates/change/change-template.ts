import type { z } from 'zod'
import { categoryOfType, providerCategory, type TemplateDraft, typeOf } from '#contract/templates/draft.ts'
import { parameterFormatOf } from '#contract/templates/rules.ts'
import type { ChangeTemplateInput, LocalTemplate, templates } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { GraphTemplate } from '#server/providers/meta/calls/templates.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { componentsOf, foreignPartsOf } from '../content/components.ts'
import { draftFrom, type FieldNames, localFields, refuseBrokenRules } from '../content/draft-input.ts'
import { duplicateProblems } from '../content/duplicate-text.ts'
import { handlesFor } from '../content/media.ts'
import { updateMirrored } from '../provider/mirror.ts'
import { providerFailure } from '../provider/provider-failure.ts'
import { notifyCampaigns, stateOf } from '../provider/provider-state.ts'
import { claimOrRefuse, submitDraft } from '../provider/submit.ts'
import { senderOf } from '../provider/sync.ts'
import { editAllowanceOf } from '../records/edit-allowance.ts'
import { refreshTemplate } from '../records/job-names.ts'
import {
  componentsIn,
  draftColumns,
  draftIn,
  getLinked,
  type LinkedRow,
  type ProviderRow,
} from '../records/rows.ts'
import { toLocalTemplate } from '../records/to-contract.ts'
import { requireTitleAndContent, titleProblems } from './add-template.ts'

type Changed = { template: LocalTemplate; message: string }

/**
 * Changes a template. Other words go to the provider first, which puts it back into review; a new title stays here.
 * @throws AppError with the broken rule, the edit limit or the provider's refusal; the row is as it was then.
 */
export async function changeTemplate(
  app: App,
  businessId: number,
  id: number,
  input: z.output<typeof ChangeTemplateInput>,
): Promise<Changed> {
  const linked = await getLinked(app, businessId, id)
  const title = input.title.trim()
  const body = input.message.trim()
  requireTitleAndContent(title, body)
  const before = draftIn(linked.local)
  const category = input.type === undefined ? before.category : categoryOfType(input.type)
  const draft = await draftFrom(app, businessId, { ...input, ...identity(before), category, body }, before)
  const more = titleProblems(title)
  if (sameDraft(before, draft)) {
    if (more.length > 0) refuseBrokenRules(before, localFields, more)
    await rename(app, businessId, id, title)
  } else if (sameDraft(withoutPlace(before), withoutPlace(draft))) {
    refuseBrokenRules(draft, localFields, more)
    await keepPlace(app, businessId, id, { title, header: draft.header })
  } else {
    const ask = input.campaigns === 'wait'
    await changeWords(app, linked, { draft, title, fields: localFields, more, ask })
  }
  return {
    template: toLocalTemplate(await getLinked(app, businessId, id), app.now()),
    message: 'Template updated',
  }
}

/** The same, by the provider's id and in the words of its form. */
export async function changeMetaTemplate(
  app: App,
  businessId: number,
  providerId: string,
  input: z.output<(typeof templates)['changeMeta']['body']>,
): Promise<Changed> {
  const local = await app.db
    .selectFrom('templates')
    .select(['id', 'title'])
    .where('business_id', '=', businessId)
    .where('provider_template_id', '=', providerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!local) throw notFound('template')
  const { category, body, ...parts } = input
  return await changeTemplate(app, businessId, local.id, {
    title: local.title,
    message: body,
    ...(category && { type: typeOf(category) }),
    ...parts,
  })
}

const identity = ({ name, language }: TemplateDraft) => ({ name, language })
const sameDraft = (one: TemplateDraft, other: TemplateDraft): boolean =>
  JSON.stringify(draftColumns(one)) === JSON.stringify(draftColumns(other))

/** The place of a header is named by each message: WhatsApp does not know the template's own. */
const withoutPlace = (draft: TemplateDraft): TemplateDraft =>
  draft.header?.format === 'LOCATION' ? { ...draft, header: { format: 'LOCATION' } } : draft

async function keepPlace(
  app: App,
  businessId: number,
  id: number,
  { title, header }: { title: string; header: TemplateDraft['header'] },
): Promise<void> {
  await app.db
    .updateTable('templates')
    .set({ title, header: JSON.stringify(header), updated_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
}

async function rename(app: App, businessId: number, id: number, title: string): Promise<void> {
  await app.db
    .updateTable('templates')
    .set({ title, updated_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
}

type Change = {
  /** Campaigns that use it wait for the owner after the review. */
  ask: boolean
  draft: TemplateDraft
  title: string
  fields: FieldNames
  more: ReturnType<typeof titleProblems>
}

async function changeWords(app: App, linked: LinkedRow, change: Change): Promise<void> {
  const { local, provider } = linked
  const duplicates = await duplicateProblems(app, local.business_id, change.draft, local.id)
  refuseBrokenRules(change.draft, change.fields, [...change.more, ...duplicates])
  if (provider && !provider.deleted_at) await editAtProvider(app, { local, provider }, change)
  else await submitChanged(app, local.business_id, local.id, change)
}

/** It never reached the provider, or was deleted there: the changed one is submitted as a new one. */
async function submitChanged(
  app: App,
  businessId: number,
  id: number,
  { draft, title, fields }: Change,
): Promise<void> {
  const sender = await findSender(app, businessId)
  if (sender) {
    await claimOrRefuse(app, businessId, id)
    try {
      await submitDraft(app, businessId, id, draft, { sender, nameIsOurs: true })
    } catch (error) {
      throw error instanceof MetaError ? providerFailure(error, fields) : error
    }
    await rename(app, businessId, id, title)
    return
  }
  await app.db
    .updateTable('templates')
    .set({
      ...draftColumns(draft),
      title,
      provider_template_id: null,
      submit_error: null,
      refused: false,
      submitted_at: null,
      updated_at: app.now(),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
}

async function editAtProvider(
  app: App,
  { local, provider }: { local: LinkedRow['local']; provider: ProviderRow },
  { draft, title, fields, ask }: Change,
): Promise<void> {
  refuseEdit(app, provider, { before: draftIn(local), draft, fields })
  const { business_id: businessId } = local
  const sender = await senderOf(app, businessId, provider.waba_id)
  if (!sender) {
    throw new AppError(
      'rule_broken',
      'The WhatsApp account of this template is not connected. Connect it to change it.',
    )
  }
  // Before the campaigns wait: a file of the header may take minutes.
  const handles = await handlesOrRefuse(app, businessId, draft, { token: sender.token, fields })
  const mark = await markInReview(app, provider, ask)
  const components = componentsOf(draft, handles)
  const edited = await edit(app, provider, { draft, components }, sender.token).catch(
    async (error: unknown) => {
      // Whether it was done is not known: the template itself tells.
      if (error instanceof MetaError && error.delivery !== 'unknown') await unmark(app, provider, mark)
      else await readAnew(app, provider)
      throw error instanceof MetaError ? providerFailure(error, fields) : error
    },
  )
  await app.transaction(async (tx) => {
    const row = await tx.db
      .selectFrom('provider_templates')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('id', '=', provider.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { remote, readAt } = edited
    const overtaken = row.synced_at > readAt
    const template = overtaken ? { ...remote, ...reportedSince(row) } : remote
    await updateMirrored(tx, row, template, readAt, { edited_at: [...row.edited_at.slice(-9), tx.now()] })
    if (overtaken) await readAnew(tx, row)
    await tx.db
      .updateTable('templates')
      .set({ ...draftColumns(draft), title, submitted_at: tx.now(), updated_at: tx.now() })
      .where('business_id', '=', businessId)
      .where('id', '=', local.id)
      .execute()
  })
}

async function handlesOrRefuse(
  app: App,
  businessId: number,
  draft: TemplateDraft,
  { token, fields }: { token: string; fields: FieldNames },
): Promise<Awaited<ReturnType<typeof handlesFor>>> {
  try {
    return await handlesFor(app, businessId, draft, token)
  } catch (error) {
    throw error instanceof MetaError ? providerFailure(error, fields) : error
  }
}

/**
 * Notes the review before WhatsApp is asked for it: campaigns stop before the first message is refused, and a second
 * change at the same time is not begun.
 * @returns when it was noted.
 */
async function markInReview(app: App, provider: ProviderRow, ask: boolean): Promise<Date> {
  return await app.transaction(async (tx) => {
    const mark = tx.now()
    const marked = await tx.db
      .updateTable('provider_templates')
      .set({ status: 'PENDING', synced_at: mark, edit_begun_at: mark })
      .where('business_id', '=', provider.business_id)
      .where('id', '=', provider.id)
      .where('status', '=', provider.status)
      .returning('id')
      .executeTakeFirst()
    if (!marked) throw new AppError('conflict', 'This template changed meanwhile. Load it again.')
    await notifyCampaigns(
      tx,
      provider,
      stateOf(provider),
      { ...stateOf(provider), status: 'PENDING' },
      { ask },
    )
    return mark
  })
}

/** WhatsApp refused the change: the template is as it was, unless an event told otherwise since. */
async function unmark(app: App, provider: ProviderRow, mark: Date): Promise<void> {
  await app.transaction(async (tx) => {
    const restored = await tx.db
      .updateTable('provider_templates')
      .set({ status: provider.status, synced_at: provider.synced_at, edit_begun_at: null })
      .where('business_id', '=', provider.business_id)
      .where('id', '=', provider.id)
      .where('status', '=', 'PENDING')
      .where('synced_at', '=', mark)
      .returning('id')
      .executeTakeFirst()
    if (!restored) return
    await notifyCampaigns(tx, provider, { ...stateOf(provider), status: 'PENDING' }, stateOf(provider))
  })
}

/** What an event told while the changed template was being read: it is newer. */
const reportedSince = (row: ProviderRow) => ({
  status: row.status,
  category: row.category,
  rejected_reason: row.rejected_reason ?? undefined,
  quality_score: { score: row.quality },
})

async function readAnew(app: App, { business_id, waba_id, id }: ProviderRow): Promise<void> {
  const job = { business_id, waba_id, provider_template_id: id }
  await app.enqueue(refreshTemplate, job, { singletonKey: `${business_id} ${id}` })
}

/** Changes it and reads it back; `readAt` is when the provider was asked how it stands. */
async function edit(
  app: App,
  provider: ProviderRow,
  { draft, components }: { draft: TemplateDraft; components: GraphTemplate['components'] },
  token: string,
): Promise<{ remote: GraphTemplate; readAt: Date }> {
  const category = providerCategory(draft.category)
  // An approved template's category is fixed, and naming it would be refused.
  const moves = category !== provider.category && provider.status !== 'APPROVED'
  await app.meta.templates.edit(token, provider.id, { components, ...(moves && { category }) })
  const readAt = app.now()
  try {
    return { remote: await app.meta.templates.get(token, provider.id), readAt }
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    app.log.warn(
      { err: error, template: provider.id },
      'a changed template could not be read back; the next sync will',
    )
    const { id, name, language, parameter_format } = provider
    const standing = { status: 'PENDING', category: moves ? category : provider.category }
    const remote = { id, name, language, parameter_format, components, ...standing } as GraphTemplate
    return { remote, readAt }
  }
}

/** What the provider would refuse, said before it is asked. */
function refuseEdit(
  app: App,
  provider: ProviderRow,
  { before, draft, fields }: { before: TemplateDraft; draft: TemplateDraft; fields: FieldNames },
): void {
  const refuse = (field: string, sentence: string): never => {
    const named = fields[field] ?? field
    throw new AppError('rule_broken', sentence, { fields: { [named]: sentence } })
  }
  if (foreignPartsOf(componentsIn(provider)).length > 0) {
    refuse('body', 'This template has parts that cannot be edited here. Change it in WhatsApp Manager.')
  }
  const allowance = editAllowanceOf(provider, app.now())
  if (!allowance.allowed) {
    const when = allowance.next_at
      ? ` Next time: ${allowance.next_at.slice(0, 16).replace('T', ' ')} (UTC).`
      : ''
    throw new AppError('conflict', `${allowance.sentence}${when}`)
  }
  const asked = providerCategory(draft.category)
  const isCode = provider.category === 'AUTHENTICATION'
  if (asked !== provider.category && (isCode || asked === 'AUTHENTICATION')) {
    refuse(
      'type',
      'A template cannot become one for one-time codes, or stop being one. Add a new template instead.',
    )
  }
  if (provider.status === 'APPROVED' && draft.category !== before.category) {
    refuse(
      'type',
      'WhatsApp does not let the category of an approved template be changed. Add a new template instead.',
    )
  }
  if (
    parameterFormatOf(draft) !== provider.parameter_format &&
    draft.category !== 'OTP' &&
    /\{\{/.test(draft.body)
  ) {
    const kind = provider.parameter_format === 'NAMED' ? 'names, such as {{name}}' : 'numbers, such as {{1}}'
    refuse(
      'body',
      `This template was submitted with ${kind}; WhatsApp does not let that change. Keep them, or add a new template.`,
    )
  }
  if (
    draft.header &&
    draft.header.format !== 'TEXT' &&
    draft.header.format !== 'LOCATION' &&
    !draft.header.media_id
  ) {
    refuse('header', 'WhatsApp wants the file of the header again with every change. Upload it here.')
  }
  if (draft.cards?.some(({ header }) => !header.media_id)) {
    refuse('cards', 'WhatsApp wants the files of all cards again with every change. Upload them here.')
  }
}
