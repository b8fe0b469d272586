import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { createLog } from '../../log.ts'
import { createHttp } from '../server.ts'

it('does not wait for a connection on which nothing was asked', async () => {
  const http = await createHttp({
    log: createLog('silent'),
    authenticate: () => Promise.reject(new Error('nobody calls')),
    frameOrigins: [],
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const started = performance.now()
  await http.close()
  expect(performance.now() - started).toBeLessThan(30_000)
  socket.destroy()
})
