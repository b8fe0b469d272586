import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLog } from '../../log.ts'
import { createHttp, type Http } from '../server.ts'

const answerMs = 150
/** How often the proxy asks whether the server is ready. */
const lookEveryMs = 400

async function open(): Promise<{ http: Http; port: number }> {
  const http = await createHttp({
    log: createLog('silent'),
    authenticate: () => Promise.reject(new Error('none is asked for')),
    frameOrigins: [],
  })
  http.get('/slow', async () => {
    await sleep(answerMs)
    return { success: true }
  })
  http.get('/ready', (_, reply) => reply.code(http.isDraining() ? 503 : 200).send())
  await http.listen({ port: 0, host: '127.0.0.1' })
  return { http, port: (http.server.address() as AddressInfo).port }
}

/** A proxy's client: it keeps connections, and sends nothing more to a server that says it is not ready. */
function proxyTo(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const ask = (path: string): Promise<{ status: number; connection: string | undefined }> =>
    new Promise((resolve, reject) => {
      get({ port, path, agent }, (answer) => {
        answer.resume()
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }),
        )
      }).once('error', reject)
    })
  return { ask, agent }
}

it('loses no request of a proxy that keeps its connections when it leaves a group', async () => {
  const { http, port } = await open()
  const { ask, agent } = proxyTo(port)
  const { ask: look, agent: looks } = proxyTo(port)
  const answers: Promise<{ status: number; connection: string | undefined }>[] = []
  let isReady = true
  const looking = (async () => {
    while (isReady) {
      await sleep(lookEveryMs)
      isReady = (await look('/ready')).status === 200
    }
  })()
  const sending = (async () => {
    for (; isReady; await sleep(20)) for (let one = 0; one < 2; one++) answers.push(ask('/slow'))
  })()
  await sleep(1.5 * lookEveryMs)
  const before = answers.length
  // Longer than the proxy takes to notice.
  await http.drain(3 * lookEveryMs)
  await http.close()
  await Promise.all([sending, looking])
  const done = await Promise.all(answers)
  expect(done.filter(({ status }) => status !== 200)).toEqual([])
  expect(done.length).toBeGreaterThan(before)
  expect(before).toBeGreaterThan(20)
  expect(done.filter(({ connection }) => connection === 'close').length).toBeGreaterThan(3)
  await expect(ask('/ready')).rejects.toThrow()
  for (const one of [agent, looks]) one.destroy()
})

it('closes at once where nothing is to be waited for', async () => {
  const { http, port } = await open()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await http.drain(0)
  expect(http.isDraining()).toBe(false)
  await http.close()
  socket.destroy()
})
