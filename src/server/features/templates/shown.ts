import { categoryOf, categoryOfType, type TemplateType } from '#contract/template-draft.ts'
import { rejectionWords, statusMeaning } from '#contract/template-status.ts'
import type { LocalTemplate, MetaTemplate } from '#contract/templates.ts'
import { draftOf, foreignPartsOf } from './components.ts'
import { editRoomOf } from './edit-room.ts'
import { componentsIn, draftIn, type LinkedRow, type LocalRow, type ProviderRow } from './rows.ts'
import { sendableOf, sendableOfProvider } from './sendable.ts'

/** A template of the owner's as the contract has it. */
export function shownLocal(linked: LinkedRow, now: Date): LocalTemplate {
  const { local, provider } = linked
  const draft = draftIn(local)
  const sendable = sendableOf(linked)
  const status = wordFor(provider)
  const header = draft.header && {
    ...draft.header,
    ...(!draft.header.media_id && provider && { url: heldAddress(provider) }),
  }
  return {
    id: local.id,
    title: local.title,
    message: local.message,
    type: local.type as TemplateType,
    ...(status && { status }),
    provider_status: provider?.status ?? null,
    ...statusWords(linked),
    problem: sendable.problem,
    template_name: local.name,
    language: local.language,
    category: provider ? categoryOf(provider.category) : draft.category,
    category_change: categoryChangeOf(linked),
    header,
    footer: draft.footer,
    buttons: draft.buttons,
    samples: draft.samples,
    otp: draft.otp,
    offer: draft.offer ?? null,
    cards: draft.cards ?? [],
    variables: sendable.variables,
    foreign_parts: provider ? foreignPartsOf(componentsIn(provider)).length > 0 : false,
    quality: provider?.quality ?? null,
    predefined_name: local.predefined_name,
    provider_template_id: provider?.id ?? null,
    edit: editRoomOf(provider, now),
    created_at: local.created_at.toISOString(),
    updated_at: local.updated_at.toISOString(),
  }
}

/** The specification's status: absent while pending. */
function wordFor(provider: ProviderRow | undefined): string | undefined {
  if (!provider || provider.status.toUpperCase() === 'PENDING') return undefined
  return provider.deleted_at ? 'deleted' : provider.status.toLowerCase()
}

function statusWords({
  local,
  provider,
}: LinkedRow): Pick<LocalTemplate, 'status_label' | 'status_reason' | 'status_advice'> {
  if (!provider) {
    if (local.submit_error) {
      return { status_label: 'Not submitted', status_reason: local.submit_error, status_advice: null }
    }
    return local.submitted_at
      ? { status_label: 'Being submitted', status_reason: null, status_advice: null }
      : {
          status_label: 'Waiting for an account',
          status_reason: 'It goes to WhatsApp for review as soon as an account is connected.',
          status_advice: null,
        }
  }
  return providerWords(provider)
}

function providerWords(
  provider: ProviderRow,
): Pick<LocalTemplate, 'status_label' | 'status_reason' | 'status_advice'> {
  const meaning = statusMeaning(provider.deleted_at ? 'DELETED' : provider.status)
  const rejected =
    provider.status.toUpperCase() === 'REJECTED' ? rejectionWords(provider.rejected_reason) : undefined
  const reason = rejected?.reason ?? meaning.sentence
  return {
    status_label: meaning.label,
    status_reason: provider.status_details ? `${reason} WhatsApp says: ${provider.status_details}` : reason,
    status_advice: rejected?.advice ?? null,
  }
}

function categoryChangeOf({ local, provider }: LinkedRow): LocalTemplate['category_change'] {
  if (!provider) return null
  const now = categoryOf(provider.category)
  if (provider.next_category && categoryOf(provider.next_category) !== now) {
    const to = categoryOf(provider.next_category)
    return { from: now, to, at: provider.next_category_at?.toISOString() ?? null, done: false }
  }
  const asked = provider.previous_category
    ? categoryOf(provider.previous_category)
    : categoryOfType(local.type as TemplateType)
  return asked === now
    ? null
    : { from: asked, to: now, at: provider.category_changed_at?.toISOString() ?? null, done: true }
}

const heldAddress = (provider: ProviderRow): string | undefined =>
  draftOf({ ...provider, components: componentsIn(provider) }).header?.url

/** A template as the provider has it, as the contract has it. */
export function shownMeta(row: ProviderRow, local: LocalRow | undefined): MetaTemplate {
  const draft = draftOf({ ...row, components: componentsIn(row) })
  const { variables, problem, header_media_id } = local
    ? sendableOf({ local, provider: row })
    : sendableOfProvider(row)
  const header = draft.header && { ...draft.header, ...(header_media_id && { media_id: header_media_id }) }
  return {
    id: row.id,
    template_name: row.name,
    category: draft.category,
    language: row.language,
    status: row.status,
    ...providerWords(row),
    quality: row.quality,
    header,
    body: draft.body,
    footer: draft.footer || footerText(row),
    buttons: draft.buttons,
    samples: draft.samples,
    variables,
    components: componentsIn(row),
    problem,
    local_id: local?.id ?? null,
  }
}

/** A one-time code's footer is not edited but read. */
const footerText = (row: ProviderRow): string =>
  componentsIn(row).find(({ type }) => type.toUpperCase() === 'FOOTER')?.text ?? ''
