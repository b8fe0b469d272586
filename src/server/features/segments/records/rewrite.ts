import { sql } from 'kysely'
import {
  isGroup,
  type SegmentRules as Rules,
  type SegmentCondition,
  SegmentRules,
} from '#contract/growth/segment-rules.ts'
import type { App } from '#server/app.ts'

/** Fewer digits at the end of a number are shared by strangers. */
const endingDigits = 8

/** Segments that name one tag name another, where the two were merged. */
export async function renameTagInSegments(
  tx: App,
  businessId: number,
  from: string,
  to: string,
): Promise<void> {
  await rewrite(tx, businessId, (one) => {
    if (one.about !== 'tag' || !one.tags.includes(from)) return one
    return { ...one, tags: [...new Set(one.tags.map((tag) => (tag === from ? to : tag)))] }
  })
}

/** Segments that named the number or the e-mail address of a person who was erased find nobody by it any more. */
export async function forgetInSegments(
  tx: App,
  businessId: number,
  person: { addresses: readonly string[]; emails: readonly string[] },
): Promise<void> {
  const endings = person.addresses.filter((one) => one.startsWith('+')).map((one) => one.slice(-endingDigits))
  const emails = person.emails.map((one) => one.toLowerCase())
  const names = (value: string): boolean => {
    const digits = value.replace(/\D/g, '')
    return (
      endings.some((ending) => digits.includes(ending)) ||
      emails.some((email) => value.toLowerCase().includes(email)) ||
      person.addresses.includes(value)
    )
  }
  await rewrite(tx, businessId, (one) =>
    (one.about === 'text' || one.about === 'field') && names(one.value) ? { ...one, value: 'erased' } : one,
  )
}

async function rewrite(
  tx: App,
  businessId: number,
  change: (one: SegmentCondition) => SegmentCondition,
): Promise<void> {
  const rows = await tx.db
    .selectFrom('segments')
    .select(['id', 'rules'])
    .where('business_id', '=', businessId)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, rules } of rows) {
    const before: Rules = SegmentRules.parse(rules)
    const after = {
      ...before,
      rules: before.rules.map((rule) =>
        isGroup(rule) ? { ...rule, rules: rule.rules.map(change) } : change(rule),
      ),
    }
    await sql`update segments set rules = ${JSON.stringify(after)}::jsonb
      where business_id = ${businessId} and id = ${id} and rules <> ${JSON.stringify(after)}::jsonb`.execute(
      tx.db,
    )
  }
}
