import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { StartError } from '../errors.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it.skipIf(process.platform === 'win32')('starts where the path of temporary files has a space', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pg-'))
  const temporary = join(folder, "a b's")
  await mkdir(temporary)
  for (const path of [folder, temporary]) await chmod(path, 0o777)
  vi.stubEnv('TMPDIR', temporary)
  try {
    const server = await startEmbeddedPostgres(join(folder, 'postgres'), { throwaway: true })
    const client = new pg.Client(server.url('postgres'))
    await client.connect()
    const { rows } = await client.query('show unix_socket_directories')
    expect(rows[0].unix_socket_directories).toContain(temporary)
    await client.end()
    await server.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

it('says in a sentence that the database cannot be made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pg-'))
  await mkdir(join(folder, 'postgres', 'not empty'), { recursive: true })
  try {
    const starting = startEmbeddedPostgres(join(folder, 'postgres'), { throwaway: true })
    await expect(starting).rejects.toThrow(StartError)
    await expect(starting).rejects.toThrow(/^PostgreSQL could not make its database in /)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
