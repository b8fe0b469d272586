// `npm run attack [streams]`: starts an install of its own on this machine and does to it what a stranger would try.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/platform/embedded-postgres.ts'
import { runAttack } from '#test/attack/attack.ts'
import { table } from '#test/attack/stranger.ts'

const streams = Number(process.argv[2] ?? 1500)
const folder = await mkdtemp(join(tmpdir(), 'tidings-attack-'))
const port = await freePort()
const product = spawn(process.execPath, [join(import.meta.dirname, '../src/server/main.ts')], {
  env: {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: '',
    LOG_LEVEL: 'error',
    // Streams need many people, who all come from this machine.
    SIGNUP_LIMIT: '10000',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()))
try {
  await new Promise<void>((resolve, reject) => {
    product.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('is ready')) resolve()
    })
    void ended.then(() => reject(new Error('the product ended')))
  })
  const say = (line: string) => process.stdout.write(`trying ${line}\n`)
  // Of the thread with the event loop. Ticks of a hundredth of a second, after the name in brackets, which may hold spaces.
  const ticks = () =>
    readFileSync(`/proc/${product.pid}/task/${product.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const cpuMs =
    process.platform === 'linux' ? () => (Number(ticks()[11]) + Number(ticks()[12])) * 10 : undefined
  const url = `http://127.0.0.1:${port}`
  const rows = await runAttack({ url, streams, logouts: 12, slowest: 200, largeWebhooks: 40, cpuMs, say })
  process.stdout.write(`${table(rows)}\n`)
  process.exitCode = rows.some(({ faults }) => faults.length > 0) ? 1 : 0
} finally {
  product.kill('SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
}
