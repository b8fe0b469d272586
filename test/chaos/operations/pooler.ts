import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '#server/platform/embedded-postgres.ts'
import { type Install, type Part, pause } from './install.ts'

const messages = 4_000

/** PgBouncer in transaction mode between the processes and the database is killed and started again, three times. */
export const pooler: Part = {
  name: 'restarts of PgBouncer',
  messages,
  async run(install) {
    const bouncer = await startBouncer(install)
    const environment = { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: install.databaseUrl }
    const web = await install.start('web', 'web', environment)
    install.webhooksTo(`http://127.0.0.1:${web.port}`)
    await Promise.all(['worker1', 'worker2'].map((name) => install.start(name, 'worker', environment)))
    let restarts = 0
    for (const share of [0.1, 0.3, 0.5]) {
      await install.untilTaken(messages * share)
      install.say(`PgBouncer is killed at ${install.taken()} messages`)
      await bouncer.restart()
      restarts++
    }
    await install.untilTaken(messages)
    return { restarts }
  },
}

async function startBouncer({ folder, databaseUrl, atEnd }: Install) {
  const port = await freePort()
  const { port: databasePort, username, password, pathname } = new URL(databaseUrl)
  const place = join(folder, 'pgbouncer')
  const file = join(place, 'pgbouncer.ini')
  await mkdir(place)
  // PgBouncer does not run as root, and its account has to reach its file.
  await chmod(folder, 0o711)
  await writeFile(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${databasePort} dbname=${pathname.slice(1)} user=${username} password=${password} connect_query='set statement_timeout = 60000; set jit = off'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 64
max_client_conn = 400
ignore_startup_parameters = extra_float_digits
`,
  )
  const asRoot = process.getuid?.() === 0
  const nobody = 65534
  if (asRoot) for (const path of [place, file]) await chown(path, nobody, nobody)
  const start = () => {
    const child = spawn('pgbouncer', [...(asRoot ? ['-u', 'nobody'] : []), '-q', file], { stdio: 'ignore' })
    child.once('error', () => process.stderr.write('This part needs PgBouncer: apt-get install pgbouncer.\n'))
    return { child, ended: new Promise((resolve) => child.once('exit', resolve)) }
  }
  let running = start()
  await untilListening(port)
  atEnd(async () => {
    running.child.kill('SIGKILL')
    await running.ended
  })
  return {
    url: `postgres://${username}@127.0.0.1:${port}/postgres`,
    async restart() {
      running.child.kill('SIGKILL')
      await running.ended
      await pause(2_000)
      running = start()
      await untilListening(port)
    },
  }
}

async function untilListening(port: number): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isUp) return
    await pause(50)
  }
  throw new Error('PgBouncer does not listen')
}
