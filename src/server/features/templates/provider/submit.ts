import { providerCategory, type TemplateDraft } from '#contract/templates/draft.ts'
import { parameterFormatOf } from '#contract/templates/rules.ts'
import type { App } from '#server/app.ts'
import { findSender, type Sender } from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { GraphTemplate } from '#server/providers/meta/calls/templates.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { explanationOf } from '#server/stored-text/read-text.ts'
import { componentsOf } from '../content/components.ts'
import { handlesFor } from '../content/media.ts'
import { freeName } from '../content/names.ts'
import { submitWaiting } from '../records/job-names.ts'
import { draftColumns, draftIn, type LocalRow } from '../records/rows.ts'
import { linkAll } from './link.ts'
import { insertMirrored } from './mirror.ts'
import { failureReason, isNameTaken, isRefusal } from './provider-failure.ts'

/** The result of a submission: in review, or waiting until the provider can be reached. */
export type Submitted = { state: 'in_review' } | { state: 'waiting'; sentence: string }

/** How often a name that the provider has taken or locked is replaced by the next one. */
const namesTried = 5
/** A submission with an unknown result is not repeated before the provider's list shows the result. */
const unsureSeconds = 60
/** A submission that has not ended after this long was cut off by a crash: its file alone may take five minutes. */
const claimSeconds = 600

/**
 * Submits a draft for a row of ours and links the two. A row whose name was derived from its title gets another
 * name where the provider has this one taken or locked for 30 days.
 * The row has to be claimed before (`claimSubmission`).
 * @param options.retries how often it was put off before: an error tells how many tries it is worth.
 * @returns `waiting` when the provider cannot be reached: a job submits it later.
 * @throws MetaError when the provider refuses; the row is as it was.
 */
export async function submitDraft(
  app: App,
  businessId: number,
  templateId: number,
  draft: TemplateDraft,
  options: { sender: Sender; nameIsOurs: boolean; retries?: number },
): Promise<Submitted> {
  const { sender, retries = 0 } = options
  let wanted = draft
  for (let attempt = 1; ; attempt++) {
    try {
      const created = await create(app, businessId, sender, wanted)
      await app.transaction((tx) =>
        linkNew(tx, businessId, templateId, { ...created, draft: wanted, wabaId: sender.waba_id }),
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
      const waitMs = error.waitMs(retries)
      if (isRefusal(error) || waitMs === undefined) {
        await releaseSubmission(app, businessId, templateId)
        throw error
      }
      return await putOff(app, businessId, templateId, { draft: wanted, error, waitMs, retries })
    }
  }
}

/**
 * Creates it and reads it back: the provider adds the words of one-time codes and may change the category. `readAt` is
 * when it was asked how the template stands.
 */
async function create(
  app: App,
  businessId: number,
  sender: Sender,
  draft: TemplateDraft,
): Promise<{ remote: GraphTemplate; readAt: Date }> {
  const components = componentsOf(draft, await handlesFor(app, businessId, draft, sender.token))
  const parameter_format = parameterFormatOf(draft)
  const { name, language } = draft
  const category = providerCategory(draft.category)
  const createdAt = app.now()
  const created = await app.meta.templates.create(sender.token, sender.waba_id, {
    name,
    language,
    category,
    components,
    ...(parameter_format === 'NAMED' && { parameter_format }),
  })
  try {
    const readAt = app.now()
    return { remote: await app.meta.templates.get(sender.token, created.id), readAt }
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    app.log.warn(
      { err: error, template: created.id },
      'a new template could not be read back; the next sync will',
    )
    const remote = { ...created, name, language, parameter_format, components } as GraphTemplate
    return { remote, readAt: createdAt }
  }
}

async function linkNew(
  tx: App,
  businessId: number,
  templateId: number,
  {
    draft,
    remote,
    readAt,
    wabaId,
  }: { draft: TemplateDraft; remote: GraphTemplate; readAt: Date; wabaId: string },
): Promise<void> {
  await insertMirrored(tx, { businessId, wabaId, readAt }, [remote])
  // A sync that saw the new template before it was linked took it for one written elsewhere.
  await tx.db
    .deleteFrom('templates')
    .where('business_id', '=', businessId)
    .where('provider_template_id', '=', remote.id)
    .where('id', '<>', templateId)
    .where('imported', '=', true)
    .execute()
  await tx.db
    .updateTable('templates')
    .set({
      ...draftColumns(draft),
      name: draft.name,
      language: draft.language,
      provider_template_id: remote.id,
      submit_error: null,
      submit_retried: false,
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
  why: { draft: TemplateDraft; error: MetaError; waitMs: number; retries: number },
): Promise<Submitted> {
  const { draft, error, retries } = why
  const sentence = t('templates.submit.retried', { why: error.sentence })
  const waitMs = Math.max(why.waitMs, error.delivery === 'unknown' ? unsureSeconds * 1000 : 5000)
  await app.transaction(async (tx) => {
    await tx.db
      .updateTable('templates')
      .set({
        ...draftColumns(draft),
        name: draft.name,
        // Of one that was deleted there nothing is left: a new one is submitted.
        provider_template_id: null,
        submit_error: JSON.stringify(explanationOf(error, 'sentence')),
        submit_retried: true,
        refused: false,
        submitted_at: null,
        updated_at: tx.now(),
      })
      .where('business_id', '=', businessId)
      .where('id', '=', templateId)
      .execute()
    await tx.enqueue(
      submitWaiting,
      { business_id: businessId, template_id: templateId, retries: retries + 1 },
      { startAfter: new Date(tx.now().getTime() + waitMs) },
    )
  })
  return { state: 'waiting', sentence }
}

/**
 * The job: submits a row that has not reached the provider. It first looks whether an earlier attempt did reach
 * it. Refused, it stays with the provider's words until the owner changes it; where the whole account is refused,
 * until that can be used again.
 */
export async function submitInBackground(
  app: App,
  businessId: number,
  templateId: number,
  retries = 0,
): Promise<void> {
  const sender = await findSender(app, businessId)
  if (!sender) return
  const row = await findWaiting(app, businessId, templateId)
  if (!row) return
  await adoptEarlierAttempt(app, businessId, sender, row)
  // As it is now: the owner may have changed it, or have submitted it.
  const claimed = await claimSubmission(app, businessId, templateId, { waiting: true })
  if (!claimed) return
  try {
    await submitDraft(app, businessId, templateId, draftIn(claimed), { sender, nameIsOurs: true, retries })
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    await app.db
      .updateTable('templates')
      .set({
        submit_error: JSON.stringify(failureReason(error)),
        submit_retried: false,
        refused: error.action !== 'stop_account',
        updated_at: app.now(),
      })
      .where('business_id', '=', businessId)
      .where('id', '=', templateId)
      .where('provider_template_id', 'is', null)
      // Not while another submission is under way.
      .where('submitted_at', 'is', null)
      .execute()
  }
}

async function findWaiting(app: App, businessId: number, templateId: number) {
  return await app.db
    .selectFrom('templates')
    .select(['name', 'language'])
    .where('business_id', '=', businessId)
    .where('id', '=', templateId)
    .where('provider_template_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Whether a submission of this row is under way. */
export function isBeingSubmitted(row: LocalRow, now: Date): boolean {
  if (row.provider_template_id !== null || row.submitted_at === null) return false
  return row.submitted_at.getTime() > now.getTime() - claimSeconds * 1000
}

/**
 * Takes a row for one submission: a second one at the same time would make two templates at the provider. One whose
 * template was deleted there can be taken once after that.
 * @param options.waiting only one that has not reached the provider.
 * @returns the row; undefined when another submission of it is under way, or it is there already.
 */
async function claimSubmission(
  app: App,
  businessId: number,
  templateId: number,
  options: { waiting?: boolean } = {},
): Promise<LocalRow | undefined> {
  const now = app.now()
  const cutOff = new Date(now.getTime() - claimSeconds * 1000)
  return await app.db
    .updateTable('templates')
    .set({ submitted_at: now })
    .where('business_id', '=', businessId)
    .where('id', '=', templateId)
    .where('deleted_at', 'is', null)
    .where(({ and, eb, exists, or, selectFrom }) => {
      const isFree = or([eb('submitted_at', 'is', null), eb('submitted_at', '<', cutOff)])
      const isWaiting = and([eb('provider_template_id', 'is', null), isFree])
      if (options.waiting) return isWaiting
      const deletedThere = selectFrom('provider_templates as p')
        .select('p.id')
        .whereRef('p.business_id', '=', 'templates.business_id')
        .whereRef('p.id', '=', 'templates.provider_template_id')
        .where('p.deleted_at', 'is not', null)
      const deletedSince = deletedThere.whereRef('p.deleted_at', '>', 'templates.submitted_at')
      return or([isWaiting, and([isFree, exists(deletedThere)]), exists(deletedSince)])
    })
    .returningAll()
    .executeTakeFirst()
}

/** @throws AppError `conflict` while another submission is under way. */
export async function claimOrRefuse(app: App, businessId: number, templateId: number): Promise<LocalRow> {
  const claimed = await claimSubmission(app, businessId, templateId)
  if (claimed) return claimed
  throw new AppError('conflict', t('templates.submit.running'))
}

/** After a refusal the owner can try again at once. */
export async function releaseSubmission(app: App, businessId: number, templateId: number): Promise<void> {
  await app.db
    .updateTable('templates')
    .set({ submitted_at: null })
    .where('business_id', '=', businessId)
    .where('id', '=', templateId)
    .execute()
}

/** An existing template with this name and language is the one we sent. */
export async function adoptEarlierAttempt(
  app: App,
  businessId: number,
  sender: Sender,
  row: { name: string; language: string },
): Promise<void> {
  const remote: GraphTemplate[] = []
  const readAt = app.now()
  for await (const template of app.meta.templates.list(sender.token, sender.waba_id, { name: row.name })) {
    if (template.name === row.name && template.language.replace('-', '_') === row.language)
      remote.push(template)
  }
  if (remote.length === 0) return
  await app.transaction(async (tx) => {
    await insertMirrored(tx, { businessId, wabaId: sender.waba_id, readAt }, remote)
    await linkAll(tx, businessId, sender.waba_id)
  })
}
