import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'

/** What a test's server was asked. */
export type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

export type Loopback = {
  url: string
  received: Received[]
  close: () => Promise<void>
}

/** A real HTTP server on loopback for tests: `answer` gets each whole request. */
export async function serveHttp(
  answer: (request: Received, response: ServerResponse) => void,
): Promise<Loopback> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked: Received = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      received.push(asked)
      answer(asked, response)
    })
  })
  return listen(server, received, () => server.closeAllConnections())
}

/** A bare TCP server for tests: `onConnection` decides what happens to each connection. */
export async function serveTcp(onConnection: (socket: Socket) => void): Promise<Loopback> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  })
  return listen(server, [], () => {
    for (const socket of sockets) socket.destroy()
  })
}

/** Answers every request with the same JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

async function listen(
  server: ReturnType<typeof createTcpServer>,
  received: Received[],
  drop: () => void,
): Promise<Loopback> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the test server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        drop()
      }),
  }
}
