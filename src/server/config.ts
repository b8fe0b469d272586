import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { makeFolder } from './data-folder.ts'
import { Environment, expected, readTrustedProxies, type TrustedProxies, withFiles } from './environment.ts'
import { loopbackFor } from './listening.ts'
import type { Backend } from './platform/citus/backend.ts'
import { StartError } from './platform/errors.ts'
import { keptSecrets, watchSecrets } from './platform/keys/key-file.ts'
import { type MediaPlace, readMediaStore } from './platform/media-store/open-store.ts'
import { isPublicHost } from './platform/outside/public-addresses.ts'
import type { SocialOptions } from './providers/social/social.ts'
import { networkOptions } from './social-settings.ts'

/** The whole configuration, parsed once and frozen. Only `main.ts` reads the environment. */
export type Config = Readonly<{
  port: number
  host: string
  dataDir: string
  /** Absent: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  /** The same database with the role that makes and changes tables; absent: the role of `databaseUrl` does. */
  databaseOwnerUrl: string | undefined
  /** The server's own address, where `databaseUrl` is that of a connection pooler. */
  databaseDirectUrl: string | undefined
  databaseBackend: Backend
  role: 'all' | 'web' | 'worker'
  /** Where browsers and providers reach this install. */
  publicUrl: string
  /** Whether browsers keep to https for what is below its host too. */
  hstsSubdomains: boolean
  /** Another address of this install, for the page with the provider's script; absent: it has a path of its own. */
  metaPageUrl: string | undefined
  /** Whether a provider app is configured. Without one, `main.ts` starts the sandbox and points `meta` at it. */
  practice: boolean
  /** No public address is set, in test mode: people come by any name of this machine. */
  anyHost: boolean
  sandboxPort: number
  /** Where the files are that every process needs. */
  mediaStore: MediaPlace
  /** Where social networks fetch media: the public address, where it is one that others reach. */
  mediaOrigin: string | undefined
  /** Networks of the operator's own that links and media may be fetched from. */
  linkNetworks: readonly string[]
  /** The only sites that addresses of people may lead to; absent: every site. */
  outsideHosts: readonly string[] | undefined
  /** Whether addresses that people give may be opened. */
  outsideRequests: boolean
  meta: Readonly<{
    appId: string | undefined
    appSecret: string | undefined
    configId: string | undefined
    verifyToken: string
    graphUrl: string
    /** Where the OAuth dialog and the signup pages are. */
    dialogUrl: string
    graphVersion: string
  }>
  /** The social networks; in test mode the sandbox stands in for them. */
  social: SocialOptions
  directories: Readonly<{ nominatimUrl: string; overpassUrl: string }>
  jwtSecret: string
  /** 32 bytes for AES-256-GCM. */
  encryptionKey: Buffer
  /** The oldest that we have: what is hashed for good was hashed with it before its key was kept. */
  firstEncryptionKey: Buffer
  /** Keys that open what another key than ours encrypted; asked each time, as a rotation adds one to the file. */
  otherEncryptionKeys: () => readonly Buffer[]
  /** Secrets that tokens may be signed with besides ours. */
  otherJwtSecrets: () => readonly string[]
  /** What the environment gives is changed there, and not in the file of secrets. */
  givenKeys: Readonly<{ encryption: boolean; previous: boolean; jwt: boolean }>
  secretsFile: string
  /** Where help messages are mailed to, and through what. */
  supportEmail: string | undefined
  smtp: Readonly<{ url: string; from: string }> | undefined
  /** Who may make an account. */
  signup: 'open' | 'invite' | 'closed'
  signupLimit: number
  sessionDays: number
  /** 0: a login that is not used does not end. */
  sessionIdleHours: number
  /** Tells the place of an address; absent: no place is known. */
  placesFile: string | undefined
  /** Whether everybody needs a second factor. */
  twoFactor: 'optional' | 'required'
  /** Whose word about a client's address counts. */
  trustedProxies: TrustedProxies
  /** How long a stopping process still answers, so that proxies leave it first. */
  drainSeconds: number
  /** How long a campaign that starts now can be undone. */
  undoSeconds: number
  /** 0: for ever. */
  keepWebhooksDays: number
  keepChatFilesDays: number
  /** The avatar service's address before the person's name; absent when nothing outside may be called. */
  avatarUrl: string | undefined
  /** Where `/metrics` answers; absent: nowhere. */
  metrics: Readonly<{ port: number; host: string; token: string | undefined }> | undefined
  /** The collector that traces go to. */
  tracesEndpoint: string | undefined
  logLevel: string
}>

/**
 * Reads the environment into a Config. Secrets that are not given are generated into the data folder
 * (mode 0600) and read from there the next time.
 * @throws StartError naming every bad variable at once.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const read = Environment.safeParse(withFiles(environment))
  const faults = read.success
    ? []
    : [...new Set(read.error.issues.map((issue) => String(issue.path[0])))].map(
        (name) => `${name} must be ${expected[name as keyof typeof expected]}.`,
      )
  if (!read.success) throw new StartError(faults.join('\n'))
  const env = read.data
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new StartError('DATABASE_DIRECT_URL needs DATABASE_URL beside it: the address of the pooler.')
  }
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL) {
    throw new StartError('DATABASE_OWNER_URL needs DATABASE_URL beside it: the role of the product.')
  }
  if (env.DATABASE_BACKEND === 'citus' && !env.DATABASE_URL) {
    throw new StartError('DATABASE_BACKEND=citus needs DATABASE_URL: the coordinator of the Citus cluster.')
  }
  if (env.META_APP_ID && !env.META_APP_SECRET) {
    throw new StartError('META_APP_SECRET must be set with META_APP_ID: webhooks are verified with it.')
  }
  if (env.META_APP_SECRET && !env.META_APP_ID) {
    throw new StartError(
      'META_APP_ID must be set with META_APP_SECRET. Without both, the practice account stands in for WhatsApp, and what is sent reaches nobody.',
    )
  }

  if (env.METRICS_PORT !== undefined && !isLoopback(env.METRICS_HOST) && !env.METRICS_TOKEN) {
    throw new StartError('METRICS_TOKEN must be set where METRICS_HOST is not this machine alone.')
  }
  if (!env.META_APP_ID && env.ROLE !== 'worker' && env.PORT !== 0 && env.PORT === env.SANDBOX_PORT) {
    throw new StartError(`PORT and SANDBOX_PORT are both ${env.PORT}. Set one of them to another port.`)
  }

  const dataDir = resolve(env.DATA_DIR)
  const media = mediaPlace(env, dataDir)
  makeFolder(dataDir)
  const secretsFile = join(dataDir, 'secrets.json')
  const kept = keptSecrets(secretsFile)
  const current = watchSecrets(secretsFile, kept)
  const practice = !env.META_APP_ID
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const standIn = `http://${loopbackFor(env.HOST)}:${env.SANDBOX_PORT}`
  const graphUrl = env.META_GRAPH_URL ?? (practice ? standIn : metaGraphUrl)
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseBackend: env.DATABASE_BACKEND,
    role: env.ROLE,
    publicUrl,
    hstsSubdomains: env.HSTS === 'subdomains',
    metaPageUrl: env.META_PAGE_URL,
    practice,
    anyHost: practice && !env.PUBLIC_URL,
    sandboxPort: env.SANDBOX_PORT,
    mediaStore: media,
    mediaOrigin: isPublicHost(publicUrl) ? publicUrl : undefined,
    linkNetworks: Object.freeze(env.LINK_NETWORKS ?? []),
    outsideHosts: env.OUTSIDE_HOSTS && Object.freeze(env.OUTSIDE_HOSTS),
    outsideRequests: env.OUTSIDE_REQUESTS === 'on',
    meta: Object.freeze({
      appId: env.META_APP_ID,
      appSecret: env.META_APP_SECRET,
      configId: env.META_CONFIG_ID,
      verifyToken: env.META_VERIFY_TOKEN ?? kept.verifyToken,
      graphUrl,
      dialogUrl: dialogUrlFor(graphUrl, env.META_GRAPH_URL ? undefined : publicUrl),
      graphVersion: env.META_GRAPH_VERSION,
    }),
    social: networkOptions(env, graphUrl, env.META_GRAPH_VERSION),
    directories: Object.freeze({
      nominatimUrl:
        env.NOMINATIM_URL ?? (practice ? `${graphUrl}/nominatim` : 'https://nominatim.openstreetmap.org'),
      overpassUrl: env.OVERPASS_URL ?? (practice ? `${graphUrl}/overpass` : 'https://overpass-api.de'),
    }),
    jwtSecret: env.JWT_SECRET ?? kept.jwtSecret,
    encryptionKey: Buffer.from(env.ENCRYPTION_KEY ?? kept.encryptionKey, 'hex'),
    firstEncryptionKey: Buffer.from(
      env.ENCRYPTION_KEY
        ? (env.ENCRYPTION_KEY_PREVIOUS?.at(-1) ?? env.ENCRYPTION_KEY)
        : (kept.previousEncryptionKeys.at(-1) ?? kept.encryptionKey),
      'hex',
    ),
    otherEncryptionKeys: () => {
      const { encryptionKey, previousEncryptionKeys } = current()
      const all = [encryptionKey, ...(env.ENCRYPTION_KEY_PREVIOUS ?? []), ...previousEncryptionKeys]
      const ours = env.ENCRYPTION_KEY ?? kept.encryptionKey
      return all.filter((key) => key !== ours).map((key) => Buffer.from(key, 'hex'))
    },
    otherJwtSecrets: () => {
      const { jwtSecret, previousJwtSecrets } = current()
      const all = [jwtSecret, ...(env.JWT_SECRET_PREVIOUS ?? []), ...previousJwtSecrets]
      return all.filter((secret) => secret !== (env.JWT_SECRET ?? kept.jwtSecret))
    },
    givenKeys: Object.freeze({
      encryption: env.ENCRYPTION_KEY !== undefined,
      previous: env.ENCRYPTION_KEY_PREVIOUS !== undefined,
      jwt: env.JWT_SECRET !== undefined,
    }),
    secretsFile,
    supportEmail: env.SUPPORT_EMAIL,
    smtp: env.SMTP_URL
      ? Object.freeze({ url: env.SMTP_URL, from: env.SMTP_FROM ?? env.SUPPORT_EMAIL ?? 'tidings@localhost' })
      : undefined,
    signup: env.SIGNUP,
    signupLimit: env.SIGNUP_LIMIT,
    sessionDays: env.SESSION_DAYS,
    sessionIdleHours: env.SESSION_IDLE_HOURS,
    placesFile: env.PLACES_FILE && resolve(env.PLACES_FILE),
    twoFactor: env.TWO_FACTOR,
    trustedProxies: readTrustedProxies(env.TRUST_PROXY ?? '') ?? [],
    drainSeconds: env.DRAIN_SECONDS,
    undoSeconds: env.CAMPAIGN_UNDO_SECONDS,
    keepWebhooksDays: env.KEEP_WEBHOOKS_DAYS,
    keepChatFilesDays: env.KEEP_CHAT_FILES_DAYS,
    avatarUrl: env.OUTSIDE_REQUESTS === 'on' ? avatarUrl : undefined,
    metrics:
      env.METRICS_PORT === undefined
        ? undefined
        : Object.freeze({ port: env.METRICS_PORT, host: env.METRICS_HOST, token: env.METRICS_TOKEN }),
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: env.LOG_LEVEL,
  })
}

/**
 * Where the provider's dialogs are, as a browser reaches them. Meta's live on the site that people know, not on
 * Graph's host; a stand-in's on its own. Ours is reached by the name that this install is reached by.
 */
function dialogUrlFor(graphUrl: string, publicUrl: string | undefined): string {
  if (graphUrl === metaGraphUrl) return 'https://www.facebook.com'
  if (!publicUrl) return graphUrl
  const dialog = new URL(graphUrl)
  dialog.hostname = new URL(publicUrl).hostname
  return dialog.origin
}

const metaGraphUrl = 'https://graph.facebook.com'
/** DiceBear draws initials; free, without a key. The name is all it gets. */
const avatarUrl = 'https://api.dicebear.com/9.x/initials/svg?seed='

/** The folder inside the data folder, unless something else is set; its keys are Amazon's, where they are given. */
function mediaPlace(env: z.output<typeof Environment>, dataDir: string): MediaPlace {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  const place = env.MEDIA_STORE === undefined ? undefined : readMediaStore(env.MEDIA_STORE, credentials)
  if (!place) return { folder: join(dataDir, 'media') }
  return 'folder' in place ? { folder: resolve(place.folder) } : place
}

const isLoopback = (host: string): boolean => /^(127\.[\d.]+|::1|localhost)$/.test(host)
