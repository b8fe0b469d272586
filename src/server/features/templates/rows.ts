import type { Selectable } from 'kysely'
import type { OtpChoices, TemplateButton, TemplateDraft, TemplateHeader } from '#contract/template-draft.ts'
import { categoryOfType, type TemplateType } from '#contract/template-draft.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import type { GraphTemplateComponent } from '#server/providers/meta/templates.ts'
import type { ProviderTemplates, Templates } from '#server/tables.ts'

export type LocalRow = Selectable<Templates>
export type ProviderRow = Selectable<ProviderTemplates>
/** A template of the owner's with the provider's, where it is linked. */
export type LinkedRow = { local: LocalRow; provider: ProviderRow | undefined }

/** What the provider holds, parsed when it was stored. */
export function componentsIn(row: Pick<ProviderRow, 'components'>): GraphTemplateComponent[] {
  return row.components as unknown as GraphTemplateComponent[]
}

/** A local row as it is edited. */
export function draftIn(row: LocalRow): TemplateDraft {
  const samples = row.samples as { header?: Record<string, string>; body?: Record<string, string> }
  return {
    name: row.name,
    language: row.language,
    category: categoryOfType(row.type as TemplateType),
    header: row.header as TemplateHeader | null,
    body: row.message,
    footer: row.footer,
    buttons: row.buttons as unknown as TemplateButton[],
    samples: { header: samples.header ?? {}, body: samples.body ?? {} },
    otp: row.otp as OtpChoices | null,
    ...(row.extras as Pick<TemplateDraft, 'offer' | 'cards'>),
  }
}

/** The columns of `templates` that hold a draft. */
export function draftColumns(draft: TemplateDraft) {
  return {
    message: draft.body,
    type: draft.category.toLowerCase() as TemplateType,
    header: draft.header === null ? null : JSON.stringify(draft.header),
    footer: draft.footer,
    buttons: JSON.stringify(draft.buttons),
    samples: JSON.stringify(draft.samples),
    otp: draft.otp === null ? null : JSON.stringify(draft.otp),
    extras: JSON.stringify({
      ...(draft.offer && { offer: draft.offer }),
      ...(draft.cards?.length && { cards: draft.cards }),
    }),
  }
}

/** @throws AppError `not_found`, also for another business's. */
export async function getLinked(app: App, businessId: number, templateId: number): Promise<LinkedRow> {
  const local = await app.db
    .selectFrom('templates')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', templateId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!local) throw notFound('This template')
  const [linked] = await withProvider(app, businessId, [local])
  return linked!
}

/** The provider's templates of local rows, in the same order. */
export async function withProvider(
  app: App,
  businessId: number,
  locals: readonly LocalRow[],
): Promise<LinkedRow[]> {
  const ids = locals.flatMap(({ provider_template_id }) => provider_template_id ?? [])
  const found = ids.length
    ? await app.db
        .selectFrom('provider_templates')
        .selectAll()
        .where('business_id', '=', businessId)
        .where('id', 'in', ids)
        .execute()
    : []
  const byId = new Map(found.map((row) => [row.id, row]))
  return locals.map((local) => ({ local, provider: byId.get(local.provider_template_id ?? '') }))
}
