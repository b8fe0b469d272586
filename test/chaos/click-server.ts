import { composeWith } from '../../bench/open-bench.ts'
import { authenticate } from '../../src/server/features/accounts/accounts.ts'
import { createHttp } from '../../src/server/platform/http/server.ts'
import { createLog } from '../../src/server/platform/log.ts'
import { mountRoutes } from '../../src/server/routes.ts'

/** The product's web process without its pages, and without a worker: what a test kills while people click. */
export type ClickServerOrder = {
  databaseUrl: string
  dataDir: string
  encryptionKey: string
  jwtSecret: string
}

process.once('message', (order: ClickServerOrder) => {
  void serve(order).then((url) => process.send?.(url))
})

async function serve({ databaseUrl, dataDir, ...secrets }: ClickServerOrder): Promise<string> {
  const graphUrl = 'http://127.0.0.1:9'
  const { app } = await composeWith(databaseUrl, { ...secrets, graphUrl }, 'worker', dataDir)
  const http = await createHttp({
    log: createLog('error'),
    authenticate: (request) => authenticate(app, request.headers.authorization),
    frameOrigins: [],
  })
  mountRoutes(http, app)
  return await http.listen({ port: 0, host: '127.0.0.1' })
}
