import { expect, inject, it } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { isCluster } from '#test/cluster.ts'
import { cloneDatabase } from '#test/server.ts'
import { prepareBackend } from './backend.ts'

const log = createLog('fatal')

it('refuses to start where DATABASE_BACKEND says another kind than the database is', async () => {
  const { databaseUrl, drop } = await cloneDatabase()
  try {
    const [own, other] = isCluster ? (['citus', 'postgres'] as const) : (['postgres', 'citus'] as const)
    await expect(prepareBackend(databaseUrl, other, log)).rejects.toThrow(
      isCluster ? /Set DATABASE_BACKEND=citus for every process/ : /this database has no Citus/,
    )
    // Several processes start at once; what is with the nodes stays as it is.
    const prepared = await Promise.all([1, 2].map(() => prepareBackend(databaseUrl, own, log)))
    for (const done of prepared)
      expect(done).toEqual(
        isCluster ? { distributed: [], reference: [], local: expect.any(Array) } : undefined,
      )
    const [node] = inject('workerUrls')
    if (!node) return
    const onNode = new URL(node)
    onNode.pathname = new URL(databaseUrl).pathname
    await expect(prepareBackend(onNode.href, own, log)).rejects.toThrow(/leads to a node/)
  } finally {
    await drop()
  }
})
