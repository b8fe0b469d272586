import { OfficeHours } from '#contract/office-hours.ts'
import type { App, Db } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { isWithin } from './is-open.ts'

/** Null: none are set for this number. */
export async function readOfficeHours(
  db: Db,
  businessId: number,
  phoneNumberId: string,
): Promise<OfficeHours | null> {
  const row = await db
    .selectFrom('office_hours')
    .select(['timezone', 'week', 'holidays'])
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .executeTakeFirst()
  return row ? OfficeHours.parse(row) : null
}

/** Whether somebody answers at this number then; null: no hours are set. */
export async function isOpen(
  db: Db,
  businessId: number,
  phoneNumberId: string,
  at: Date,
): Promise<boolean | null> {
  const hours = await readOfficeHours(db, businessId, phoneNumberId)
  return hours && isWithin(hours, at)
}

/** Of each number that has hours, whether somebody answers there then. */
export async function openNumbers(db: Db, businessId: number, at: Date): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('office_hours')
    .select(['phone_number_id', 'timezone', 'week', 'holidays'])
    .where('business_id', '=', businessId)
    .execute()
  return new Map(rows.map((row) => [row.phone_number_id, isWithin(OfficeHours.parse(row), at)]))
}

export async function getOfficeHours(app: App, businessId: number, phoneNumberId: string) {
  await requireNumber(app, businessId, phoneNumberId)
  const hours = await readOfficeHours(app.db, businessId, phoneNumberId)
  return { hours, open_now: hours && isWithin(hours, app.now()) }
}

export async function saveOfficeHours(
  app: App,
  businessId: number,
  phoneNumberId: string,
  hours: OfficeHours,
) {
  await requireNumber(app, businessId, phoneNumberId)
  const values = {
    timezone: hours.timezone,
    week: JSON.stringify(hours.week),
    holidays: JSON.stringify(hours.holidays),
    updated_at: app.now(),
  }
  await app.db
    .insertInto('office_hours')
    .values({ business_id: businessId, phone_number_id: phoneNumberId, ...values })
    .onConflict((conflict) => conflict.columns(['business_id', 'phone_number_id']).doUpdateSet(values))
    .execute()
  return { hours, open_now: isWithin(hours, app.now()) }
}

export async function removeOfficeHours(app: App, businessId: number, phoneNumberId: string): Promise<void> {
  await requireNumber(app, businessId, phoneNumberId)
  await app.db
    .deleteFrom('office_hours')
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .execute()
}

/** @throws AppError `not_found` where the number is not the business's */
async function requireNumber(app: App, businessId: number, phoneNumberId: string): Promise<void> {
  const number = await app.db
    .selectFrom('phone_numbers')
    .select('phone_number_id')
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .executeTakeFirst()
  if (!number) throw notFound('phoneNumber')
}
