import { randomBytes, randomUUID } from 'node:crypto'
import { type Media, socialAccounts, socialMedia } from '#contract/social/social.ts'
import { onePixel } from '../files/pictures.ts'
import type { Person, TestServer } from '../server.ts'
import { connectNetwork } from '../social.ts'
import { formOf } from './requests.ts'

/** What a business has at social networks. */
export type BusinessSocial = {
  /** Connected; the spare one is there to be disconnected. */
  account: number
  spareAccount: number
  /** A login that waits for a choice, and one of the accounts that it reaches. */
  loginId: string
  choice: string
  media: number
  /** The parts of its address. */
  mediaAddress: { signed: string; name: string }
  /** A post that waits for its time, one that is there to be deleted, and what else posts are planned with. */
  post: number
  sparePost: number
  requestId: string
  draft: number
  series: number
  import: number
}

/** Connects accounts under the business's word, and puts a row into each further table of the social part. */
export async function addSocial(server: TestServer, person: Person, word: string): Promise<BusinessSocial> {
  await connectNetwork(server, person, 'facebook', { as: `${word} one page` })
  await connectNetwork(server, person, 'linkedin', { as: `${word} Owner` })
  const { login_id, candidates } = await connectNetwork(server, person, 'facebook', { as: word })
  const { body } = await server.call(socialAccounts.list, { token: person.token })
  const [page, profile] = ['facebook', 'linkedin'].map((platform) =>
    body.accounts.find((account) => account.platform === platform),
  )
  if (!page || !profile || !login_id || !candidates[0]) throw new Error('the accounts were not connected')
  const media = await addMedia(server, person, word)
  const added = await addPosts(server, person, word, page.id, media.id)
  const [, signed = '', name = ''] = /^\/marketing\/media\/([^/]+)\/(.+)$/.exec(media.url) ?? []
  return {
    ...added,
    mediaAddress: { signed, name },
    account: page.id,
    spareAccount: profile.id,
    loginId: login_id,
    choice: candidates[0].external_id,
  }
}

/** A picture of one pixel, under the business's word. */
async function addMedia(server: TestServer, { token }: Person, word: string): Promise<Media> {
  const answer = await server.http.inject({
    method: 'POST',
    url: socialMedia.upload.path,
    ...(await formOf({ file: { name: `${word}.gif`, content: onePixel } }, token)),
  })
  if (answer.statusCode !== 200) throw new Error(`the picture was not stored: ${answer.body}`)
  return answer.json().media
}

async function addPosts(
  server: TestServer,
  { businessId, userId }: Person,
  word: string,
  accountId: number,
  media_id: number,
): Promise<Omit<BusinessSocial, 'mediaAddress' | 'account' | 'spareAccount' | 'loginId' | 'choice'>> {
  const { db } = server.app
  const now = new Date()
  const common = { business_id: businessId, created_by: userId, created_at: now }
  await db
    .insertInto('social_media_variants')
    .values({ business_id: businessId, media_id, recipe: 'jpeg', state: 'waiting' })
    .execute()
  const { id: recurrence_id } = await db
    .insertInto('social_recurrences')
    .values({ ...common, weekdays: [1], local_time: '09:00', timezone: 'Asia/Kolkata', next_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const addPost = async (state: string, days: number) => {
    const { id: post_id } = await db
      .insertInto('social_posts')
      .values({
        ...common,
        caption: `${word} post ${days}`,
        timezone: 'Asia/Kolkata',
        recurrence_id,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('social_posts')
      .set({ group_id: post_id })
      .where('business_id', '=', businessId)
      .where('id', '=', post_id)
      .execute()
    await db
      .insertInto('social_post_media')
      .values({ business_id: businessId, post_id, position: 0, media_id })
      .execute()
    const { id } = await db
      .insertInto('social_publications')
      .values({
        business_id: businessId,
        post_id,
        account_id: accountId,
        platform: 'facebook',
        format: 'image',
        state,
        due_at: new Date(now.getTime() + days * 86_400_000),
        marker: randomUUID(),
        content_hash: randomBytes(32),
        state_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('social_publication_steps')
      .values({ business_id: businessId, publication_id: id, state, at: now })
      .execute()
    return { id, post_id }
  }
  const { id: post, post_id } = await addPost('scheduled', 20)
  const { id: sparePost } = await addPost('scheduled', 25)
  const { id: failed } = await addPost('failed', -1)
  await db
    .insertInto('social_post_notices')
    .values({ business_id: businessId, publication_id: failed, state: 'failed', made_at: now })
    .execute()
  const { id: posted } = await addPost('posted', -2)
  await db
    .updateTable('social_publications')
    .set({ posted_at: now })
    .where('business_id', '=', businessId)
    .where('id', '=', posted)
    .execute()
  await db
    .insertInto('social_insights')
    .values({
      business_id: businessId,
      account_id: accountId,
      publication_id: 0,
      metric: 'followers',
      fetched_at: now,
      value: 1,
    })
    .execute()
  await db
    .insertInto('social_post_figures')
    .values({
      business_id: businessId,
      publication_id: posted,
      account_id: accountId,
      platform: 'facebook',
      likes: 1,
      engagement: 1,
      fetched_at: now,
    })
    .execute()
  await db
    .insertInto('social_insight_runs')
    .values({ business_id: businessId, account_id: accountId, due_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('social_queue_slots')
    .values({ business_id: businessId, weekday: 1, local_time: '09:00' })
    .execute()
  const { id: draft } = await db
    .insertInto('social_drafts')
    .values({ business_id: businessId, form: JSON.stringify({ word }), created_by: userId, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const planned = await addPlanning(server, businessId, {
    post_id,
    account_id: accountId,
    recurrence_id,
    now,
    word,
  })
  await db
    .insertInto('social_account_notices')
    .values({ business_id: businessId, account_id: accountId, kind: 'first', ends_at: now, made_at: now })
    .execute()
  return { media: media_id, post, sparePost, draft, series: recurrence_id, ...planned }
}

/** A row in each table of planning. */
async function addPlanning(
  { app: { db } }: TestServer,
  business_id: number,
  of: { post_id: number; account_id: number; recurrence_id: number; now: Date; word: string },
): Promise<{ requestId: string; import: number }> {
  const { post_id, account_id, recurrence_id, now, word } = of
  const requestId = randomUUID()
  const { id: contentId } = await db
    .insertInto('social_posts')
    .values({
      business_id,
      caption: `${word} again`,
      timezone: 'UTC',
      recurrence_id,
      created_by: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('social_recurrence_targets')
    .values({ business_id, recurrence_id, account_id, post_id: contentId, format: 'text' })
    .execute()
  await db
    .insertInto('social_occurrences')
    .values({ business_id, recurrence_id, account_id, on_day: '2026-11-23' })
    .execute()
  await db
    .insertInto('social_requests')
    .values({ business_id, request_id: requestId, group_id: post_id, made_at: now })
    .execute()
  const { id: import_id } = await db
    .insertInto('social_post_imports')
    .values({
      business_id,
      file_name: `${word}.csv`,
      state: 'checked',
      total: 1,
      created_by: 1,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('social_post_import_rows')
    .values({
      business_id,
      import_id,
      row_number: 2,
      state: 'wrong',
      cells: JSON.stringify({ caption: word }),
    })
    .execute()
  return { requestId, import: import_id }
}
