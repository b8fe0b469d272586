import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Enqueue } from './platform/jobs.ts'
import type { Journal } from './platform/journal/journal.ts'
import type { Logger } from './platform/log.ts'
import type { SendMail } from './platform/mail.ts'
import type { MediaStore } from './platform/media-store/media-store.ts'
import type { Notes } from './platform/notify.ts'
import type { Secrets } from './platform/secrets.ts'
import type { Meta } from './providers/meta/meta.ts'
import type { Social } from './providers/social/social.ts'
import type { Tables } from './tables.ts'

/** The typed data layer. Inside `App.transaction` it is bound to that transaction. */
export type Db = Kysely<Tables>

/**
 * A few connections for counts that read all leads or all messages. They are kept for long, since one that has read a table
 * reads it again much more quickly. Such counts wait for one another, and nobody else waits for them.
 */
export type Counting = { readonly leads: Db; readonly sets: Db }

/** The handles that every feature function receives as its first argument. */
export type App = {
  readonly db: Db
  /** For what Kysely has no words for: COPY, cursors. Not part of a transaction. */
  readonly pool: pg.Pool
  readonly counting: Counting
  readonly enqueue: Enqueue
  readonly meta: Meta
  readonly social: Social
  /** The bytes of uploaded pictures and videos. */
  readonly media: MediaStore
  readonly notes: Notes
  /** What was sent and heard, in files beside the database. */
  readonly journal: Journal
  readonly secrets: Secrets
  /** Absent where no mail server is set. */
  readonly mail: SendMail | undefined
  readonly log: Logger
  readonly now: () => Date
  readonly settings: AppSettings
  /**
   * Runs `work` with an App bound to one transaction; its jobs commit or vanish with it. One that PostgreSQL ended as a
   * deadlock is run again, so `work` changes nothing but the database.
   */
  readonly transaction: <T>(work: (tx: App) => Promise<T>) => Promise<T>
}

/** Every secret that a token or a mark of ours may be signed with, the current one first. */
export const jwtSecrets = ({ settings }: Pick<App, 'settings'>): readonly string[] => [
  settings.jwtSecret,
  ...(settings.otherJwtSecrets?.() ?? []),
]

/** What features need of the configuration. */
export type AppSettings = {
  /** Where people and providers reach this install, without a slash at the end. */
  readonly publicUrl: string
  /** Another address of this install, for the page with the provider's script. */
  readonly metaPageUrl?: string | undefined
  /** Where social networks reach this install to fetch media; absent where they cannot. */
  readonly mediaOrigin?: string | undefined
  /** Networks of our own that links and media may be fetched from, such as 192.168.1.0/24. */
  readonly linkNetworks?: readonly string[] | undefined
  /** The only sites that addresses of people may lead to; every one by default. */
  readonly outsideHosts?: readonly string[] | undefined
  /** False: nothing outside is called but what was connected. */
  readonly outsideRequests?: boolean | undefined
  /** The folder of this machine. */
  readonly dataDir: string
  /** What is signed is signed with it. */
  readonly jwtSecret: string
  /** What else it may be signed with; asked each time, as a change of keys adds one. */
  readonly otherJwtSecrets?: (() => readonly string[]) | undefined
  /** How long a login holds at most; 30 by default. */
  readonly sessionDays?: number | undefined
  /** A login that is not used for so long ends; 0, the default, is never. */
  readonly sessionIdleHours?: number | undefined
  /** Whether everybody needs a second factor; nobody does by default. */
  readonly twoFactor?: 'optional' | 'required' | undefined
  /** A database of places by network address, in the format of MaxMind. */
  readonly placesFile?: string | undefined
  /** Stored webhooks are deleted after so many days; 0, the default, is never. */
  readonly keepWebhooksDays?: number | undefined
  /** The content of chat files as well. */
  readonly keepChatFilesDays?: number | undefined
  /** Who may make an account; anybody by default. */
  readonly signup?: 'open' | 'invite' | 'closed' | undefined
  /** Accounts from one network address in 15 minutes; 50 by default. */
  readonly signupLimit?: number | undefined
  readonly meta: {
    readonly appId: string
    readonly appSecret: string
    readonly configId: string | undefined
    readonly verifyToken: string
    readonly graphVersion: string
    /** Where the OAuth dialog and the signup pages are, as the browser reaches them. */
    readonly dialogUrl: string
  }
  readonly directories: { readonly nominatimUrl: string; readonly overpassUrl: string }
  /** The operator's mailbox for help messages, where one is set. */
  readonly supportEmail?: string | undefined
  /** How long a campaign that starts now can be undone before its first message leaves, in seconds. */
  readonly undoSeconds: number
  /** How long post_now waits for the networks, so that its message is true; absent: it answers at once. */
  readonly publishWaitMs?: number | undefined
  /** The provider hands out test users who have a WhatsApp account. */
  readonly testUsers?: boolean | undefined
  /** No public address is fixed, in test mode: the dialog has the name that the browser came by. */
  readonly anyHost?: boolean | undefined
  /** No provider is configured: a stand-in answers, and nothing leaves this machine. Only said on screen. */
  readonly practice: boolean
}
