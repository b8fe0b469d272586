import type { Readable } from 'node:stream'

/** What is published, and where. Provider code uses no table: what it must remember is recorded through the journal. */
export type PublishAccount = {
  externalId: string
  pageId: string | null
  tokenKind: 'page' | 'instagram' | 'google' | 'linkedin'
  accessToken: string
}

export type PublishFile = {
  kind: 'image' | 'video'
  mime: string
  bytes: number
  altText: string | null
  /** An address that the network can fetch; null where this server has no public one. */
  publicUrl: string | null
  open: (start?: number, end?: number) => Promise<Readable>
}

export type YoutubeOptions = {
  title: string
  privacy: 'public' | 'unlisted' | 'private'
  madeForKids: boolean
  tags: string[]
}

/** What was composed, as it was when publishing began. */
export type PublishContent = {
  format: 'text' | 'image' | 'carousel' | 'video' | 'reel' | 'story' | 'short'
  text: string
  link: string | null
  linkTitle: string | null
  youtube: YoutubeOptions | null
}

/** How a page describes itself, for networks that do not read it themselves. */
export type LinkCard = { title: string; description: string | null; image: Uint8Array<ArrayBuffer> | null }

/** What the network gave on the way, by names that each client chooses; JSON. */
export type Progress = Record<string, unknown>

/** The states between the claim and the end. */
export type MovingState = 'uploading' | 'container_created' | 'finished' | 'publishing'

export type PublishWork = {
  account: PublishAccount
  content: PublishContent
  files: PublishFile[]
  /** Our own id of this publication: uploads are named by it. */
  marker: string
  /** As stored. */
  progress: Progress
  /** Stores what was learned and the state, before the next request is sent. Rejects once the claim is lost. */
  record: (state: MovingState, learned?: Progress) => Promise<void>
  /** Keeps the claim during a long upload. */
  renew: () => Promise<void>
  now: () => Date
  /** Of the content's link; null where the page cannot be read. */
  linkCard: () => Promise<LinkCard | null>
}

export type Published = { id: string; permalink: string | null; privacy?: string | null }

/** Nothing to do for the moment: look again then. */
export type Wait = { kind: 'wait'; ms: number }

export type Ready = { kind: 'ready' }

/** The network says that it is published, though it seemed to refuse. */
export type AlreadyPublished = { kind: 'published' }

/** Whether a request that was not answered has published. */
export type Found =
  | ({ kind: 'posted' } & Published)
  | Wait
  /** The network says that it was not carried out. It may be sent again once it can no longer be under way. */
  | { kind: 'not_done'; resumable?: boolean }
  /** It is not among the account's posts: some time after the request that means that it was not carried out. */
  | { kind: 'absent' }
  /** The network does not say. */
  | { kind: 'cannot_know'; reason: 'no_answer' | 'several_matches' }

/** Posts that an account made in its 24 hours, of how many. */
export type PublishLimit = { used: number; total: number }

export type Search = {
  /** When the request was sent. */
  since: Date
  /** Posts that are known to be of other publications. */
  isTaken: (id: string) => Promise<boolean>
}

/**
 * Publishing at one network. `prepare` publishes nothing and may be repeated after any failure; `publish` is the one
 * request that does, and is never repeated before `find` was asked.
 */
export type Publisher = {
  prepare: (work: PublishWork) => Promise<Ready | Wait | AlreadyPublished>
  publish: (work: PublishWork) => Promise<({ kind: 'posted' } & Published) | Wait>
  find: (work: PublishWork, search: Search) => Promise<Found>
  /** Address and privacy as the network has them; rejects with `refused` where it did not keep the post. */
  describe?: (work: PublishWork, id: string) => Promise<Partial<Published>>
  comment?: (work: PublishWork, postId: string, text: string) => Promise<string>
  /** Where the network says it: how much of its daily limit is used. */
  limit?: (account: PublishAccount) => Promise<PublishLimit | undefined>
  /** The comment's id; null: it is not there. */
  findComment?: (work: PublishWork, postId: string, text: string) => Promise<string | null>
}

/** Texts as networks give them back: other spaces, other compositions of the same letters. */
export const sameText = (one: string, other: string): boolean => plain(one) === plain(other)

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Reads a piece of a file whole. Pieces are at most 8 MB. */
export async function readPiece(
  file: PublishFile,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = []
  for await (const piece of await file.open(start, end)) pieces.push(piece as Buffer)
  return new Uint8Array(Buffer.concat(pieces))
}

/** Time for an upload: half a minute, and a second for each 100 kB. */
export const uploadTimeoutMs = (bytes: number): number => 30_000 + Math.ceil(bytes / 100)
