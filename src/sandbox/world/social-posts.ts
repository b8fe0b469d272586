type Network = 'facebook' | 'instagram' | 'google' | 'linkedin'

/** A file as it came to a network. Small pictures are kept, so that they can be looked at. */
export type StoredFile = { hash: string; bytes: number; mime: string; preview: string | null }

/** A published post: a row of the ledger. */
export type SocialPost = {
  number: number
  network: Network
  /** The account that it is on: Page, Instagram account, channel, member. */
  accountId: string
  id: string
  format: string
  text: string
  title: string | null
  link: string | null
  /** LinkedIn: what its card of the link shows. */
  card?: { title: string; description: string | null; thumbnail: string | null }
  files: (StoredFile & { altText: string | null })[]
  at: number
  permalink: string
  /** YouTube: as it really is. */
  privacy: string | null
  /** A video is processed for a while. */
  readyAt: number
  failure: string | null
  comments: { id: string; text: string; at: number }[]
}

/** An upload, container or unpublished photo on its way to a post. */
export type Draft = {
  id: string
  network: Network
  accountId: string
  kind: string
  at: number
  /** Bytes that came so far, of how many. */
  received: number
  total: number
  file: StoredFile | null
  altText: string | null
  text: string
  /** Children of a carousel; options of a video. */
  more: Record<string, unknown>
  readyAt: number
  failure: { code: number; subcode: number; message: string } | null
  publishedAs: string | null
}

export type SocialPosts = {
  posts: SocialPost[]
  drafts: Map<string, Draft>
  next: number
}

export const emptySocialPosts = (): SocialPosts => ({
  posts: [],
  drafts: new Map(),
  next: 1,
})

/** The ledger on disk keeps so many posts, and the pictures of the newest. */
const keptPosts = 5_000
const keptPictures = 60

export type KeptPosts = { posts: SocialPost[]; drafts: Draft[]; next: number }

export function keepPosts(world: SocialPosts): KeptPosts {
  const posts = world.posts.slice(-keptPosts)
  const withPictures = new Set(posts.slice(-keptPictures))
  return {
    next: world.next,
    posts: posts.map((post) =>
      withPictures.has(post)
        ? post
        : { ...post, files: post.files.map((file) => ({ ...file, preview: null })) },
    ),
    drafts: [...world.drafts.values()].map((draft) => ({
      ...draft,
      file: draft.file && { ...draft.file, preview: null },
    })),
  }
}

export function restorePosts(world: SocialPosts, kept: KeptPosts): void {
  world.posts.push(...kept.posts)
  for (const draft of kept.drafts) world.drafts.set(draft.id, draft)
  // A process that was killed may have given out numbers after its last write.
  world.next = kept.next + 10_000
}

/** A number that is given out once: the tail of every id. */
export const nextNumber = (world: SocialPosts): number => world.next++

export function addDraft(
  world: SocialPosts,
  draft: Pick<Draft, 'id' | 'network' | 'accountId' | 'kind'> & Partial<Draft>,
): Draft {
  const whole: Draft = {
    at: Date.now(),
    received: 0,
    total: 0,
    file: null,
    altText: null,
    text: '',
    more: {},
    readyAt: 0,
    failure: null,
    publishedAs: null,
    ...draft,
  }
  world.drafts.set(whole.id, whole)
  return whole
}

export function addPost(
  world: SocialPosts,
  post: Pick<SocialPost, 'network' | 'accountId' | 'id' | 'format' | 'text' | 'permalink'> &
    Partial<SocialPost>,
): SocialPost {
  const whole: SocialPost = {
    number: nextNumber(world),
    title: null,
    link: null,
    files: [],
    at: Date.now(),
    privacy: null,
    readyAt: 0,
    failure: null,
    comments: [],
    ...post,
  }
  world.posts.push(whole)
  return whole
}

export const postsOf = (world: SocialPosts, network: Network, accountId: string): SocialPost[] =>
  world.posts.filter((post) => post.network === network && post.accountId === accountId)
