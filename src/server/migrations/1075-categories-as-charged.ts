import { type Kysely, sql } from 'kysely'

/** Messages that WhatsApp charged under a word of its own are counted in their category. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update analytics_messages set category = case replace(category, '-', '_')
      when 'MARKETING_LITE' then 'MARKETING' when 'REFERRAL_CONVERSION' then 'SERVICE' else replace(category, '-', '_') end
    where category in ('MARKETING_LITE', 'MARKETING-LITE', 'REFERRAL_CONVERSION', 'REFERRAL-CONVERSION',
      'AUTHENTICATION-INTERNATIONAL')`.execute(db)
}
