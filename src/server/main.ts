import { createHmac } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compose } from './compose.ts'
import { type Config, readConfig } from './config.ts'
import { explainDisk } from './data-folder.ts'
import { awaitsSetup, setupCodeOf } from './features/accounts/accounts.ts'
import { openSharedFiles } from './features/health/health.ts'
import { prepareReplies } from './features/leads/leads.ts'
import { explainListening, loopbackFor, nameHere } from './listening.ts'
import { observe } from './observe.ts'
import { prepareBackend } from './platform/citus/backend.ts'
import { refusePooler } from './platform/database.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { StartError } from './platform/errors.ts'
import { takeFolder } from './platform/folder-lock.ts'
import { foregroundShare } from './platform/http/foreground.ts'
import { createLog, type Logger } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import {
  lookAtPooled,
  prepareDatabase,
  prepareDivided,
  prepareEmbedded,
  preparePooled,
} from './prepare-database.ts'
import { standInOptions } from './social-settings.ts'

/** Signals of one Ctrl-C may reach us twice: from the terminal, and passed on by npm. */
const sameCtrlCMs = 400

/** The process, from configuration to the line that says where it answers; and back down again. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const opened: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const shut of opened.splice(0).reverse()) await shut()
  }
  const opening = open(config, log, opened)
  // A signal that comes while we start waits for the start, so that nothing is opened behind the closing.
  stopOnSignal(() => opening.then(close, close), log)
  await opening.catch(async (error: unknown) => {
    // The first failure is the one reported.
    await close().catch((fault: unknown) => log.error({ err: fault }, 'stopping did not go in order'))
    throw error
  })
}

async function open(config: Config, log: Logger, opened: (() => Promise<void>)[]): Promise<void> {
  let databaseUrl = config.databaseUrl
  const ownerUrl = config.databaseOwnerUrl
  const directUrl = config.databaseDirectUrl
  if (databaseUrl && ownerUrl) {
    await prepareDivided({ owner: ownerUrl, product: directUrl ?? databaseUrl }, log)
    if (directUrl) await lookAtPooled({ direct: directUrl, pooled: databaseUrl }, log)
    else await refusePooler(databaseUrl)
  } else if (databaseUrl && directUrl) {
    await preparePooled({ direct: directUrl, pooled: databaseUrl }, log)
  } else if (databaseUrl) {
    await prepareDatabase(databaseUrl, log)
    await refusePooler(databaseUrl)
  }
  if (databaseUrl) {
    await prepareBackend(ownerUrl ?? directUrl ?? databaseUrl, config.databaseBackend, log)
  } else {
    opened.push(await takeFolder(config.dataDir))
    const postgres = await startEmbeddedPostgres(join(config.dataDir, 'postgres'), { watch: log })
    opened.push(postgres.stop)
    databaseUrl = await prepareEmbedded(postgres, log)
  }

  const provider = await openProvider(config, opened)
  const { app, work, close } = await compose({
    databaseUrl,
    directUrl,
    queueIsInstalled: !config.databaseUrl || ownerUrl !== undefined || directUrl !== undefined,
    log,
    role: config.role,
    encryptionKey: config.encryptionKey,
    otherEncryptionKeys: config.otherEncryptionKeys,
    firstEncryptionKey: config.firstEncryptionKey,
    graphUrl: config.meta.graphUrl,
    social: config.practice
      ? standInOptions(
          { url: config.meta.graphUrl, dialogUrl: config.meta.dialogUrl },
          provider,
          config.meta.graphVersion,
        )
      : config.social,
    mediaStore: config.mediaStore,
    mail: config.smtp && createMailer(config.smtp.url, config.smtp.from),
    settings: {
      publicUrl: config.publicUrl,
      dataDir: config.dataDir,
      // Where the networks are on this machine, they reach us there.
      mediaOrigin: config.practice ? `http://${loopbackFor(config.host)}:${config.port}` : config.mediaOrigin,
      linkNetworks: config.linkNetworks,
      outsideHosts: config.outsideHosts,
      outsideRequests: config.outsideRequests,
      jwtSecret: config.jwtSecret,
      otherJwtSecrets: config.otherJwtSecrets,
      practice: config.practice,
      anyHost: config.anyHost,
      testUsers: config.practice,
      metaPageUrl: config.metaPageUrl,
      signup: config.signup,
      signupLimit: config.signupLimit,
      sessionDays: config.sessionDays,
      sessionIdleHours: config.sessionIdleHours,
      placesFile: config.placesFile,
      twoFactor: config.twoFactor,
      keepWebhooksDays: config.keepWebhooksDays,
      keepChatFilesDays: config.keepChatFilesDays,
      undoSeconds: config.undoSeconds,
      publishWaitMs: 5_000,
      supportEmail: config.supportEmail,
      directories: config.directories,
      meta: { ...config.meta, ...provider },
    },
  })
  opened.push(close)
  await openSharedFiles(app, config)
  const observation = await observe(app, config).catch(
    explainListening('METRICS_PORT', config.metrics?.port ?? 0, config.metrics?.host ?? ''),
  )
  opened.push(observation.close)

  if (config.role !== 'worker') {
    // A worker has no use for it, and it is a quarter of all that a start loads.
    const { serve } = await import('./serve.ts')
    const { port, close } = await serve(config, app, observation)
    opened.push(close)
    process.stdout.write(`Tidings is ready: http://${nameHere(config.host)}:${port}/marketing\n`)
    if (await awaitsSetup(app)) {
      process.stdout.write(`The first account needs this setup code: ${setupCodeOf(config.jwtSecret)}\n`)
    }
  }
  await work()
  if (config.role !== 'web') opened.push(prepareWhenQuiet(log))
  if (config.role === 'worker') process.stdout.write('Tidings worker is ready.\n')
}

/** The rules of replies take a second to load: that is done between requests, and not by the first reply. */
function prepareWhenQuiet(log: Logger): () => Promise<void> {
  const timer = setInterval(() => {
    if (foregroundShare() > 0) return
    clearInterval(timer)
    prepareReplies().catch((error: unknown) =>
      log.warn({ err: error }, 'the rules of replies were not loaded'),
    )
  }, quietMs).unref()
  return async () => clearInterval(timer)
}
/** A start has more to do at first, and a process that is soon replaced never needs them. */
const quietMs = 20_000

/** The app that the provider knows us by; without one, the sandbox's, which is started here. */
async function openProvider(
  config: Config,
  opened: (() => Promise<void>)[],
): Promise<{ appId: string; appSecret: string; configId: string | undefined }> {
  const { appId, appSecret, configId } = config.meta
  if (appId && appSecret) return { appId, appSecret, configId }
  const { sandboxSeed } = await import('#sandbox/world/seed.ts')
  // Secret to this install and equal in all its processes.
  const secretFor = (what: string) =>
    createHmac('sha256', config.jwtSecret).update(`sandbox ${what}`).digest('hex').slice(0, 32)
  const sandboxAppSecret = secretFor('app')
  if (config.role !== 'worker') {
    const controlSecret = secretFor('control')
    await writeFile(join(config.dataDir, 'sandbox-secret'), controlSecret, { mode: 0o600 })
    const webhooks = `http://${loopbackFor(config.host)}:${config.port}`
    const { startSandbox } = await import('#sandbox/sandbox.ts')
    const sandbox = await startSandbox({
      port: config.sandboxPort,
      host: config.host,
      webhookUrl: `${webhooks}/marketing/api/webhooks/meta`,
      verifyToken: config.meta.verifyToken,
      dataFile: join(config.dataDir, 'sandbox.json'),
      appSecret: sandboxAppSecret,
      controlSecret,
      callbackOrigins: [webhooks, new URL(config.publicUrl).origin],
    }).catch(explainListening('SANDBOX_PORT', config.sandboxPort, config.host))
    opened.push(() => sandbox.close())
  }
  return { appId: sandboxSeed.app.id, appSecret: sandboxAppSecret, configId: sandboxSeed.app.configId }
}

/** The first signal ends the process in order; a second one leaves at once. */
function stopOnSignal(close: () => Promise<void>, log: Logger): void {
  let since: number | undefined
  const stop = (): void => {
    if (since !== undefined) {
      if (Date.now() - since > sameCtrlCMs) process.exit(130)
      return
    }
    since = Date.now()
    process.stdout.write('Stopping …\n')
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping did not go in order')
        process.exit(1)
      },
    )
  }
  // The reader of our output may end first: `npm start | tee log` loses tee at Ctrl-C.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
    })
  }
  process.on('SIGHUP', stop)
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

main().catch((error: unknown) => {
  const sentence =
    error instanceof StartError
      ? error.message
      : (explainDisk(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)))
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
})
