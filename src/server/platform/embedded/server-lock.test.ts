import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { takeFolder } from '../folder-lock.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

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

it.skipIf(platform() !== 'linux')('starts without a lock where the file system has none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-lock-'))
  const program = join(folder, 'flock')
  const answer = `#!/bin/sh\n[ "$1" = --version ] || { echo "flock: $2: No locks available" >&2; exit 71; }\n`
  await writeFile(program, answer)
  for (const path of [folder, program]) await chmod(path, 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  try {
    const server = await startEmbeddedPostgres(join(folder, 'postgres'), { throwaway: true })
    await server.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
