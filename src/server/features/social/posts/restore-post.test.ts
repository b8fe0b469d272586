import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Post, socialPosts } from '#contract/social/posts.ts'
import { removeUnused } from '../media/clean-up.ts'
import { inHours, openStudio, type Studio, unlike } from './posts.fixture.ts'

let studio: Studio
beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio.server.close())

const remove = (post: Post) =>
  studio.server.call(socialPosts.remove, { token: studio.asha.token, params: { id: post.id } })
const restore = (
  post: Post,
  { again, token = studio.asha.token }: { again?: boolean; token?: string } = {},
) =>
  studio.server.call(socialPosts.restore, {
    token,
    params: { id: post.id },
    body: again === undefined ? {} : { again },
  })
const row = (post: Post) =>
  studio.server.app.db
    .selectFrom('social_publications')
    .select(['state', 'deleted_at', 'deleted_by', 'due_at'])
    .where('id', '=', post.id)
    .executeTakeFirstOrThrow()

describe('the deletion of a scheduled post', () => {
  it('is undone: the post waits for its time again, however often and at once that is asked', async () => {
    const post = await studio.scheduled()
    expect((await remove(post)).status).toBe(200)
    expect(await row(post)).toMatchObject({ state: 'cancelled', deleted_by: studio.asha.userId })
    const answers = await Promise.all([restore(post), restore(post)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body).toMatchObject({ message: 'Post restored. It goes out at its time.' })
    expect(await studio.getPost(post.id)).toMatchObject({
      status: 'scheduled',
      editable: true,
      scheduled_time: post.scheduled_time,
      caption: post.caption,
    })
    expect((await remove(post)).status).toBe(200)
    expect((await restore(post)).status).toBe(200)
  })

  it('is not undone once the time is over, nor by another business, nor of what was not deleted', async () => {
    const post = await studio.scheduled()
    await remove(post)
    const ravi = await studio.server.signUp('Ravi')
    expect((await restore(post, { token: ravi.token })).status).toBe(404)
    await studio.server.app.db
      .updateTable('social_publications')
      .set({ due_at: new Date(Date.now() - 1000) })
      .where('id', '=', post.id)
      .execute()
    const late = await restore(post)
    expect([late.status, late.body.message]).toEqual([
      409,
      'The time of this post is over. Create a new one.',
    ])
    expect((await row(post)).state).toBe('cancelled')
    const posted = await studio.scheduled()
    await studio.server.app.db
      .updateTable('social_publications')
      .set({ state: 'posted' })
      .where('id', '=', posted.id)
      .execute()
    expect((await restore(posted)).status).toBe(409)
    expect((await row(posted)).state).toBe('posted')
  })

  it('asks first where the same goes to the account meanwhile', async () => {
    const caption = unlike()
    const post = await studio.scheduled({ caption })
    await remove(post)
    await studio.scheduled({ caption, scheduled_time: inHours(6) })
    const asked = await restore(post)
    expect([asked.status, asked.body.code]).toEqual([409, 'duplicate'])
    expect((await row(post)).state).toBe('cancelled')
    expect((await restore(post, { again: true })).status).toBe(200)
  })

  it('gets its file back, and says so where that is gone', async () => {
    const post = (await studio.schedule(studio.form({ scheduled_time: inHours(24 * 60) }))).body.posts[0]!
    await remove(post)
    const later = (days: number) => ({
      ...studio.server.app,
      now: () => new Date(Date.now() + days * 86_400_000),
    })
    await removeUnused(later(3))
    expect((await restore(post)).status).toBe(200)
    await remove(post)
    await removeUnused(later(9))
    const gone = await restore(post, { again: true })
    expect(gone.status).toBe(409)
    expect(gone.body.message).toContain('is no longer stored')
    expect((await row(post)).state).toBe('cancelled')
  })
})
