import { connect } from 'node:net'

const patienceMs = 10_000

/** Sends bytes as they are, which no HTTP client would, and gives the bytes of the answer. */
export async function raw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return await new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(bytes))
    let text = ''
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')))
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(text) : reject(error),
    )
    socket.on('close', () => resolve(text))
  })
}

export const getRaw = (url: string, path: string, headers = ''): Promise<string> =>
  raw(url, `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${headers}Connection: close\r\n\r\n`)

/** The value of a header of a raw answer. */
export const headerOf = (answer: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(answer.split('\r\n\r\n')[0] ?? '')?.[1]?.trim()
