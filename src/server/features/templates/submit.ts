import { providerCategory, type TemplateDraft } from '#contract/template-draft.ts'
import { parameterFormatOf } from '#contract/template-rules.ts'
import type { App } from '#server/app.ts'
import { findSender, type Sender } from '#server/features/onboarding/onboarding.ts'
import { AppError } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/meta-error.ts'
import type { GraphTemplate } from '#server/providers/meta/templates.ts'
import { componentsOf } from './components.ts'
import { linkAll } from './link.ts'
import { handleFor } from './media.ts'
import { insertMirrored } from './mirror.ts'
import { freeName } from './names.ts'
import { isNameTaken, isRefusal, wordsOf } from './provider-failure.ts'
import { draftColumns, draftIn } from './rows.ts'
import { submitWaiting } from './templates.job-names.ts'

/** What became of a submission: under review there, or waiting for the provider to be reachable. */
export type Submitted = { state: 'in_review' } | { state: 'waiting'; sentence: string }

/** How often a name that the provider has taken or locked is replaced by the next one. */
const namesTried = 5
/** A submission whose end is unknown is not repeated before the provider's list shows what came of it. */
const unsureSeconds = 60
/** A submission that has not ended after this long was cut off by a crash. */
const claimSeconds = 120

/**
 * Submits a draft for a row of ours and links the two. A row whose name was derived from its title gets another
 * name where the provider has this one taken or locked for 30 days.
 * @returns `waiting` when the provider cannot be reached: a job submits it later.
 * The row has to be claimed before (`claimSubmission`).
 * @throws MetaError when the provider refuses; the row is as it was.
 */
export async function submitDraft(
  app: App,
  businessId: number,
  templateId: number,
  draft: TemplateDraft,
  options: { sender: Sender; nameIsOurs: boolean },
): Promise<Submitted> {
  const { sender } = options
  let wanted = draft
  for (let attempt = 1; ; attempt++) {
    try {
      const held = await create(app, businessId, sender, wanted)
      await app.transaction((tx) =>
        linkNew(tx, businessId, templateId, { draft: wanted, held, wabaId: sender.waba_id }),
      )
      return { state: 'in_review' }
    } catch (error) {
      if (!(error instanceof MetaError)) {
        await releaseSubmission(app, businessId, templateId)
        throw error
      }
      if (isNameTaken(error) && options.nameIsOurs && attempt < namesTried) {
        wanted = {
          ...wanted,
          name: await freeName(app, businessId, wanted.name, wanted.language, { after: true }),
        }
        continue
      }
      if (isRefusal(error)) {
        await releaseSubmission(app, businessId, templateId)
        throw error
      }
      return await putOff(app, businessId, templateId, wanted, error)
    }
  }
}

/** Creates it and reads it back: the provider adds the words of one-time codes and may change the category. */
async function create(
  app: App,
  businessId: number,
  sender: Sender,
  draft: TemplateDraft,
): Promise<GraphTemplate> {
  const mediaId = draft.header?.media_id
  const handle = mediaId ? await handleFor(app, businessId, mediaId, sender.token) : undefined
  const components = componentsOf(draft, handle)
  const parameter_format = parameterFormatOf(draft)
  const { name, language } = draft
  const category = providerCategory(draft.category)
  const created = await app.meta.templates.create(sender.token, sender.waba_id, {
    name,
    language,
    category,
    components,
    ...(parameter_format === 'NAMED' && { parameter_format }),
  })
  try {
    return await app.meta.templates.get(sender.token, created.id)
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    app.log.warn(
      { err: error, template: created.id },
      'a new template could not be read back; the next sync will',
    )
    return { ...created, name, language, parameter_format, components } as GraphTemplate
  }
}

async function linkNew(
  tx: App,
  businessId: number,
  templateId: number,
  { draft, held, wabaId }: { draft: TemplateDraft; held: GraphTemplate; wabaId: string },
): Promise<void> {
  await insertMirrored(tx, businessId, wabaId, [held])
  // A sync that saw the new template before it was linked took it for one written elsewhere.
  await tx.db
    .deleteFrom('templates')
    .where('business_id', '=', businessId)
    .where('provider_template_id', '=', held.id)
    .where('id', '<>', templateId)
    .where('imported', '=', true)
    .execute()
  await tx.db
    .updateTable('templates')
    .set({
      ...draftColumns(draft),
      name: draft.name,
      language: draft.language,
      provider_template_id: held.id,
      submit_error: null,
      refused: false,
      submitted_at: tx.now(),
      updated_at: tx.now(),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', templateId)
    .execute()
}

async function putOff(
  app: App,
  businessId: number,
  templateId: number,
  draft: TemplateDraft,
  error: MetaError,
): Promise<Submitted> {
  const sentence = `${error.sentence} It is submitted again by itself.`
  const waitMs = Math.max(error.waitMs(0) ?? 0, error.delivery === 'unknown' ? unsureSeconds * 1000 : 5000)
  await app.transaction(async (tx) => {
    await tx.db
      .updateTable('templates')
      .set({
        ...draftColumns(draft),
        name: draft.name,
        submit_error: sentence,
        refused: false,
        submitted_at: null,
        updated_at: tx.now(),
      })
      .where('business_id', '=', businessId)
      .where('id', '=', templateId)
      .execute()
    await tx.enqueue(
      submitWaiting,
      { business_id: businessId, template_id: templateId },
      { startAfter: new Date(tx.now().getTime() + waitMs) },
    )
  })
  return { state: 'waiting', sentence }
}

/**
 * The job: submits a row that has not reached the provider. It first looks whether an earlier attempt did reach
 * it. Refused, it stays with the provider's words until the owner changes it.
 */
export async function submitInBackground(app: App, businessId: number, templateId: number): Promise<void> {
  const sender = await findSender(app, businessId)
  if (!sender) return
  const row = await findWaiting(app, businessId, templateId)
  if (!row) return
  await adoptEarlierAttempt(app, businessId, sender, row)
  const still = await findWaiting(app, businessId, templateId)
  if (!still || !(await claimSubmission(app, businessId, templateId))) return
  try {
    await submitDraft(app, businessId, templateId, draftIn(still), { sender, nameIsOurs: true })
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    await app.db
      .updateTable('templates')
      .set({ submit_error: wordsOf(error), refused: true, submitted_at: null, updated_at: app.now() })
      .where('business_id', '=', businessId)
      .where('id', '=', templateId)
      .where('provider_template_id', 'is', null)
      .execute()
  }
}

async function findWaiting(app: App, businessId: number, templateId: number) {
  return await app.db
    .selectFrom('templates')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', templateId)
    .where('provider_template_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Takes a row for one submission: a second one at the same time would make two templates at the provider.
 * @returns false when another submission of it is under way.
 */
export async function claimSubmission(app: App, businessId: number, templateId: number): Promise<boolean> {
  const now = app.now()
  const claimed = await app.db
    .updateTable('templates')
    .set({ submitted_at: now })
    .where('business_id', '=', businessId)
    .where('id', '=', templateId)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('submitted_at', 'is', null),
        where('provider_template_id', 'is not', null),
        where('submitted_at', '<', new Date(now.getTime() - claimSeconds * 1000)),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** @throws AppError `conflict` while another submission is under way. */
export async function claimOrRefuse(app: App, businessId: number, templateId: number): Promise<void> {
  if (await claimSubmission(app, businessId, templateId)) return
  throw new AppError('conflict', 'This template is being submitted right now. Look again in a minute.')
}

/** After a refusal the owner may try again at once. */
async function releaseSubmission(app: App, businessId: number, templateId: number): Promise<void> {
  await app.db
    .updateTable('templates')
    .set({ submitted_at: null })
    .where('business_id', '=', businessId)
    .where('id', '=', templateId)
    .where('provider_template_id', 'is', null)
    .execute()
}

/** A template of this name and words that is there already is the one we sent. */
async function adoptEarlierAttempt(
  app: App,
  businessId: number,
  sender: Sender,
  row: { name: string; language: string },
): Promise<void> {
  const held: GraphTemplate[] = []
  for await (const template of app.meta.templates.list(sender.token, sender.waba_id, { name: row.name })) {
    if (template.name === row.name && template.language.replace('-', '_') === row.language)
      held.push(template)
  }
  if (held.length === 0) return
  await app.transaction(async (tx) => {
    await insertMirrored(tx, businessId, sender.waba_id, held)
    await linkAll(tx, businessId, sender.waba_id)
  })
}
