import type { z } from 'zod'
import { currentLocale } from '#contract/messages/language.ts'
import {
  categoryOfType,
  providerCategory,
  type TemplateDraft,
  typeOf,
  withoutOwn,
} from '#contract/templates/draft.ts'
import { parameterFormatOf } from '#contract/templates/rules.ts'
import type { ChangeTemplateInput, LocalTemplate, templates } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
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
import { refreshTemplate, templateResumed } from '../records/job-names.ts'
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
 * Changes a template. New text goes to the provider first, which reviews it again; a new title stays here.
 * @throws AppError with the broken rule, the edit limit or the provider's refusal; the row is as it was then.
 */
export async function changeTemplate(
  app: App,
  businessId: number,
  id: number,
  input: z.output<typeof ChangeTemplateInput>,
): Promise<Changed> {
  const linked = await getLinked(app, businessId, id)
  if (input.updated_at && linked.local.updated_at.getTime() !== Date.parse(input.updated_at))
    throw new AppError('conflict', t('templates.edit.changedMeanwhile'))
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
  } else if (sameDraft(withoutOwn(before), withoutOwn(draft))) {
    refuseBrokenRules(draft, localFields, more)
    await keepOwn(app, businessId, id, { title, draft })
  } else {
    const ask = input.campaigns === 'wait'
    await changeText(app, linked, { draft, title, fields: localFields, more, ask })
  }
  return {
    template: toLocalTemplate(await getLinked(app, businessId, id), app.now()),
    message: t('templates.changed'),
  }
}

/** The same by the provider's id, with the fields of its form. */
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

/** No review follows, so campaigns go on with it at once. */
async function keepOwn(
  app: App,
  businessId: number,
  id: number,
  { title, draft }: { title: string; draft: TemplateDraft },
): Promise<void> {
  await app.transaction(async (tx) => {
    const { provider_template_id } = await tx.db
      .updateTable('templates')
      .set({ ...draftColumns(draft), title, updated_at: tx.now() })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .returning('provider_template_id')
      .executeTakeFirstOrThrow()
    if (provider_template_id)
      await tx.enqueue(templateResumed, { business_id: businessId, provider_template_id })
  })
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

async function changeText(app: App, linked: LinkedRow, change: Change): Promise<void> {
  const { local, provider } = linked
  const duplicates = await duplicateProblems(app, local.business_id, change.draft, local.id)
  refuseBrokenRules(change.draft, change.fields, [...change.more, ...duplicates])
  if (provider && !provider.deleted_at) await editAtProvider(app, { local, provider }, change)
  else await submitChanged(app, local.business_id, local.id, change)
}

/** Submits as new a template that never reached the provider or was deleted there. */
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
      submit_retried: false,
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
    throw new AppError('rule_broken', t('templates.edit.notConnected'))
  }
  // Before the campaigns wait: a file of the header may take minutes.
  const handles = await handlesOrRefuse(app, businessId, draft, { token: sender.token, fields })
  const mark = await markInReview(app, provider, ask)
  const components = componentsOf(draft, handles)
  const edited = await edit(app, provider, { draft, components }, sender.token).catch(
    async (error: unknown) => {
      // When the result is unknown, read the template again.
      if (error instanceof MetaError && error.delivery !== 'unknown') await unmark(app, provider, mark)
      else await readAgain(app, provider)
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
    if (overtaken) await readAgain(tx, row)
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
 * Marks the review before WhatsApp is called: campaigns stop before a message is refused, and a concurrent change
 * fails. Returns the time of the mark.
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
    if (!marked) throw new AppError('conflict', t('templates.edit.changedMeanwhile'))
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

/** Restores the template after a refusal, unless an event has changed it since. */
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

/** Columns that an event changed while the template was being read: they are newer. */
const reportedSince = (row: ProviderRow) => ({
  status: row.status,
  category: row.category,
  rejected_reason: row.rejected_reason ?? undefined,
  quality_score: { score: row.quality },
})

async function readAgain(app: App, { business_id, waba_id, id }: ProviderRow): Promise<void> {
  const job = { business_id, waba_id, provider_template_id: id }
  await app.enqueue(refreshTemplate, job, { singletonKey: `${business_id} ${id}` })
}

/** Edits it and reads it back; `readAt` is the time of the read request. */
async function edit(
  app: App,
  provider: ProviderRow,
  { draft, components }: { draft: TemplateDraft; components: GraphTemplate['components'] },
  token: string,
): Promise<{ remote: GraphTemplate; readAt: Date }> {
  const category = providerCategory(draft.category)
  // The category of an approved template is fixed; sending it would be refused.
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

const formatInUtc = (at: Date): string =>
  new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(at)

/** Throws for a change that the provider would refuse, before calling it. */
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
    refuse('body', t('templates.edit.foreignParts'))
  }
  const allowance = editAllowanceOf(provider, app.now())
  if (!allowance.allowed) {
    const { sentence: why, next_at } = allowance
    throw new AppError(
      'conflict',
      next_at ? t('templates.edit.refused', { why, time: formatInUtc(new Date(next_at)) }) : why,
    )
  }
  const asked = providerCategory(draft.category)
  const isCode = provider.category === 'AUTHENTICATION'
  if (asked !== provider.category && (isCode || asked === 'AUTHENTICATION')) {
    refuse('type', t('templates.edit.otpType'))
  }
  if (provider.status === 'APPROVED' && draft.category !== before.category) {
    refuse('type', t('templates.edit.categoryFixed'))
  }
  if (
    parameterFormatOf(draft) !== provider.parameter_format &&
    draft.category !== 'OTP' &&
    /\{\{/.test(draft.body)
  ) {
    const format = provider.parameter_format
    const example = format === 'NAMED' ? '{{name}}' : '{{1}}'
    refuse('body', t('templates.edit.variablesFixed', { format, example }))
  }
  if (
    draft.header &&
    draft.header.format !== 'TEXT' &&
    draft.header.format !== 'LOCATION' &&
    !draft.header.media_id
  ) {
    refuse('header', t('templates.edit.headerFile'))
  }
  if (draft.cards?.some(({ header }) => !header.media_id)) {
    refuse('cards', t('templates.edit.cardFiles'))
  }
}
