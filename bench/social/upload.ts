import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { socialMedia } from '#contract/social/social.ts'
import { signUp } from '#server/features/accounts/accounts.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { composeWith } from '../open-bench.ts'

export type UploadFigures = {
  megabytes: number
  seconds: number
  /** The same bytes, streamed over HTTP to a file and nothing else. */
  rawSeconds: number
  beforeMegabytes: number
  highestMegabytes: number
  risenMegabytes: number
}

const rss = (): number => process.memoryUsage.rss() / 1e6

/** Uploads a video of that size. The client is a process of its own, so that only the server is measured. */
export async function benchUpload(megabytes = 500): Promise<UploadFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-upload-'))
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < megabytes * 2.2e6) throw new Error('the disk has no room for two such files')
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const databaseUrl = postgres.url('postgres')
  const migrating = openDatabase<unknown>(databaseUrl, createLog('error'), { connections: 1 })
  await migrate(migrating.db).finally(migrating.close)
  const [jwtSecret, encryptionKey] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  // No provider is asked: nothing answers there.
  const secrets = { jwtSecret, encryptionKey, graphUrl: 'http://127.0.0.1:9' }
  const { app, close } = await composeWith(databaseUrl, secrets, 'all', folder)
  const { user } = await signUp(app, {
    name: 'Bench',
    email: 'bench@example.com',
    password: 'correct horse',
    country: 'IN',
    timezone: 'UTC',
  } as Parameters<typeof signUp>[1])
  const { business_id: businessId } = await app.db
    .selectFrom('users')
    .select('business_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const caller = { userId: user.id, businessId, sessionId: 'bench' }
  const http = await createHttp({
    log: createLog('error'),
    authenticate: async () => caller,
    frameOrigins: [],
  })
  mountRoutes(http, app)
  const raw = createServer(async (incoming, reply) => {
    await pipeline(incoming, createWriteStream(join(folder, 'raw')))
    reply.end('{}')
  })
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
  const rawUrl = `http://127.0.0.1:${(raw.address() as AddressInfo).port}`
  try {
    const url = await http.listen({ port: 0, host: '127.0.0.1' })
    // What is loaded and compiled once does not belong to the file.
    await upload(`${url}${socialMedia.upload.path}`, 1)
    const rawSeconds = await upload(rawUrl, megabytes)
    const beforeMegabytes = rss()
    const samples: number[] = []
    const watch = setInterval(() => samples.push(rss()), 20)
    const seconds = await upload(`${url}${socialMedia.upload.path}`, megabytes)
    clearInterval(watch)
    const highestMegabytes = Math.max(...samples)
    return {
      megabytes,
      seconds,
      rawSeconds,
      beforeMegabytes,
      highestMegabytes,
      risenMegabytes: highestMegabytes - beforeMegabytes,
    }
  } finally {
    await http.close()
    raw.close()
    await close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function upload(url: string, megabytes: number): Promise<number> {
  const client = spawn(process.execPath, [import.meta.filename, 'client', url, String(megabytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = Buffer.concat(await client.stdout.toArray()).toString()
  const { seconds, status, body } = JSON.parse(said) as { seconds: number; status: number; body: string }
  if (status !== 200) throw new Error(`the upload answered ${status}: ${body}`)
  return seconds
}

/** Sends a small film with a large box of random bytes behind it, as one form. */
async function send(url: string, megabytes: number): Promise<void> {
  const film = await readFile(join(import.meta.dirname, '../../test/files/media/film.mp4'))
  const room = megabytes * 1_000_000 - film.length
  const box = Buffer.alloc(8)
  box.writeUInt32BE(room, 0)
  box.write('free', 4)
  const head = `--bench\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n`
  const end = '\r\n--bench--\r\n'
  const chunk = Buffer.alloc(64 * 1024, 7)
  async function* body() {
    yield Buffer.from(head)
    yield film
    yield box
    for (let left = room - 8; left > 0; left -= chunk.length)
      yield chunk.subarray(0, Math.min(left, chunk.length))
    yield Buffer.from(end)
  }
  const begun = performance.now()
  const asked = request(url, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=bench',
      'content-length': head.length + megabytes * 1_000_000 + end.length,
    },
  })
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', async (answer) =>
      resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(await answer.toArray()).toString() }),
    )
  })
  await pipeline(body, asked)
  const answer = await answered
  process.stdout.write(JSON.stringify({ ...answer, seconds: (performance.now() - begun) / 1000 }))
}

if (import.meta.main) {
  const [, , what, url = '', megabytes] = process.argv
  if (what === 'client') await send(url, Number(megabytes))
  else process.stdout.write(`${JSON.stringify(await benchUpload(Number(what ?? 500)))}\n`)
}
