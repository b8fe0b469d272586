import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartError } from './platform/errors.ts'
import { readMediaStore } from './platform/media-store/open-store.ts'
import { listOf } from './platform/outside/public-addresses.ts'
import { isDatabaseAddress } from './platform/sql/failover-client.ts'
import { checkedVersion } from './providers/meta/graph/graph-versions.ts'

const Port = z.coerce.number().int().min(0).max(65535)
const Address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
/** Addresses are made from it: a path or a query would stand in the middle of each. People type that of the app. */
const Origin = z
  .url({ protocol: /^https?$/ })
  .transform((url) => new URL(url))
  .refine(({ href, origin }) => /^\/?(marketing\/?)?$/.test(href.slice(origin.length)))
  .transform(({ origin }) => origin)
/** An unset variable and an empty one are the same: `FOO=` in an env file means "not set". */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional())
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((text) => (text === '' || text === undefined ? value : text), schema)

const encryptionKey = /^[0-9a-f]{64}$/i
const parts = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

const host = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/
const areHosts = (hosts: readonly string[]): boolean => hosts.every((one) => host.test(one))

/** Statuses and questions about a message come for weeks. */
const KeptDays = z.coerce
  .number()
  .int()
  .refine((days) => days === 0 || (days >= 30 && days <= 3650))
const keptDays = 'a whole number of days from 30 to 3650, or 0 for ever'

/** Every variable that is read, with its type. */
export const Environment = z.object({
  PORT: withDefault(Port, 5002),
  HOST: withDefault(z.string(), '0.0.0.0'),
  DATA_DIR: withDefault(z.string(), 'data'),
  DATABASE_URL: optional(z.string().refine(isDatabaseAddress)),
  DATABASE_DIRECT_URL: optional(z.string().refine(isDatabaseAddress)),
  DATABASE_OWNER_URL: optional(z.string().refine(isDatabaseAddress)),
  DATABASE_BACKEND: withDefault(z.enum(['postgres', 'citus']), 'postgres'),
  ROLE: withDefault(z.enum(['all', 'web', 'worker']), 'all'),
  PUBLIC_URL: optional(Origin),
  HSTS: withDefault(z.enum(['host', 'subdomains']), 'host'),
  META_PAGE_URL: optional(Origin),
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
  PLACES_FILE: optional(z.string()),
  SESSION_IDLE_HOURS: withDefault(z.coerce.number().int().min(0).max(8760), 0),
  TWO_FACTOR: withDefault(z.enum(['optional', 'required']), 'optional'),
  TRUST_PROXY: optional(z.string().refine((text) => readTrustedProxies(text) !== undefined)),
  KEEP_WEBHOOKS_DAYS: withDefault(KeptDays, 90),
  KEEP_CHAT_FILES_DAYS: withDefault(KeptDays, 0),
  DRAIN_SECONDS: withDefault(z.coerce.number().int().min(0).max(600), 0),
  CAMPAIGN_UNDO_SECONDS: withDefault(z.coerce.number().int().min(0).max(60), 10),
  OUTSIDE_HOSTS: optional(
    z
      .string()
      .transform((text) => parts(text.toLowerCase()))
      .refine(areHosts),
  ),
  OUTSIDE_REQUESTS: withDefault(z.enum(['on', 'off']), 'on'),
  METRICS_PORT: optional(Port),
  METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
  METRICS_TOKEN: optional(z.string().min(16)),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(Address),
  LOG_LEVEL: withDefault(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'warn'),
})

/** What each variable must be, for the sentence that reports a bad one. */
export const expected: Record<keyof z.input<typeof Environment>, string> = {
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address to listen on, such as 127.0.0.1',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/database',
  DATABASE_DIRECT_URL: 'the address of the server itself, where DATABASE_URL is that of a connection pooler',
  DATABASE_OWNER_URL: 'the address of DATABASE_URL with the role that owns the tables',
  DATABASE_BACKEND: 'postgres or citus',
  ROLE: 'all, web or worker',
  PUBLIC_URL: 'the address people reach this install at, without a path, such as https://tidings.example.com',
  HSTS: 'host or subdomains',
  META_PAGE_URL: 'a second address of this install, without a path, such as https://connect.example.com',
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
  PLACES_FILE: 'a database of places by address, in the format of MaxMind (.mmdb)',
  SESSION_IDLE_HOURS: 'a whole number of hours from 0 (never) to 8760',
  TWO_FACTOR: 'optional or required',
  TRUST_PROXY: 'off, a number of proxies, or addresses such as 10.0.0.0/8, separated by commas',
  KEEP_WEBHOOKS_DAYS: keptDays,
  KEEP_CHAT_FILES_DAYS: keptDays,
  DRAIN_SECONDS: 'a whole number of seconds from 0 to 600',
  CAMPAIGN_UNDO_SECONDS: 'a whole number of seconds from 0 to 60',
  OUTSIDE_HOSTS: 'sites such as hooks.example.com, separated by commas',
  OUTSIDE_REQUESTS: 'on or off',
  METRICS_PORT: 'a port number from 0 to 65535',
  METRICS_HOST: 'an address to listen on, such as 127.0.0.1',
  METRICS_TOKEN: 'at least 16 characters',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'the address of a collector such as http://localhost:4318',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
}

/** A count of proxies, or whose addresses they have. */
export type TrustedProxies = number | string[]

/** `off` is nobody; unset is this machine, where a proxy usually runs. Undefined: neither a number nor addresses. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === '') return ['loopback']
  if (text === 'off') return []
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const networks = text.split(/[\s,]+/).filter(Boolean)
  return areNetworks(networks.filter((one) => one !== 'loopback')) ? networks : undefined
}

/**
 * Fills in variables that are in a file of their own, as vaults, Docker and Kubernetes hand secrets over:
 * `JWT_SECRET_FILE` names the file of `JWT_SECRET`.
 * @throws StartError for a file that cannot be read, and for a variable that is set as well.
 */
export function withFiles(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const filled = { ...environment }
  for (const name of Object.keys(Environment.shape)) {
    const path = environment[`${name}_FILE`]
    if (!path) continue
    if (environment[name]) throw new StartError(`${name} and ${name}_FILE are both set: keep one of them.`)
    try {
      filled[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      throw new StartError(`${name}_FILE names ${path}, which cannot be read.`, { cause: error })
    }
  }
  return filled
}

function areNetworks(networks: readonly string[]): boolean {
  try {
    listOf(networks)
    return true
  } catch {
    return false
  }
}
