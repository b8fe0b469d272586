import { join, resolve } from 'node:path'
import { z } from 'zod'
import { makeFolder } from './data-folder.ts'
import { StartError } from './platform/errors.ts'
import { keptSecrets, watchSecrets } from './platform/keys/key-file.ts'
import { type MediaPlace, readMediaStore } from './platform/media-store/open-store.ts'
import { isPublicHost, listOf } from './platform/outside/public-addresses.ts'
import { checkedVersion } from './providers/meta/graph/graph-versions.ts'
import type { SocialOptions } from './providers/social/social.ts'
import { networkOptions } from './social-settings.ts'

const Port = z.coerce.number().int().min(0).max(65535)
const Address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
/** An unset variable and an empty one are the same: `FOO=` in an env file means "not set". */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional())
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((text) => (text === '' || text === undefined ? value : text), schema)

const encryptionKey = /^[0-9a-f]{64}$/i
const parts = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** Statuses and questions about a message come for weeks. */
const KeptDays = z.coerce
  .number()
  .int()
  .refine((days) => days === 0 || (days >= 30 && days <= 3650))
const keptDays = 'a whole number of days from 30 to 3650, or 0 for ever'

const Environment = z.object({
  PORT: withDefault(Port, 5002),
  HOST: withDefault(z.string(), '0.0.0.0'),
  DATA_DIR: withDefault(z.string(), 'data'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_DIRECT_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_OWNER_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  ROLE: withDefault(z.enum(['all', 'web', 'worker']), 'all'),
  PUBLIC_URL: optional(Address),
  META_PAGE_URL: optional(Address),
  META_APP_ID: optional(z.string().regex(/^\d+$/)),
  META_APP_SECRET: optional(z.string().min(8)),
  META_CONFIG_ID: optional(z.string().regex(/^\d+$/)),
  META_VERIFY_TOKEN: optional(z.string().min(1)),
  META_GRAPH_URL: optional(Address),
  META_GRAPH_VERSION: withDefault(z.string().regex(/^v\d+\.\d+$/), checkedVersion),
  META_SOCIAL_CONFIG_ID: optional(z.string().regex(/^\d+$/)),
  META_BUSINESS_ID: optional(z.string().regex(/^\d+$/)),
  INSTAGRAM_APP_ID: optional(z.string().regex(/^\d+$/)),
  INSTAGRAM_APP_SECRET: optional(z.string().min(8)),
  GOOGLE_CLIENT_ID: optional(z.string().min(8)),
  GOOGLE_CLIENT_SECRET: optional(z.string().min(8)),
  LINKEDIN_CLIENT_ID: optional(z.string().min(8)),
  LINKEDIN_CLIENT_SECRET: optional(z.string().min(8)),
  LINKEDIN_VERSION: optional(z.string().regex(/^20\d{4}$/)),
  MEDIA_STORE: optional(z.string().refine((text) => readMediaStore(text) !== undefined)),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
  LINK_NETWORKS: optional(z.string().transform(parts).refine(areNetworks)),
  SANDBOX_PORT: withDefault(Port, 5003),
  NOMINATIM_URL: optional(Address),
  OVERPASS_URL: optional(Address),
  JWT_SECRET: optional(z.string().min(32)),
  JWT_SECRET_PREVIOUS: optional(
    z
      .string()
      .transform(parts)
      .refine((secrets) => secrets.every((secret) => secret.length >= 32)),
  ),
  ENCRYPTION_KEY: optional(z.string().regex(encryptionKey)),
  ENCRYPTION_KEY_PREVIOUS: optional(
    z
      .string()
      .transform(parts)
      .refine((keys) => keys.every((key) => encryptionKey.test(key))),
  ),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  SMTP_FROM: optional(z.string()),
  SUPPORT_EMAIL: optional(z.email()),
  SIGNUP: withDefault(z.enum(['open', 'invite', 'closed']), 'open'),
  SIGNUP_LIMIT: withDefault(z.coerce.number().int().min(1).max(100_000), 50),
  SESSION_DAYS: withDefault(z.coerce.number().int().min(1).max(365), 30),
  SESSION_IDLE_HOURS: withDefault(z.coerce.number().int().min(0).max(8760), 0),
  TRUST_PROXY: optional(z.string().refine((text) => readTrustedProxies(text) !== undefined)),
  KEEP_WEBHOOKS_DAYS: withDefault(KeptDays, 180),
  KEEP_CHAT_FILES_DAYS: withDefault(KeptDays, 0),
  DRAIN_SECONDS: withDefault(z.coerce.number().int().min(0).max(600), 0),
  CAMPAIGN_UNDO_SECONDS: withDefault(z.coerce.number().int().min(0).max(60), 10),
  OUTSIDE_REQUESTS: withDefault(z.enum(['on', 'off']), 'on'),
  METRICS_PORT: optional(Port),
  METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
  METRICS_TOKEN: optional(z.string().min(16)),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(Address),
  LOG_LEVEL: withDefault(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'warn'),
})

/** What each variable must be, for the sentence that reports a bad one. */
const expected: Record<keyof z.input<typeof Environment>, string> = {
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address to listen on, such as 127.0.0.1',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/database',
  DATABASE_DIRECT_URL: 'the address of the server itself, where DATABASE_URL is that of a connection pooler',
  DATABASE_OWNER_URL: 'the address of DATABASE_URL with the role that owns the tables',
  ROLE: 'all, web or worker',
  PUBLIC_URL: 'the address people reach this install at, such as https://tidings.example.com',
  META_PAGE_URL: 'a second address of this install, such as https://connect.example.com',
  META_APP_ID: 'the digits of a Meta app id',
  META_APP_SECRET: 'the app secret of that Meta app',
  META_CONFIG_ID: 'the digits of a Login for Business configuration id',
  META_VERIFY_TOKEN: 'a text of your choice, the same as in the app dashboard',
  META_GRAPH_URL: 'an http or https address',
  META_GRAPH_VERSION: 'a version such as v25.0',
  META_SOCIAL_CONFIG_ID: 'the digits of a Login for Business configuration id',
  META_BUSINESS_ID: 'the digits of the Meta business that owns the app',
  INSTAGRAM_APP_ID: 'the digits of an Instagram app id',
  INSTAGRAM_APP_SECRET: 'the app secret of that Instagram app',
  GOOGLE_CLIENT_ID: 'the client id of an OAuth client at Google',
  GOOGLE_CLIENT_SECRET: 'the client secret of that OAuth client',
  LINKEDIN_CLIENT_ID: 'the client id of an app at LinkedIn',
  LINKEDIN_CLIENT_SECRET: 'the client secret of that app at LinkedIn',
  LINKEDIN_VERSION: 'a version of the LinkedIn API such as 202609',
  MEDIA_STORE: 'a folder, or s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com',
  AWS_ACCESS_KEY_ID: 'the access key of the bucket in MEDIA_STORE',
  AWS_SECRET_ACCESS_KEY: 'the secret of that access key',
  LINK_NETWORKS: 'networks such as 192.168.1.0/24, separated by commas',
  SANDBOX_PORT: 'a port number from 0 to 65535',
  NOMINATIM_URL: 'an http or https address',
  OVERPASS_URL: 'an http or https address',
  JWT_SECRET: 'at least 32 characters',
  JWT_SECRET_PREVIOUS: 'earlier values of JWT_SECRET, separated by commas',
  ENCRYPTION_KEY: '64 hexadecimal digits (32 bytes)',
  ENCRYPTION_KEY_PREVIOUS: 'earlier values of ENCRYPTION_KEY, separated by commas',
  SMTP_URL: 'a mail server such as smtps://user:password@mail.example.com',
  SMTP_FROM: 'a sender such as Tidings <post@example.com>',
  SUPPORT_EMAIL: 'an e-mail address',
  SIGNUP: 'open, invite or closed',
  SIGNUP_LIMIT: 'a whole number from 1 to 100000',
  SESSION_DAYS: 'a whole number of days from 1 to 365',
  SESSION_IDLE_HOURS: 'a whole number of hours from 0 (never) to 8760',
  TRUST_PROXY: 'off, a number of proxies, or addresses such as 10.0.0.0/8, separated by commas',
  KEEP_WEBHOOKS_DAYS: keptDays,
  KEEP_CHAT_FILES_DAYS: keptDays,
  DRAIN_SECONDS: 'a whole number of seconds from 0 to 600',
  CAMPAIGN_UNDO_SECONDS: 'a whole number of seconds from 0 to 60',
  OUTSIDE_REQUESTS: 'on or off',
  METRICS_PORT: 'a port number from 0 to 65535',
  METRICS_HOST: 'an address to listen on, such as 127.0.0.1',
  METRICS_TOKEN: 'at least 16 characters',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'the address of a collector such as http://localhost:4318',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
}

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
  role: 'all' | 'web' | 'worker'
  /** Where browsers and providers reach this install. */
  publicUrl: string
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
  const read = Environment.safeParse(environment)
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
  if (env.META_APP_ID && !env.META_APP_SECRET) {
    throw new StartError('META_APP_SECRET must be set with META_APP_ID: webhooks are verified with it.')
  }

  if (env.METRICS_PORT !== undefined && !isLoopback(env.METRICS_HOST) && !env.METRICS_TOKEN) {
    throw new StartError('METRICS_TOKEN must be set where METRICS_HOST is not this machine alone.')
  }

  const dataDir = resolve(env.DATA_DIR)
  const media = mediaPlace(env, dataDir)
  makeFolder(dataDir)
  const secretsFile = join(dataDir, 'secrets.json')
  const kept = keptSecrets(secretsFile)
  const current = watchSecrets(secretsFile, kept)
  const practice = !env.META_APP_ID
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const graphUrl = env.META_GRAPH_URL ?? (practice ? `http://127.0.0.1:${env.SANDBOX_PORT}` : metaGraphUrl)
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    role: env.ROLE,
    publicUrl,
    metaPageUrl: env.META_PAGE_URL,
    practice,
    anyHost: practice && !env.PUBLIC_URL,
    sandboxPort: env.SANDBOX_PORT,
    mediaStore: media,
    mediaOrigin: isPublicHost(publicUrl) ? publicUrl : undefined,
    linkNetworks: Object.freeze(env.LINK_NETWORKS ?? []),
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

/** A count of proxies, or whose addresses they have. */
export type TrustedProxies = number | string[]

/** `off` is nobody; unset is this machine, where a proxy usually runs. Undefined: neither a number nor addresses. */
function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === '') return ['loopback']
  if (text === 'off') return []
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const networks = text.split(/[\s,]+/).filter(Boolean)
  return areNetworks(networks.filter((one) => one !== 'loopback')) ? networks : undefined
}

const isLoopback = (host: string): boolean => /^(127\.[\d.]+|::1|localhost)$/.test(host)

function areNetworks(networks: readonly string[]): boolean {
  try {
    listOf(networks)
    return true
  } catch {
    return false
  }
}
