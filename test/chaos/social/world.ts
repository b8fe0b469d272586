import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { giveToken, socialPerson } from '#sandbox/world/social-world.ts'
import type { App } from '#server/app.ts'
import { signUp } from '#server/features/accounts/accounts.ts'
import { storeAccount } from '#server/features/social/accounts/store-account.ts'
import { mediaKey } from '#server/features/social/media/rules/media-key.ts'
import { newMarker } from '#server/features/social/publish/publish.ts'
import type { FoundAccount, Way } from '#server/providers/social/network-login.ts'

export type Shop = {
  businessId: number
  userId: number
  accounts: Record<'facebook' | 'instagram' | 'youtube' | 'linkedin', number>
  picture: number
  video: number
}

/** A business with an account at each network, a picture and a video. */
export async function openSocialShop(app: App, sandbox: Sandbox, name: string): Promise<Shop> {
  const { user } = await signUp(app, {
    name,
    email: `${randomBytes(6).toString('hex')}@example.com`,
    password: 'correct horse',
    country: 'IN',
    timezone: 'UTC',
  } as Parameters<typeof signUp>[1])
  const { business_id: businessId } = await app.db
    .selectFrom('users')
    .select('business_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const owner = { businessId, userId: user.id }
  const world = sandbox.world.social
  const person = socialPerson(world, `${name} one page`)
  const [page] = person.pages
  if (!page?.instagram || !person.channel) throw new Error('the person has not all accounts')
  const store = async (way: Way, found: Omit<FoundAccount, 'token'>): Promise<number> => {
    const network = way === 'youtube' ? 'google' : way === 'linkedin' ? 'linkedin' : 'facebook'
    const scopes = app.social.logins[way].scopes.map(({ scope }) => scope)
    const common = {
      network,
      person: person.name,
      scopes,
      pageIds: found.pageId ? [found.pageId] : [],
    } as const
    const expiresAt = network === 'facebook' ? 0 : Date.now() + 3_600_000
    const kind = network === 'facebook' ? ('page' as const) : ('access' as const)
    const access = giveToken(world, { ...common, scopes, pageIds: [...common.pageIds], kind, expiresAt })
    const token = {
      accessToken: access.value,
      issuedAt: new Date(),
      expiresAt: expiresAt === 0 ? undefined : new Date(expiresAt),
    }
    return (await storeAccount(app, owner, way, { ...found, token, picture: undefined }, scopes)).id
  }
  return {
    ...owner,
    accounts: {
      facebook: await store('facebook', { externalId: page.id, pageId: page.id, tokenKind: 'page', name }),
      instagram: await store('instagram_page', {
        externalId: page.instagram.id,
        pageId: page.id,
        tokenKind: 'page',
        name,
      }),
      youtube: await store('youtube', { externalId: person.channel.id, tokenKind: 'google', name }),
      linkedin: await store('linkedin', { externalId: `s${person.id}`, tokenKind: 'linkedin', name }),
    },
    picture: await addPicture(app, owner),
    video: await addVideo(app, owner),
  }
}

async function addPicture(app: App, owner: { businessId: number; userId: number }): Promise<number> {
  const size = { width: 1080, height: 1080 }
  const content = await sharp({ create: { ...size, channels: 3, background: '#3355aa' } })
    .jpeg()
    .toBuffer()
  return await addFile(app, owner, content, { kind: 'image', mime: 'image/jpeg', ...size })
}

async function addVideo(app: App, owner: { businessId: number; userId: number }): Promise<number> {
  const content = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), randomBytes(400_000)])
  return await addFile(app, owner, content, {
    kind: 'video',
    mime: 'video/mp4',
    width: 1080,
    height: 1920,
    duration_ms: 20_000,
    probe: JSON.stringify({ fps: 30, bitsPerSecond: 160_000, videoCodec: 'avc', audioCodec: 'aac' }),
  })
}

type FileFacts = {
  kind: string
  mime: string
  width: number
  height: number
  duration_ms?: number
  probe?: string
}

async function addFile(
  app: App,
  { businessId, userId }: { businessId: number; userId: number },
  content: Buffer,
  facts: FileFacts,
): Promise<number> {
  const hash = createHash('sha256').update(content).digest()
  const path = join(await app.media.incoming(), randomUUID())
  await writeFile(path, content)
  await app.media.put(mediaKey(businessId, hash), path, facts.mime)
  const { id } = await app.db
    .insertInto('social_media')
    .values({
      business_id: businessId,
      hash,
      bytes: content.length,
      file_name: 'shop',
      created_by: userId,
      created_at: new Date(),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What goes where: every network and most formats in turn. */
export const kinds = [
  ['facebook', 'text'],
  ['instagram', 'reel'],
  ['linkedin', 'text'],
  ['youtube', 'short'],
  ['facebook', 'image'],
  ['linkedin', 'image'],
  ['facebook', 'reel'],
  ['facebook', 'text'],
  ['linkedin', 'video'],
  ['facebook', 'video'],
] as const

export type Kind = readonly [platform: keyof Shop['accounts'], format: string]

/** Posts of all shops in turn, due one after another within a time. Each has a caption of its own. */
export async function composePosts(
  app: App,
  shops: readonly Shop[],
  posts: number,
  due: { from: Date; withinMs: number },
  mix: readonly Kind[] = kinds,
): Promise<void> {
  const now = new Date()
  await app.transaction(async (tx) => {
    for (let n = 0; n < posts; n++) {
      const shop = shops[n % shops.length]!
      const [platform, format] = mix[Math.floor(n / shops.length) % mix.length]!
      const common = { business_id: shop.businessId, created_at: now }
      const caption = `Post number ${n} of the day`
      const { id: post_id } = await tx.db
        .insertInto('social_posts')
        .values({
          ...common,
          caption,
          options: JSON.stringify(platform === 'youtube' ? { youtube: { title: caption } } : {}),
          timezone: 'UTC',
          created_by: shop.userId,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (format !== 'text') {
        const media_id = format === 'image' ? shop.picture : shop.video
        await tx.db
          .insertInto('social_post_media')
          .values({ business_id: shop.businessId, post_id, position: 0, media_id })
          .execute()
      }
      await tx.db
        .insertInto('social_publications')
        .values({
          ...common,
          post_id,
          account_id: shop.accounts[platform],
          platform,
          format,
          state: 'scheduled',
          due_at: new Date(due.from.getTime() + (due.withinMs * n) / posts),
          marker: newMarker(),
          content_hash: createHash('sha256').update(caption).digest(),
          state_at: now,
        })
        .execute()
    }
  })
}
