import type { InputOf } from '#contract/endpoint.ts'
import type { Lead, leads } from '#contract/leads.ts'
import { t as shared } from '#contract/messages/t.ts'
import { differenceOf } from '#web/components/forms/difference.ts'

type Form = { name: string; phone: string; email: string; tags: string[] }

/** What is missing in the form. A lead that never had a phone needs none. */
export const leadFaults = (before: Pick<Lead, 'phone'>, { phone }: Form): Record<string, string> =>
  before.phone !== null && !phone.trim() ? { phone: shared('leads.phoneRequired') } : {}

/** What the form changed of the lead with which it opened: what others change meanwhile stays. */
export function leadChanges(
  before: Pick<Lead, 'name' | 'phone' | 'email' | 'tags' | 'unreachable_at'>,
  { name, phone, email, tags }: Form,
  attributes: Readonly<Record<string, string>>,
): InputOf<typeof leads.update>['body'] {
  const { added, removed } = differenceOf(before.tags, tags)
  // A number that could not be reached is tried again once it is saved.
  const isPhoneMeant = phone !== before.phone || before.unreachable_at !== null
  return {
    ...(name !== before.name && { name }),
    ...(phone.trim() && isPhoneMeant && { phone }),
    ...(email !== (before.email ?? '') && { email }),
    ...(added.length > 0 && { add_tags: added }),
    ...(removed.length > 0 && { remove_tags: removed }),
    ...(Object.keys(attributes).length > 0 && { set_attributes: attributes }),
  }
}
