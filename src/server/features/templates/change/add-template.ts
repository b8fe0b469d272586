import type { z } from 'zod'
import { categoryOfType, type TemplateDraft, titleFromName } from '#contract/templates/draft.ts'
import { templateLimits } from '#contract/templates/limits.ts'
import type { Problem } from '#contract/templates/problems.ts'
import type { AddTemplateInput, LocalTemplate, SubmitTemplateInput } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { breaksConstraint } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { draftFrom, type FieldNames, localFields, refuseBrokenRules } from '../content/draft-input.ts'
import { duplicateProblems } from '../content/duplicate-text.ts'
import { derivedName, freeName, isNameUsed } from '../content/names.ts'
import { draftOfPredefined, findPredefined } from '../library/library.ts'
import { providerFailure } from '../provider/provider-failure.ts'
import { submitDraft } from '../provider/submit.ts'
import { draftColumns, getLinked } from '../records/rows.ts'
import { toLocalTemplate } from '../records/to-contract.ts'

type Added = { template: LocalTemplate; message: string }

/**
 * Adds a local template, written or from the library, and submits it when an account is connected.
 * @throws AppError `invalid_input`, `rule_broken`, `conflict`, or the provider's refusal; nothing is added then.
 */
export async function addTemplate(
  app: App,
  businessId: number,
  input: z.output<typeof AddTemplateInput>,
): Promise<Added> {
  if (input.use_predefined) return await addPredefined(app, businessId, input)
  const title = input.title?.trim() ?? ''
  const body = input.message?.trim() ?? ''
  requireTitleAndContent(title, body)
  const name = await freeName(app, businessId, derivedName(title, app.now()), input.language)
  const draft = await draftFrom(app, businessId, {
    ...input,
    name,
    body,
    category: categoryOfType(input.type),
  })
  return await store(app, businessId, {
    title,
    draft,
    nameIsOurs: true,
    fields: localFields,
    more: titleProblems(title),
    message: t('templates.add.done'),
  })
}

/** @throws AppError `invalid_input` with the specification's message. */
export function requireTitleAndContent(title: string, body: string): void {
  if (title !== '' && body !== '') return
  const sentence = t('templates.add.required')
  throw new AppError('invalid_input', sentence, {
    fields: { ...(title === '' && { title: sentence }), ...(body === '' && { message: sentence }) },
  })
}

export function titleProblems(title: string): Problem[] {
  if (title.length <= templateLimits.title) return []
  const sentence = t('templates.add.titleLong', { count: title.length, limit: templateLimits.title })
  return [{ rule: 'title_long', field: 'title', sentence }]
}

async function addPredefined(
  app: App,
  businessId: number,
  input: z.output<typeof AddTemplateInput>,
): Promise<Added> {
  const found = findPredefined(input.template_name ?? '', input.language)
  if (!found) throw unknownPredefined()
  const draft = draftOfPredefined(found)
  await refuseUsedName(app, businessId, draft)
  return await store(app, businessId, {
    title: found.title,
    draft,
    predefinedName: found.template_name,
    nameIsOurs: true,
    fields: localFields,
    message: t('templates.add.done'),
  })
}

function unknownPredefined(): AppError {
  const sentence = t('templates.add.unknownPredefined')
  return new AppError('invalid_input', sentence, { fields: { template_name: sentence } })
}

async function refuseUsedName(
  app: App,
  businessId: number,
  { name, language }: TemplateDraft,
): Promise<void> {
  if (!(await isNameUsed(app, businessId, name, language))) return
  const sentence = t('templates.add.nameUsed', { name })
  throw new AppError('conflict', sentence, { fields: { template_name: sentence } })
}

/**
 * Submits a template for review as the Meta Templates form does. Without an account it is kept until there is one.
 * @throws AppError like `addTemplate`.
 */
export async function submitTemplate(
  app: App,
  businessId: number,
  input: z.output<typeof SubmitTemplateInput>,
): Promise<Added> {
  const name = input.template_name.trim()
  const predefined = input.use_predefined ? findPredefined(name, input.language) : undefined
  if (input.use_predefined && !predefined) throw unknownPredefined()
  const body = input.body.trim()
  if (!predefined && (name === '' || body === '')) {
    const sentence = t('templates.add.requiredMeta')
    throw new AppError('invalid_input', sentence, {
      fields: { ...(name === '' && { template_name: sentence }), ...(body === '' && { body: sentence }) },
    })
  }
  const draft = predefined
    ? draftOfPredefined(predefined)
    : await draftFrom(app, businessId, { ...input, name, body })
  await refuseUsedName(app, businessId, draft)
  return await store(app, businessId, {
    title: predefined?.title ?? titleFromName(name),
    draft,
    predefinedName: predefined?.template_name,
    nameIsOurs: false,
    fields: {},
    message: t('templates.add.submitted'),
  })
}

type ToStore = {
  title: string
  draft: TemplateDraft
  predefinedName?: string | undefined
  /** The name was derived, so it may be replaced. */
  nameIsOurs: boolean
  fields: FieldNames
  more?: Problem[]
  /** The answer when it is under review. */
  message: string
}

async function store(app: App, businessId: number, wanted: ToStore): Promise<Added> {
  const { draft, title, fields } = wanted
  const duplicates = await duplicateProblems(app, businessId, draft)
  refuseBrokenRules(draft, fields, [...(wanted.more ?? []), ...duplicates])
  const sender = await findSender(app, businessId)
  // Insert before calling the provider: after a crash in between, the next sync submits the row.
  const id = await insert(app, businessId, { ...wanted, submittedAt: sender ? app.now() : null })
  let message = wanted.message
  if (sender) {
    try {
      const submitted = await submitDraft(app, businessId, id, draft, {
        sender,
        nameIsOurs: wanted.nameIsOurs,
      })
      if (submitted.state === 'waiting')
        message = t('templates.add.putOff', { title, why: submitted.sentence })
    } catch (error) {
      await app.db
        .deleteFrom('templates')
        .where('business_id', '=', businessId)
        .where('id', '=', id)
        .execute()
      throw error instanceof MetaError ? providerFailure(error, fields) : error
    }
  } else if (wanted.fields !== localFields) {
    message = t('templates.add.saved')
  }
  return { template: toLocalTemplate(await getLinked(app, businessId, id), app.now()), message }
}

async function insert(
  app: App,
  businessId: number,
  { title, draft, predefinedName, submittedAt }: ToStore & { submittedAt: Date | null },
): Promise<number> {
  try {
    const row = await app.db
      .insertInto('templates')
      .values({
        business_id: businessId,
        title,
        name: draft.name,
        language: draft.language,
        predefined_name: predefinedName ?? null,
        submitted_at: submittedAt,
        created_at: app.now(),
        updated_at: app.now(),
        ...draftColumns(draft),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  } catch (error) {
    if (breaksConstraint(error, 'templates_name')) {
      throw new AppError('conflict', t('templates.add.nameRace'))
    }
    throw error
  }
}
