import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { takeFolder } from '../folder-lock.ts'

it.skipIf(platform() !== 'linux')(
  'leaves a database alone that a server of another container is at work on, until that one ends',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tidings-lock-'))
    const data = join(folder, 'postgres')
    const pidFile = join(data, 'postmaster.pid')
    const lockFile = join(data, 'tidings.lock')
    try {
      const server = await startEmbeddedPostgres(data, { throwaway: true })
      const pids = await readFile(pidFile, 'utf8')
      const seenFromHere = await readFile(lockFile, 'utf8')
      // As another container sees it: the process id is not there, or is another program's.
      const elsewhere = pids.replace(/^\d+/, '4194305')
      await writeFile(pidFile, elsewhere)
      await writeFile(lockFile, 'pid:[1]')
      const refusal = /Another container is at work on .*docker compose exec/
      await expect(startEmbeddedPostgres(data, { throwaway: true })).rejects.toThrow(refusal)
      await expect(takeFolder(folder)).rejects.toThrow(refusal)
      expect(await readFile(pidFile, 'utf8')).toBe(elsewhere)
      // One that was killed there is taken over at once.
      await writeFile(pidFile, pids)
      await writeFile(lockFile, seenFromHere)
      await server.stop()
      await writeFile(pidFile, elsewhere)
      await writeFile(lockFile, 'pid:[1]')
      const next = await startEmbeddedPostgres(data, { throwaway: true })
      expect(next.wasRunning).toBe(false)
      await next.stop()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  60_000,
)
