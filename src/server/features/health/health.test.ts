import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onboarding } from '#contract/onboarding.ts'
import { openShop, planCampaign, type Shop } from '#server/features/messages/messages.fixture.ts'
import { connectPracticeAccount } from '#server/features/onboarding/onboarding.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { observe } from '#server/observe.ts'
import type { Mail } from '#server/platform/mail.ts'
import { type MediaPlace, openMediaStore, readMediaStore } from '#server/platform/media-store/open-store.ts'
import { s3Keys, startFakeS3 } from '#test/files/fake-s3.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { mailAlertsTo } from './alert-mail.ts'
import { type Alert, openAlerts, takeUnmailed, watchInstall } from './alerts.ts'
import { partsOf } from './checks.ts'
import { readFigures } from './figures.ts'
import { openSharedFiles } from './shared-files.ts'

let server: TestServer
let shop: Shop
const mails: Mail[] = []
beforeAll(async () => {
  server = await openTestServer({
    mail: async (mail) => {
      // New accounts are asked to confirm their email.
      if (!mail.subject.startsWith('Confirm')) mails.push(mail)
    },
  })
  shop = await openShop(server)
})
afterAll(() => server.close())

const notices = async (token: string) =>
  (await server.call(onboarding.connection, { token })).body.connection.notices.map(
    ({ sentence }) => sentence,
  )

it('answers metrics to who has the token, on a port of their own', async () => {
  const token = 'a token of the tests'
  const { metricsUrl = '', close } = await observe(server.app, {
    metrics: { port: 0, host: '127.0.0.1', token },
    tracesEndpoint: undefined,
    role: 'web',
    meta: { graphUrl: server.sandbox.url } as never,
  })
  try {
    const ask = (authorization?: string, url = metricsUrl) =>
      fetch(url, { headers: authorization ? { authorization } : {} })
    expect((await ask()).status).toBe(401)
    expect((await ask(`Bearer ${token}x`)).status).toBe(401)
    expect((await ask(`Bearer ${token}`, metricsUrl.replace('/metrics', '/'))).status).toBe(404)
    await sql`
      update pgboss.queue set ready_count = case when name = (select min(name) from pgboss.queue) then 7 else 0 end`.execute(
      server.app.db,
    )
    await server.call(onboarding.doctor, { token: shop.token })
    const answer = await ask(`Bearer ${token}`)
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toContain('text/plain')
    for (const name of [
      'tidings_database_up 1',
      'tidings_database_steady 1',
      'tidings_lanes{state="stopped"} 0',
      'tidings_webhooks_waiting ',
      'tidings_messages_unknown ',
      'tidings_jobs_waiting 7',
      'tidings_disk_free_bytes ',
      'tidings_pool_connections{state="waited_for"} ',
      'nodejs_eventloop_lag_p99_seconds ',
    ]) {
      expect(text).toContain(name)
    }
    expect(text).toMatch(/tidings_provider_seconds_count\{provider="meta",call="other"\} [1-9]/)
    for (const file of ['prometheus/tidings-rules.yml', 'grafana/tidings.json']) {
      const asked = (await readFile(join('deploy', file), 'utf8')).match(
        /\b(tidings|nodejs|process)_[a-z0-9_]+/g,
      )
      expect(asked?.length, file).toBeGreaterThan(5)
      for (const name of new Set(asked?.map((one) => one.replace(/_(bucket|count|sum)$/, ''))))
        expect(text, `${name} of ${file}`).toContain(`# TYPE ${name} `)
    }
  } finally {
    await close()
  }
})

it('answers metrics without a token to who asks for this machine by its own name alone', async () => {
  const { metricsUrl = '', close } = await observe(server.app, {
    metrics: { port: 0, host: '127.0.0.1', token: undefined },
    tracesEndpoint: undefined,
    role: 'web',
    meta: { graphUrl: server.sandbox.url } as never,
  })
  const ask = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(metricsUrl, { headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on(
        'error',
        reject,
      )
    })
  try {
    const { port } = new URL(metricsUrl)
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, 'evil.example', `127.0.0.1.evil.example:${port}`]
    expect(await Promise.all(hosts.map(ask))).toEqual([200, 200, 403, 403])
  } finally {
    await close()
  }
})

it('sends spans of requests and of what they ask of the provider', async () => {
  const received: string[] = []
  const collector = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      received.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  try {
    const { close } = await observe(server.app, {
      metrics: undefined,
      tracesEndpoint: `http://127.0.0.1:${port}`,
      role: 'web',
      meta: { graphUrl: server.sandbox.url } as never,
    })
    await server.call(onboarding.doctor, { token: shop.token })
    await close()
    const spans = received.join('')
    expect(spans).toContain('subscribed_apps')
    expect(spans).not.toContain('access_token')
  } finally {
    collector.close()
  }
})

it('reports a stopped number once, in the product and by mail, until it is fixed', async () => {
  await planCampaign(server, shop, ['+919812345001'])
  const pause = (until: string | null) =>
    sql`update lanes set paused_until = ${until}::timestamptz, pause_code = 'stopped' where business_id = ${shop.businessId}`.execute(
      server.app.db,
    )
  await sql`insert into lanes (business_id, phone_number_id) values (${shop.businessId}, ${shop.phoneNumberId})
    on conflict do nothing`.execute(server.app.db)
  await pause('infinity')
  await watchInstall(server.app)
  await watchInstall(server.app)
  const stranger = await server.signUp()
  const sentence = expect.stringMatching(/^No messages are being sent from \+1 .*Your messages are safe/)
  expect(await notices(shop.token)).toEqual([sentence])
  expect(await notices(stranger.token)).toEqual([])

  const taken = await takeUnmailed(server.app)
  expect(taken).toEqual([{ business_id: shop.businessId, kind: 'lane_stopped', subject: shop.phoneNumberId }])
  expect(await takeUnmailed(server.app)).toEqual([])
  const mail = { business_id: shop.businessId, user_id: shop.userId, alerts: taken }
  await mailAlertsTo(server.app, mail)
  expect(mails).toEqual([
    expect.objectContaining({ subject: expect.stringContaining('No messages are being sent') }),
  ])

  await pause(null)
  await watchInstall(server.app)
  expect(await notices(shop.token)).toEqual([])
  // Fixed before the mail left.
  await mailAlertsTo(server.app, mail)
  expect(mails).toHaveLength(1)
  // Back within the hour: in the product again, and no second mail.
  await pause('infinity')
  await watchInstall(server.app)
  expect(await openAlerts(server.app, shop.businessId)).toHaveLength(1)
  expect(await takeUnmailed(server.app)).toEqual([])
  await sql`update alerts set ended_at = now() - interval '2 hours'`.execute(server.app.db)
  await watchInstall(server.app)
  expect(await takeUnmailed(server.app)).toHaveLength(1)
  await sql`update users set browser_language = 'es' where id = ${shop.userId}`.execute(server.app.db)
  await mailAlertsTo(server.app, mail)
  expect(mails.at(-1)?.text).toContain(inLanguage('es', () => t('health.remedy.lane_stopped')))
})

it('reports silence of webhooks when it lasts, and a lost token', async () => {
  await sql`update lanes set paused_until = null, progressed_at = now() where business_id = ${shop.businessId}`.execute(
    server.app.db,
  )
  await sql`delete from webhook_queue`.execute(server.app.db)
  await sql`delete from webhook_events`.execute(server.app.db)
  await sql`update whatsapp_accounts set token_expires_at = now() + interval '3 days'`.execute(server.app.db)
  await watchInstall(server.app)
  const kinds = async () => (await openAlerts(server.app, shop.businessId)).map(({ kind }) => kind)
  // A number that has just begun waits for its first report.
  expect(await kinds()).toEqual(['token_dying'])
  await sql`update alerts set since = (since at time zone 'UTC' - interval '16 minutes') at time zone 'UTC' where ended_at is null`.execute(
    server.app.db,
  )
  await watchInstall(server.app)
  expect((await kinds()).sort()).toEqual(['token_dying', 'webhook_silence'])
  await sql`insert into webhook_events (body, business_id) values ('{}', ${shop.businessId})`.execute(
    server.app.db,
  )
  await sql`update whatsapp_accounts set token_expires_at = null`.execute(server.app.db)
  await watchInstall(server.app)
  expect(await kinds()).toEqual([])
})

it('shows and ends what was found while the clock of the database was ahead', async () => {
  const set = (what: string) =>
    server.app.pool.query(`update whatsapp_accounts set ${what} where business_id = $1`, [shop.businessId])
  const kinds = async () => (await openAlerts(server.app, shop.businessId)).map(({ kind }) => kind)
  const setClockBack = () =>
    sql`update alerts set since = now() + interval '5 hours', seen_at = now() + interval '5 hours'
      where ended_at is null`.execute(server.app.db)
  await set(`token_expires_at = now() + interval '3 days'`)
  await watchInstall(server.app)
  await setClockBack()
  await watchInstall(server.app)
  expect(await kinds()).toEqual(['token_dying'])
  await setClockBack()
  await set('token_expires_at = null')
  await watchInstall(server.app)
  const { rows } = await sql`select from alerts where kind = 'token_dying' and ended_at is null`.execute(
    server.app.db,
  )
  expect(rows).toEqual([])
})

it('mails that access has ended, also after it was mailed that it would', async () => {
  const set = (what: string) =>
    server.app.pool.query(`update whatsapp_accounts set ${what} where business_id = $1`, [shop.businessId])
  const mailed = async () => {
    await watchInstall(server.app)
    await sql`update alerts set since = now()`.execute(server.app.db)
    return (await takeUnmailed(server.app)).filter(({ kind }) => kind.startsWith('token_'))
  }
  await sql`delete from alerts`.execute(server.app.db)
  await set(`token_expires_at = now() + interval '3 days'`)
  expect(await mailed()).toMatchObject([{ kind: 'token_dying' }])
  await set(`status = 'reconnect'`)
  expect(await mailed()).toMatchObject([{ kind: 'token_dead' }])
  expect(await mailed()).toEqual([])
  await set(`status = 'connected', token_expires_at = null`)
  expect(await mailed()).toEqual([])
  const left = (await openAlerts(server.app, shop.businessId)).map(({ kind }) => kind)
  expect(left.filter((kind) => kind.startsWith('token_'))).toEqual([])
})

it('warns of nothing about the account that is there for the test phone alone', async () => {
  const person = await server.signUp()
  await connectPracticeAccount(server.app, person.businessId, { forTestPhone: true })
  const seen = async () => {
    await watchInstall(server.app)
    const { body } = await server.call(onboarding.connection, { token: person.token })
    const { number, notices } = body.connection
    return { number, notices, alerts: await openAlerts(server.app, person.businessId) }
  }
  for (const change of [`token_expires_at = now() + interval '2 days'`, `status = 'reconnect'`]) {
    const set = `update whatsapp_accounts set ${change} where business_id = $1`
    await server.app.pool.query(set, [person.businessId])
    expect(await seen(), change).toEqual({ number: null, notices: [], alerts: [] })
  }
})

it('names the broken part to the operator, and the sending alone to others', async () => {
  const other = await server.signUp()
  const partsFor = async (token: string) =>
    (await server.call(onboarding.doctor, { token })).body.report.checks
      .map(({ id }) => id)
      .filter((id) => id === 'sending' || id.startsWith('install '))
  const all = ['sending', 'processes', 'database', 'webhooks', 'disk', 'unknown']
  expect(await partsFor(shop.token)).toEqual(
    all.map((part) => (part === 'sending' ? part : `install ${part}`)),
  )
  expect(await partsFor(other.token)).toEqual(['sending'])
  const figures = await readFigures(server.app)
  const gb = 1024 ** 3
  const broken = (more: object, freeBytes = 50 * gb, alerts: Alert[] = []) =>
    partsOf({ ...figures, ...more }, { freeBytes, totalBytes: 100 * gb }, alerts)
      .filter(({ state }) => state !== 'good')
      .map(({ part }) => part)
  expect(broken({})).toEqual([])
  expect(broken({ databaseState: 'checking' })).toEqual(['database'])
  expect(broken({ standbyLagSeconds: 45 })).toEqual(['database'])
  expect(broken({ webhooksWaiting: 12, webhookLagSeconds: 400 })).toEqual(['webhooks'])
  expect(broken({ webhooksFailed: 1 })).toEqual(['webhooks'])
  expect(broken({ unknown: 500 })).toEqual(['unknown'])
  expect(broken({}, gb)).toEqual(['disk'])
  const elsewhere: Alert = { kind: 'disk_full', subject: 'web2', details: { machine: 'web2', freeGb: 1.5 } }
  expect(broken({}, 50 * gb, [elsewhere])).toEqual(['disk'])
})

it('refuses files that are not those of the other processes, and moves files of earlier versions among them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-shared-'))
  const s3 = await startFakeS3('files')
  const start = async (dataDir: string, mediaStore: MediaPlace) => {
    const own = join(folder, dataDir)
    const media = await openMediaStore(mediaStore, own)
    const app = { ...server.app, media, settings: { ...server.app.settings, dataDir: own } }
    const inApp = { ...app, transaction: server.app.transaction }
    await openSharedFiles(inApp, { mediaStore, databaseUrl: server.databaseUrl }).finally(() => media.close())
  }
  const shared = { folder: join(folder, 'shared') }
  const other = { folder: join(folder, 'other') }
  const bucket = readMediaStore(`s3://files/of?endpoint=${s3.endpoint}`, s3Keys)!
  try {
    await mkdir(join(folder, 'one/imports'), { recursive: true })
    await writeFile(join(folder, 'one/imports/list'), 'Asha')
    // Both begin at once, and again after a restart.
    await Promise.all([start('one', shared), start('two', shared)])
    await start('one', shared)
    expect(await readFile(join(folder, 'shared/imports/list'), 'utf8')).toBe('Asha')
    await expect(readFile(join(folder, 'one/imports/list'))).rejects.toThrow('ENOENT')

    const mark = await readFile(join(folder, 'shared/.tidings-files'), 'utf8')
    await expect(start('three', other)).rejects.toThrow(
      /does not hold the files that the other processes use/,
    )
    // Files of another install, and a mark that was cut off.
    await mkdir(other.folder, { recursive: true })
    await writeFile(join(folder, 'other/.tidings-files'), 'ffffffff-0000-4000-8000-000000000000')
    await expect(start('three', other)).rejects.toThrow(mark)
    await writeFile(join(folder, 'other/.tidings-files'), mark.slice(0, 20))
    await expect(start('three', other)).rejects.toThrow(mark)
    await writeFile(join(folder, 'other/.tidings-files'), `${mark}\n`)
    await start('three', other)

    // A bucket: refused, until the data folder with the files of before is the install's.
    await expect(start('four', bucket)).rejects.toThrow(/The bucket files does not hold/)
    await mkdir(join(folder, 'five/template-media/7'), { recursive: true })
    await writeFile(join(folder, 'five/template-media/7/1'), 'header')
    await writeFile(join(folder, 'five/.tidings-files'), mark)
    await start('five', bucket)
    await start('four', bucket)
    expect(s3.objects.get('of/template-media/7/1')?.content.toString()).toBe('header')
  } finally {
    await s3.close()
    await rm(folder, { recursive: true })
  }
})
