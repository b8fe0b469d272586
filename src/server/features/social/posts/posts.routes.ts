import { socialDecisions, socialPosts } from '#contract/social/posts.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { route } from '#server/platform/http/route.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import type { Http } from '#server/platform/http/server.ts'
import { decidePublication } from '../publish/publish.ts'
import { createPosts, type When } from './create-posts.ts'
import { deletePost, restorePost } from './delete-post.ts'
import { editPost, getPost } from './edit-post.ts'
import { exportHistory } from './export-history.ts'
import { readPostTime, readZone } from './form/post-times.ts'
import { refuseProblems } from './form/problems.ts'
import { readPostForm } from './form/read-form.ts'
import { listHistory, listRecent, listScheduled } from './list-posts.ts'
import { readCalendar } from './read-calendar.ts'
import { outcomeText, whenPublished } from './when-published.ts'

export function postsRoutes(http: Http, app: App): void {
  route(http, socialPosts.postNow, async ({ caller, request }) => {
    const form = await readPostForm(app, caller, request)
    const timezone = await zoneOf(app, caller.businessId, form.fields.timezone)
    const made = await createPosts(app, caller, { ...form, when: 'now', timezone })
    const posts = await whenPublished(app, caller.businessId, made)
    return { posts, message: outcomeText(posts) }
  })
  route(http, socialPosts.schedule, async ({ caller, request }) => {
    const form = await readPostForm(app, caller, request)
    const timezone = await zoneOf(app, caller.businessId, form.fields.timezone)
    const posts = await createPosts(app, caller, { ...form, when: whenOf(app, form.fields), timezone })
    return { posts, message: t('social.posts.scheduled') }
  })
  route(http, socialPosts.scheduled, ({ caller, query }) => listScheduled(app, caller.businessId, query))
  route(http, socialPosts.calendar, ({ caller, query }) => readCalendar(app, caller.businessId, query))
  route(http, socialPosts.history, ({ caller, query }) => listHistory(app, caller.businessId, query))
  route(http, socialPosts.exportHistory, ({ caller, query, request, reply }) =>
    sendExport(request, reply, {
      media: app.media,
      log: app.log,
      owner: caller.businessId,
      what: `posts ${JSON.stringify(query)}`,
      fileName: `posts-${app.now().toISOString().slice(0, 10)}.csv`,
      source: () => exportHistory(app, caller.businessId, query),
    }),
  )
  route(http, socialPosts.recent, async ({ caller }) => ({
    recent: await listRecent(app, caller.businessId),
  }))
  route(http, socialPosts.status, async ({ caller, params }) => ({
    post: await getPost(app, caller.businessId, params.id),
  }))
  route(http, socialPosts.update, async ({ caller, params, body }) => ({
    post: await editPost(app, caller, params.id, body),
    message: t('social.posts.updated'),
  }))
  route(http, socialPosts.remove, async ({ caller, params }) => {
    await deletePost(app, caller, params.id)
    return { message: t('social.posts.deleted') }
  })
  route(http, socialPosts.restore, async ({ caller, params, body }) => {
    await restorePost(app, caller.businessId, params.id, body.again ?? false)
    return { post: await getPost(app, caller.businessId, params.id), message: t('social.posts.restored') }
  })
  route(http, socialDecisions.decide, async ({ caller, params, body }) => {
    await decidePublication(app, caller.businessId, params.id, body.decision)
    return { post: await getPost(app, caller.businessId, params.id) }
  })
}

async function zoneOf(app: App, businessId: number, given: string | undefined): Promise<string> {
  if (given?.trim()) return readZone(given.trim())
  return (await getBusiness(app, businessId)).timezone
}

function whenOf(app: App, fields: Readonly<Record<string, string>>): When {
  if (fields.queue === 'true') return 'queue'
  const text = fields.scheduled_time?.trim() ?? ''
  if (text === '') refuseProblems([{ field: 'scheduled_time', code: 'required' }])
  return { at: readPostTime(app.now(), text, fields.timezone?.trim() || undefined) }
}
