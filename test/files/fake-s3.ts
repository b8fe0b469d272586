import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeS3 = {
  endpoint: string
  objects: Map<string, { content: Buffer; type: string; changedAt: Date }>
  /** Multipart uploads that were begun and neither completed nor aborted. */
  uploads: Map<string, Map<number, { content: Buffer; etag: string }>>
  /** What was asked, as `PUT key?partNumber`. */
  asked: string[]
  /** Cuts the connection of the next such answers in the middle of their bytes. */
  cut: { answers: number }
  /** Answers the next requests with 503. */
  down: { answers: number }
  close: () => Promise<void>
}

export const s3Keys = { accessKeyId: 'tidings', secretAccessKey: 'a secret of the tests' }

/** An S3 server with the calls that media need. It checks the signature (Signature Version 4) of each request. */
export async function startFakeS3(bucket: string): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map()
  const uploads: FakeS3['uploads'] = new Map()
  const asked: string[] = []
  const cut = { answers: 0 }
  const down = { answers: 0 }

  const server = createServer(async (request, reply) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const body = Buffer.concat(await request.toArray())
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'))
    const query = [...url.searchParams.keys()].filter((name) => name !== 'x-id').join('&')
    asked.push(`${request.method} ${key}${query && `?${query}`}`)
    if (down.answers > 0) {
      down.answers--
      return fail(reply, 503, 'SlowDown')
    }
    const refused = refusalOf(request, url, body)
    if (refused) return fail(reply, 403, refused)
    if (url.pathname.split('/')[1] !== bucket) return fail(reply, 404, 'NoSuchBucket')
    const upload = url.searchParams.get('uploadId')
    if (upload !== null || url.searchParams.has('uploads')) return multipart(request, reply, url, key, body)
    if (request.method === 'GET' && url.searchParams.get('list-type') === '2') {
      return list(reply, objects, url)
    }
    const stored = objects.get(key)
    if (request.method === 'PUT') {
      objects.set(key, { content: body, type: request.headers['content-type'] ?? '', changedAt: new Date() })
      return reply.writeHead(200, { etag: etagOf(body) }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return reply.writeHead(204).end()
    }
    if (!stored) return fail(reply, 404, request.method === 'HEAD' ? undefined : 'NoSuchKey')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const content = first ? stored.content.subarray(Number(first), Number(last) + 1) : stored.content
    reply.writeHead(first ? 206 : 200, {
      'content-length': content.length,
      'content-type': stored.type,
      etag: etagOf(stored.content),
      ...(first && { 'content-range': `bytes ${first}-${last}/${stored.content.length}` }),
    })
    if (request.method === 'HEAD') return reply.end()
    if (cut.answers > 0) {
      cut.answers--
      return reply.write(content.subarray(0, Math.floor(content.length / 2)), () => request.socket.destroy())
    }
    return reply.end(content)
  })

  function multipart(request: IncomingMessage, reply: ServerResponse, url: URL, key: string, body: Buffer) {
    const id = url.searchParams.get('uploadId') ?? ''
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const begun = randomUUID()
      uploads.set(begun, new Map())
      return xml(
        reply,
        `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const parts = uploads.get(id)
    if (!parts) return fail(reply, 404, 'NoSuchUpload')
    if (request.method === 'PUT') {
      const etag = etagOf(body)
      parts.set(Number(url.searchParams.get('partNumber')), { content: body, etag })
      return reply.writeHead(200, { etag }).end()
    }
    uploads.delete(id)
    if (request.method === 'DELETE') return reply.writeHead(204).end()
    const listed = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)/.exec(part)?.[1]),
      etag: /<ETag>(?:&quot;|")?(\w+)/.exec(part)?.[1],
    }))
    const content = listed.map(({ number, etag }) => {
      const part = parts.get(number)
      return part && part.etag === `"${etag}"` ? part.content : undefined
    })
    if (content.includes(undefined)) return fail(reply, 400, 'InvalidPart')
    objects.set(key, { content: Buffer.concat(content as Buffer[]), type: '', changedAt: new Date() })
    return xml(reply, '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>')
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    asked,
    cut,
    down,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`

/** Keys of one answer: fewer than there are, so that the rest has to be asked for. */
const keysPerList = 2

function list(reply: ServerResponse, objects: FakeS3['objects'], url: URL): void {
  const prefix = url.searchParams.get('prefix') ?? ''
  const after = url.searchParams.get('continuation-token') ?? ''
  const isBelow = (key: string) =>
    url.searchParams.get('delimiter') === '/' && key.slice(prefix.length).includes('/')
  const found = [...objects].filter(([key]) => key.startsWith(prefix) && key > after && !isBelow(key))
  const page = found.sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, keysPerList)
  const contents = page.map(
    ([key, { content, changedAt }]) =>
      `<Contents><Key>${key}</Key><Size>${content.length}</Size><LastModified>${changedAt.toISOString()}</LastModified></Contents>`,
  )
  const isCut = found.length > keysPerList
  const next = isCut ? `<NextContinuationToken>${page.at(-1)![0]}</NextContinuationToken>` : ''
  reply
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    )
}

const xml = (reply: ServerResponse, text: string) =>
  reply.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)

const fail = (reply: ServerResponse, status: number, code: string | undefined) =>
  reply
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(code && `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** Why a request is refused: an unknown key, or a signature that does not match what was sent. */
function refusalOf(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const [, keyId, scope = '', signedNames = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  if (keyId !== s3Keys.accessKeyId) return 'InvalidAccessKeyId'
  const names = signedNames.split(';')
  const payload = String(request.headers['x-amz-content-sha256'])
  if (/^[\da-f]{64}$/.test(payload) && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedNames,
    payload,
  ].join('\n')
  const [day = '', region = '', service = '', end = ''] = scope.split('/')
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [region, service, end].reduce(hmac, hmac(`AWS4${s3Keys.secretAccessKey}`, day))
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
