import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'

type Server = Awaited<ReturnType<typeof startEmbeddedPostgres>>

/** One address behind which the database server is exchanged, as behind a proxy or a changed DNS entry. */
export type MovingDatabase = {
  /** The address that the product has. */
  url: string
  /** The present server's own address. */
  presentUrl: () => string
  /** A standby that follows the present server. */
  addStandby: () => Promise<void>
  /** The standby receives nothing from now on. */
  cutStandby: () => Promise<void>
  /** The present server is gone; the standby takes its place with what it has. */
  promoteStandby: (before?: () => Promise<void>) => Promise<void>
  /** An address that names both servers, as the product can have it. */
  bothUrl: () => string
  /** The standby keeps everything from now on; the present server waits for it. */
  keepUp: () => Promise<void>
  /** Stops the present server and promotes the standby, whose address the product has. */
  failOver: () => Promise<void>
  /** A dump of the present state. */
  dump: () => Promise<void>
  /** The dump takes the place of the present state. */
  restoreDump: (before?: () => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

const database = 'postgres'

export async function openMovingDatabase(folder: string): Promise<MovingDatabase> {
  let present = await startEmbeddedPostgres(join(folder, 'primary'), {})
  let standby: Server | undefined
  const gone: Server[] = []
  const proxy = await openProxy(() => Number(new URL(present.url(database)).port))
  const run = async <Row extends pg.QueryResultRow>(
    server: Server,
    text: string,
    name = database,
  ): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: server.url(name) })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const url = new URL(present.url(database))
  url.port = String(proxy.port)
  // The way that can be shut is the port; the server's socket cannot.
  url.search = ''

  /** The product is kept out; sessions that are left end. */
  const alone = async (work: () => Promise<void>): Promise<void> => {
    proxy.shut()
    try {
      await run(
        present,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}' and pid <> pg_backend_pid()`,
        'template1',
      )
      await work()
    } finally {
      proxy.let()
    }
  }

  return {
    url: url.href,
    presentUrl: () => present.url(database),
    async addStandby() {
      const data = join(folder, `standby-${gone.length}`)
      const from = join(folder, gone.length === 0 ? 'primary' : `standby-${gone.length - 1}`)
      const backup = new pg.Client({ connectionString: present.url(database) })
      await backup.connect()
      await backup.query("select pg_backup_start('standby', true)")
      await mkdir(data, { mode: 0o700 })
      await cp(from, data, {
        recursive: true,
        // A cache that every process rewrites and removes: it can vanish during the copy.
        filter: (path) => !/postmaster\.(pid|opts)$|server\.log|pg_internal\.init/.test(path),
      })
      const { rows } = await backup.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(false)',
      )
      await backup.end()
      await writeFile(join(data, 'backup_label'), rows[0]!.labelfile)
      await writeFile(join(data, 'standby.signal'), '')
      const { port, username, password } = new URL(present.url(database))
      await writeFile(
        join(data, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
      )
      await writeFile(`${data}.password`, await readFile(`${from}.password`), { mode: 0o600 })
      standby = await startEmbeddedPostgres(data, {})
      for (;;) {
        const [row] = await run<{ follows: boolean }>(
          present,
          "select exists (select from pg_stat_replication where state = 'streaming') as follows",
        )
        if (row?.follows) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async cutStandby() {
      await run(standby!, "alter system set primary_conninfo = ''")
      await run(standby!, 'select pg_reload_conf()')
    },
    async promoteStandby(before) {
      proxy.shut()
      try {
        gone.push(present)
        await run(standby!, 'select pg_promote()')
        present = standby!
        standby = undefined
        await before?.()
      } finally {
        proxy.let()
      }
    },
    bothUrl() {
      const both = new URL(present.url(database))
      both.search = ''
      const ports = [present, standby!].map((one) => new URL(one.url(database)).port)
      return both.href.replace(`127.0.0.1:${both.port}`, ports.map((port) => `127.0.0.1:${port}`).join(','))
    },
    async keepUp() {
      await run(present, "alter system set synchronous_standby_names = '*'")
      await run(present, 'select pg_reload_conf()')
    },
    async failOver() {
      await present.stop()
      await run(standby!, 'select pg_promote()')
      present = standby!
      standby = undefined
    },
    async dump() {
      await alone(async () => {
        await run(present, `create database dump template ${database}`, 'template1')
      })
    },
    async restoreDump(before) {
      await alone(async () => {
        await run(present, `alter database ${database} rename to lost`, 'template1')
        await run(present, `alter database dump rename to ${database}`, 'template1')
        await before?.()
      })
    },
    async close() {
      await proxy.close()
      for (const server of [...gone, standby, present]) await server?.stop()
    },
  }
}

type Proxy = { port: number; shut: () => void; let: () => void; close: () => Promise<void> }

async function openProxy(portOf: () => number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let isShut = false
  const server = createServer((client) => {
    if (isShut) {
      client.destroy()
      return
    }
    const there = connectTo(portOf(), '127.0.0.1')
    const both: [Socket, Socket][] = [
      [client, there],
      [there, client],
    ]
    for (const [one, other] of both) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const drop = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    shut() {
      isShut = true
      drop()
    },
    let() {
      isShut = false
    },
    async close() {
      drop()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
