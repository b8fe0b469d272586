import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { LoginWay } from '#contract/social/social.ts'
import { eventually, type Person, type TestServer } from '#test/server.ts'
import { connectNetwork } from '#test/social.ts'
import { mediaKey } from '../media/rules/media-key.ts'
import { newMarker, runPublisher } from './publish.ts'

/** What a publication is at its account, for short. */
export type Composed = {
  caption?: string
  format?: string
  link?: string
  firstComment?: string
  options?: unknown
  dueAt?: Date
  mediaIds?: readonly number[]
  contentHash?: Buffer
}

export type Owner = { person: Person; as: string; accountId: number; platform: string }

let people = 0

/** A person with one connected account, whose owner at the network nobody else is. */
export async function openAccount(server: TestServer, way: LoginWay): Promise<Owner> {
  const person = await server.signUp()
  const as = `Publisher ${++people} one page`
  const { accounts } = await connectNetwork(server, person, way, { as })
  const account = accounts[0]
  if (!account) throw new Error('nothing was connected')
  return { person, as, accountId: account.id, platform: account.platform }
}

/** Stores a post for one account as the composer does. */
export async function composePost(server: TestServer, owner: Owner, post: Composed = {}): Promise<number> {
  const { db } = server.app
  const now = new Date()
  const business_id = owner.person.businessId
  const { id: post_id } = await db
    .insertInto('social_posts')
    .values({
      business_id,
      caption: post.caption ?? `Fresh bread at eight ${randomBytes(4).toString('hex')}`,
      first_comment: post.firstComment ?? null,
      link: post.link ?? null,
      options: JSON.stringify(post.options ?? {}),
      timezone: 'Asia/Kolkata',
      created_by: owner.person.userId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [position, media_id] of (post.mediaIds ?? []).entries())
    await db
      .insertInto('social_post_media')
      .values({ business_id, post_id, position, media_id, alt_text: `Picture ${position + 1}` })
      .execute()
  const { id } = await db
    .insertInto('social_publications')
    .values({
      business_id,
      post_id,
      account_id: owner.accountId,
      platform: owner.platform,
      format: post.format ?? 'text',
      state: 'scheduled',
      due_at: post.dueAt ?? now,
      marker: newMarker(),
      content_hash: post.contentHash ?? randomBytes(32),
      state_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A picture, stored as an upload is. */
export async function addPicture(
  server: TestServer,
  owner: Owner,
  size = { width: 1080, height: 1080 },
  format: 'jpeg' | 'png' = 'jpeg',
): Promise<number> {
  const [r, g, b] = randomBytes(3)
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 }
  const content = await sharp({ create: { ...size, channels: 3, background } })
    [format]()
    .toBuffer()
  return await addFile(server, owner, content, { kind: 'image', mime: `image/${format}`, ...size })
}

/** A video of so many bytes: its header, and noise that no network of the sandbox decodes. */
export async function addVideo(
  server: TestServer,
  owner: Owner,
  bytes = 300_000,
  size = { width: 1080, height: 1920 },
): Promise<number> {
  const head = Buffer.from('\0\0\0\x18ftypmp42', 'latin1')
  const content = Buffer.concat([head, randomBytes(bytes - head.length)])
  return await addFile(server, owner, content, {
    kind: 'video',
    mime: 'video/mp4',
    duration_ms: 20_000,
    probe: JSON.stringify({ fps: 30, bitsPerSecond: 120_000, videoCodec: 'avc', audioCodec: 'aac' }),
    ...size,
  })
}

type MediaFacts = {
  kind: 'image' | 'video'
  mime: string
  width: number
  height: number
  duration_ms?: number
  probe?: string
}

async function addFile(server: TestServer, { person }: Owner, content: Buffer, facts: MediaFacts) {
  const { app } = server
  const hash = createHash('sha256').update(content).digest()
  const path = join(await app.media.incoming(), randomUUID())
  await writeFile(path, content)
  await app.media.put(mediaKey(person.businessId, hash), path, facts.mime)
  const { id } = await app.db
    .insertInto('social_media')
    .values({
      business_id: person.businessId,
      hash,
      bytes: content.length,
      file_name: 'shop',
      created_by: person.userId,
      created_at: new Date(),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function publication(server: TestServer, id: number) {
  return await server.app.db
    .selectFrom('social_publications')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The states that a publication went through. */
export async function stepsOf(server: TestServer, id: number): Promise<string[]> {
  const rows = await server.app.db
    .selectFrom('social_publication_steps')
    .select('state')
    .where('publication_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ state }) => state)
}

const moving = new Set(['scheduled', 'uploading', 'container_created', 'finished', 'publishing'])

/**
 * Works until publications have their end. Times are not waited for: they pass.
 * @param publishers so many run at once, as in so many processes.
 */
export async function publishAll(server: TestServer, ids: readonly number[], publishers = 1) {
  const stop = new AbortController()
  const apps = Array.from({ length: publishers }, () => ({
    ...server.app,
    pool: Object.create(server.app.pool) as typeof server.app.pool,
  }))
  // A publisher with nothing to do soon returns; the clock starts it again.
  const run = async (app: TestServer['app']): Promise<void> => {
    while (!stop.signal.aborted) {
      await runPublisher(app, stop.signal)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const runs = apps.map(run)
  try {
    return await eventually(
      'the end of publications',
      async () => {
        const rows = await Promise.all(ids.map((id) => publication(server, id)))
        const open = rows.filter((row) => moving.has(row.state) || isCommenting(row))
        if (open.length === 0) return rows
        for (const row of open) if (row.claim === null) await pass(server, row.id)
        return undefined
      },
      15_000,
    )
  } finally {
    stop.abort()
    await Promise.all(runs)
  }
}

export async function publishUntilEnd(server: TestServer, id: number) {
  const [row] = await publishAll(server, [id])
  return row!
}

const isCommenting = (row: { state: string; first_comment_state: string | null }): boolean =>
  row.state === 'posted' && ['waiting', 'sending'].includes(row.first_comment_state ?? '')

/** Three minutes pass for what waits. */
export async function pass(server: TestServer, id: number): Promise<void> {
  await server.app.pool.query(
    `update social_publications set claimed_until = now(), publish_sent_at = (publish_sent_at at time zone 'UTC' - interval '3 minutes') at time zone 'UTC',
       steps = steps || coalesce((select jsonb_object_agg(key, value::bigint - 180000) from jsonb_each_text(steps)
         where key in ('commentSentAt', 'uploadedAt', 'createdAt')), '{}')
     where id = $1 and claim is null and claimed_until > now()`,
    [id],
  )
  await server.app.pool.query(`select pg_notify('social_publish', '')`)
}

/** Looks at what is due once, and works until nothing is under way. */
export async function publishOnce(server: TestServer): Promise<void> {
  const stop = new AbortController()
  const run = runPublisher(server.app, stop.signal)
  await eventually('a look', async () => {
    const { rows } = await server.app.pool.query(
      `select 1 from social_publications where claim is not null
        or (state = 'scheduled' and deleted_at is null and due_at <= now() and coalesce(claimed_until <= now(), true))
        or (state in ('uploading', 'container_created', 'finished', 'publishing') and claimed_until <= now())
        or (first_comment_state in ('waiting', 'sending') and claimed_until <= now()) limit 1`,
    )
    return rows.length === 0
  })
  stop.abort()
  await run
}

/** The network's own ledger. */
export const ledgerOf = (server: TestServer) => server.sandbox.world.social.posts.posts
