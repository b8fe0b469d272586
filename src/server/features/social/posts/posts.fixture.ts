import type { Endpoint } from '#contract/endpoint.ts'
import type { Failure } from '#contract/errors.ts'
import { type Post, type PostTarget, socialPosts } from '#contract/social/posts.ts'
import { type FormFile, formOf } from '#test/http/requests.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { accountsOf, connectNetwork } from '#test/social.ts'

export const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')
export const file = { name: 'dot.gif', content: gif }
export type Answer = {
  status: number
  body: { success: boolean; message: string; posts: Post[] } & Partial<Failure>
}
export type Fields = Record<string, string | FormFile>

export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
let word = 0
export const unlike = () => `Something new ${word++}`
export const targets = (list: PostTarget[]) => JSON.stringify(list)
/** Texts need no file where the network takes such and they are asked for. */
export const textForm = (ids: number[], more: Record<string, string> = {}) => ({
  caption: unlike(),
  targets: targets(ids.map((account_id) => ({ account_id, format: 'text' as const }))),
  ...more,
})

/** A person with an account at each network, and how posts are sent as that person. */
export type Studio = {
  server: TestServer
  asha: Person
  page: number
  profile: number
  channel: number
  instagram: number
  send: (endpoint: Endpoint, form: Fields, as?: { token?: string; path?: string }) => Promise<Answer>
  schedule: (more: Fields) => Promise<Answer>
  /** A text that is scheduled at the Page. */
  scheduled: (more?: Record<string, string>) => Promise<Post>
  /** The specification's form. */
  form: (more?: Fields) => Fields
  getPost: (id: number) => Promise<Post>
}

export async function openStudio(): Promise<Studio> {
  const server = await openTestServer({ log: 'error' })
  const asha = await server.signUp()
  for (const way of ['facebook', 'linkedin', 'youtube', 'instagram'] as const)
    await connectNetwork(server, asha, way, { as: 'Asha One Page' })
  const accounts = await accountsOf(server, asha)
  const idOf = (platform: string) => accounts.find((account) => account.platform === platform)?.id ?? 0
  const send: Studio['send'] = async (endpoint, form, { token = asha.token, path = endpoint.path } = {}) => {
    const answer = await server.http.inject({ method: 'POST', url: path, ...(await formOf(form, token)) })
    return { status: answer.statusCode, body: answer.json() }
  }
  const schedule: Studio['schedule'] = (more) =>
    send(socialPosts.schedule, { scheduled_time: inHours(5), ...more })
  const page = idOf('facebook')
  return {
    server,
    asha,
    page,
    profile: idOf('linkedin'),
    channel: idOf('youtube'),
    instagram: idOf('instagram'),
    send,
    schedule,
    async scheduled(more = {}) {
      const { status, body } = await schedule(textForm([page], more))
      if (status !== 200) throw new Error(`schedule answered ${status}: ${body.message}`)
      return body.posts[0]!
    },
    form: (more = {}) => ({
      account_id: String(page),
      platform: 'facebook',
      caption: unlike(),
      media: file,
      again: 'true',
      ...more,
    }),
    async getPost(id) {
      return (await server.call(socialPosts.status, { token: asha.token, params: { id } })).body.post
    },
  }
}
