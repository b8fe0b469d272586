import { type AppWebhookCalls, appWebhookCalls } from './calls/app-webhooks.ts'
import {
  type SubscribedAppCalls,
  subscribedAppCalls,
  type WabaCalls,
  wabaCalls,
} from './calls/business-accounts.ts'
import { type DatasetCalls, datasetCalls } from './calls/dataset-events.ts'
import { type MessageCalls, messageCalls } from './calls/messages.ts'
import { type PhoneNumberCalls, phoneNumberCalls } from './calls/phone-numbers.ts'
import { type TemplateCalls, templateCalls } from './calls/templates.ts'
import { type TestPhoneCalls, testPhoneCalls } from './calls/test-phone.ts'
import { type TokenCalls, tokenCalls } from './calls/tokens.ts'
import {
  type MediaCalls,
  mediaCalls,
  type ResumableUploadCalls,
  resumableUploadCalls,
} from './calls/uploads.ts'
import { buildDialogAddress, type DialogOptions } from './dialog-address.ts'
import type { Exchange } from './graph/exchange.ts'
import { openGraph } from './graph/graph-call.ts'
import { type MetaFiles, metaFiles } from './meta-files.ts'
import { type SampleFileCalls, sampleFileCalls } from './sample-files.ts'

export type { Accepted, TemplateMessage } from './calls/messages.ts'
export type { Exchange } from './graph/exchange.ts'

/** Where Meta is and who we are there. */
export type MetaOptions = {
  /** `https://graph.facebook.com`; anything that answers as it does will do. */
  graphUrl: string
  /** Where the login dialog is; `https://www.facebook.com` unless given. */
  dialogUrl?: string
  /** `v23.0`: Graph's version, for every call and for the dialog. */
  version: string
  appId: string
  appSecret: string
  /** Login for Business configuration, used by the dialog by default. */
  configId?: string
  /** For one call from being handed in to the last byte of its answer. Default 30 s. */
  requestTimeoutMs?: number
  /** Default 10 s. */
  connectTimeoutMs?: number
  /** Messages under way at once; more wait in line. Default 512: 5,000 a second at 100 ms each. */
  messageConnections?: number
  /** Gets every call with its answer, secrets taken out. Called on the sending path: must be quick, must not throw. */
  record?: (exchange: Exchange) => void
}

/**
 * The WhatsApp Cloud API. Every call takes the access token it acts with, resolves with a checked answer, and
 * rejects with a MetaError (meta-error.ts) and nothing else.
 */
export type Meta = MessageCalls &
  TokenCalls & {
    templates: TemplateCalls
    phoneNumbers: PhoneNumberCalls
    waba: WabaCalls
    subscribedApps: SubscribedAppCalls
    media: MediaCalls
    uploads: ResumableUploadCalls
    samples: SampleFileCalls
    files: MetaFiles
    appWebhooks: AppWebhookCalls
    testPhone: TestPhoneCalls
    datasets: DatasetCalls
    /** The version of Graph that is asked for, and the one that answered last. */
    version: { asked: string; served: () => string | undefined }
    /** Address of Facebook's login dialog for our app. */
    dialogAddress: (options: DialogOptions) => string
    /** Lets what is under way finish, then closes the connections. */
    close: () => Promise<void>
  }

const FACEBOOK = 'https://www.facebook.com'
const REQUEST_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
const MESSAGE_CONNECTIONS = 512

/** Opens no connection yet: the first call does. */
export function createMeta(options: MetaOptions): Meta {
  const { appId, appSecret, version } = options
  const graph = openGraph({
    graphUrl: options.graphUrl,
    version,
    requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    messageConnections: options.messageConnections ?? MESSAGE_CONNECTIONS,
    record: options.record,
  })
  const files = metaFiles(options.graphUrl)
  const dialog = { dialogUrl: options.dialogUrl ?? FACEBOOK, version, appId }
  return {
    ...messageCalls(graph),
    ...tokenCalls(graph, { appId, appSecret }),
    templates: templateCalls(graph),
    phoneNumbers: phoneNumberCalls(graph),
    waba: wabaCalls(graph),
    subscribedApps: subscribedAppCalls(graph),
    media: mediaCalls(graph),
    uploads: resumableUploadCalls(graph, appId),
    samples: sampleFileCalls(files),
    files,
    appWebhooks: appWebhookCalls(graph, { appId, appSecret }),
    testPhone: testPhoneCalls(graph),
    datasets: datasetCalls(graph),
    version: { asked: version, served: graph.servedVersion },
    dialogAddress: (wanted) =>
      buildDialogAddress(dialog, {
        ...(options.configId && wanted.scopes === undefined && { configId: options.configId }),
        ...wanted,
      }),
    close: graph.close,
  }
}
