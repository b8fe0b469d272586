import { type Kysely, sql } from 'kysely'

/** When media were last needed, who makes a variant, and a focal point only where a person chose one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table social_media
      -- an upload or a use by a post; unused files are removed some days after it
      add column used_at timestamptz not null default now()`.execute(db)
  await sql`
    alter table social_media_variants
      -- the claim: one process makes it, until then
      add column claim uuid,
      add column claimed_until timestamptz,
      add column attempts integer not null default 0`.execute(db)
  await sql`create index social_media_variants_hash on social_media_variants (business_id, hash)
    where state = 'ready'`.execute(db)
  await sql`create index social_post_media_of_media on social_post_media (business_id, media_id)`.execute(db)
  await sql`create index social_media_unused on social_media (used_at) where removed_at is null`.execute(db)
  // Null: the person made no choice, so the picture is not cropped.
  await sql`
    alter table social_post_media
      alter column focal_x drop not null, alter column focal_x drop default,
      alter column focal_y drop not null, alter column focal_y drop default`.execute(db)
}
