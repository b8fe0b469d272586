import { EventEmitter } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { socialMedia } from '#contract/social/media.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { countUpload, uploadsPerAddress, uploadsPerPerson, uploadWindowMs } from './uploads.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** An upload whose body has begun; `end` sends the rest. */
function beginUpload({ token }: Person) {
  let begun: ClientRequest | undefined
  const answer = new Promise<{ status: number; body: string; wait: string | undefined }>(
    (resolve, reject) => {
      begun = request(
        server.url + socialMedia.upload.path,
        {
          method: 'POST',
          agent: false,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'multipart/form-data; boundary=part',
            'transfer-encoding': 'chunked',
          },
        },
        async (got) => {
          const body = Buffer.concat(await got.toArray()).toString()
          resolve({ status: got.statusCode ?? 0, body, wait: got.headers['retry-after'] })
        },
      )
      begun.on('error', reject)
      begun.write('--part\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    },
  )
  return {
    answer,
    end: () => begun?.end('no picture\r\n--part--\r\n'),
    leave: () => {
      answer.catch(() => undefined)
      begun?.destroy()
    },
  }
}

it('takes so many uploads of a person at once, and others go on; one that ended or was left makes room', async () => {
  const [asha, ravi] = [await server.signUp(), await server.signUp('Ravi')]
  const over = 5
  const begun = Array.from({ length: uploadsPerPerson.atOnce + over }, () => beginUpload(asha))
  const refused: Awaited<ReturnType<typeof beginUpload>['answer']>[] = []
  const open = new Set(begun)
  for (const one of begun) {
    one.answer.then(
      (answer) => {
        open.delete(one)
        refused.push(answer)
      },
      () => undefined,
    )
  }
  await eventually('the refusals', async () => refused.length === over)
  for (const { status, body, wait } of refused) {
    expect([status, wait, JSON.parse(body)]).toMatchObject([
      429,
      '1',
      { code: 'rate_limited', message: 'Too many uploads at a time. Try again in 1 minute.' },
    ])
  }
  const his = beginUpload(ravi)
  his.end()
  expect((await his.answer).status).not.toBe(429)
  const [first, ...rest] = open
  expect(rest).toHaveLength(uploadsPerPerson.atOnce - 1)
  for (const one of rest) one.leave()
  first?.end()
  expect((await first?.answer)?.status).not.toBe(429)
  await eventually('room', async () => {
    const again = beginUpload(asha)
    again.end()
    return (await again.answer).status !== 429
  })
})

it('counts them by person and by address in a window of time', () => {
  const now = Date.now()
  let requests = 0
  const upload = (userId: number, ip: string, at: number): boolean => {
    requests += 1
    const raw = new EventEmitter()
    try {
      countUpload({ ip } as FastifyRequest, { raw } as unknown as FastifyReply, userId, at)
      raw.emit('finish')
      raw.emit('close')
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited' })
      return false
    }
  }
  const through = (userId: number, ip: string, at: number): number => {
    let count = 0
    while (count <= uploadsPerAddress.inWindow && upload(userId, ip, at)) count += 1
    return count
  }
  expect(through(-1, '203.0.113.1', now)).toBe(uploadsPerPerson.inWindow)
  // From elsewhere it is the same person.
  expect(upload(-1, '203.0.113.2', now)).toBe(false)
  let ofAddress = uploadsPerPerson.inWindow
  for (let other = -2; ofAddress < uploadsPerAddress.inWindow; other -= 1)
    ofAddress += through(other, '203.0.113.1', now)
  expect(ofAddress).toBe(uploadsPerAddress.inWindow)
  expect(upload(-99, '203.0.113.1', now)).toBe(false)
  expect(upload(-99, '203.0.113.3', now)).toBe(true)
  expect(upload(-1, '203.0.113.1', now + uploadWindowMs)).toBe(true)
  expect(requests).toBeGreaterThan(uploadsPerAddress.inWindow)
})
