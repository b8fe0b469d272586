import { createHmac } from 'node:crypto'
import { accounts } from '#contract/accounts.ts'
import { pathWith } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { getRaw, headerOf, raw } from './raw.ts'
import { type Account, isRefusal, password, type Report, type Target } from './stranger.ts'

/** Every call with an id in its path, with ids of others and ids of nothing. */
export async function foreignIds({ url }: Target, report: Report, stranger: Account, word: string) {
  const row = report.begin('ids of others in every call')
  const ids = [
    1,
    2,
    700_001,
    9_007_199_254_740_991,
    '00000000-0000-4000-8000-000000000000',
    '../..',
    '%00',
    "1'--",
  ]
  const endpoints = Object.values(contract).flatMap((group) => Object.values(group))
  for (const { method, path, access } of endpoints) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
    if (names.length === 0 || access === 'public') continue
    for (const id of ids) {
      const address = pathWith(path, Object.fromEntries(names.map((name) => [name, id])))
      const fault = await fetch(`${url}${address}`, {
        method,
        headers: { authorization: `Bearer ${stranger.token}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{}' }),
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
        .then(async (answer) => {
          // A stream that waits for a search of this id has nothing to say yet.
          const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
          const text = isStream ? await firstPiece(answer) : await answer.text()
          return answer.status >= 500 || text.includes(word) ? `was answered ${answer.status}` : undefined
        })
        .catch((error: Error) => `was not answered: ${error.name}`)
      row.try(fault && `${method} ${address} ${fault}`)
    }
  }
}

async function firstPiece({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const piece = await reader?.read()
  await reader?.cancel()
  return Buffer.from(piece?.value ?? []).toString()
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Tokens that are none, or are not signed by the product. */
export async function tokens({ url }: Target, report: Report, { token, userId }: Account) {
  const row = report.begin('tokens that were changed or made up')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object
  const signed = (header: object, payload: object, key: string) => {
    const text = `${base64url(header)}.${base64url(payload)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const made = [
    '',
    'null',
    'undefined',
    'a.b.c',
    head,
    `${head}.${claims}.`,
    `${head}.${claims}`,
    `${head}.${base64url({ ...read, sub: '999999' })}.${signature}`,
    `${base64url({ alg: 'none' })}.${claims}.`,
    `${base64url({ alg: 'None', typ: 'JWT' })}.${base64url({ sub: String(userId) })}.`,
    signed({ alg: 'HS256' }, read, ''),
    signed({ alg: 'HS256' }, read, 'secret'),
    signed({ alg: 'HS512' }, read, 'secret'),
    signed({ alg: 'RS256', jwk: { kty: 'oct', k: '' } }, read, ''),
    `${token}x`,
    `x${token}`,
    token.slice(0, -2),
    token.toUpperCase(),
    'tk_'.padEnd(60, 'a'),
  ]
  const ask = (headers: Record<string, string>, search = '') =>
    fetch(`${url}${accounts.me.path}${search}`, { headers })
  for (const one of made) {
    const { status } = await ask({ authorization: `Bearer ${one}` })
    row.try(status === 401 ? undefined : `${one.slice(0, 30)} was answered ${status}`)
  }
  const elsewhere: [string, Promise<Response>][] = [
    ['a cookie', ask({ cookie: `token=${token}` })],
    ['the address', ask({}, `?token=${token}`)],
    ['basic credentials', ask({ authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` })],
    ['another header', ask({ 'x-access-token': token })],
  ]
  for (const [where, answer] of elsewhere)
    row.try((await answer).status === 401 ? undefined : `a token in ${where} was taken`)
  row.try(
    (await ask({ authorization: `Bearer ${token}` })).status === 200 ? undefined : 'the right one is refused',
  )
}

/** Bodies that no form sends. */
export async function bodies({ url }: Target, report: Report, { token }: Account) {
  const row = report.begin('bodies too large, too deep or garbage')
  const post = (path: string, body: BodyInit, type: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
      body,
      signal: AbortSignal.timeout(20_000),
    }).then(
      ({ status }) => status,
      // Cut off in the middle of what is too large.
      () => 413,
    )
  const json = 'application/json'
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const given: [string, BodyInit, string][] = [
    ['30 MB', `{"email":"${'a'.repeat(30_000_000)}"}`, json],
    ['deep', deep, json],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), json],
    ['NUL', '{"email":"a\\u0000@example.com","password":"x"}', json],
    ['a prototype', '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}', json],
    ['a list', '[]', json],
    ['nothing', '', json],
    [
      'XML',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      'text/xml',
    ],
    [
      'a form without an end',
      '--x\r\nContent-Disposition: form-data; name="file"\r\n',
      'multipart/form-data; boundary=x',
    ],
    ['a form without a boundary', 'x', 'multipart/form-data'],
    ['a type of 20 kB', 'x', `text/${'a'.repeat(10_000)}`],
  ]
  for (const path of [
    accounts.login.path,
    '/marketing/api/upload_leads',
    '/marketing/api/leads/imports',
    '/marketing/api/social/media',
  ]) {
    for (const [what, body, type] of given) {
      const status = await post(path, body, type)
      row.try(isRefusal(status) ? undefined : `${what} at ${path} was answered ${status}`)
    }
  }
}

/** Paths, addresses and headers that lead elsewhere. */
export async function paths({ url }: Target, report: Report) {
  const files = report.begin('paths out of the folder')
  for (const path of [
    '/marketing/../../../etc/passwd',
    '/marketing/..%2f..%2f..%2fetc%2fpasswd',
    '/marketing/%2e%2e/%2e%2e/package.json',
    '/marketing/assets/..%5c..%5cpackage.json',
    '/marketing/assets/....//....//package.json',
    '/../package.json',
    '/marketing/assets/%00.js',
    '/marketing/.env',
    '/marketing/assets/..;/..;/package.json',
    '//etc/passwd',
    '/marketing/api/templates/media/..%2f..%2fsecrets.json',
    '/data/secrets.json',
    '/marketing/%252e%252e%252fpackage.json',
  ]) {
    const answer = await getRaw(url, path)
    const isOut = /root:.*:0:0:|"name": "tidings"|jwtSecret|encryptionKey/.test(answer)
    files.try(isOut || answer.startsWith('HTTP/1.1 5') ? `${path}: ${answer.slice(0, 40)}` : undefined)
  }
  const away = report.begin('redirects to elsewhere')
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    '/marketing//evil.example/..',
    '/marketing?next=https://evil.example',
    '/%2f%2fevil.example',
    '/marketing/login?from=//evil.example',
    '/l/https://evil.example',
    '/marketing/api/social/callback?redirect_uri=https://evil.example',
    '/?url=https://evil.example',
    '//evil.example/%2e%2e',
  ]) {
    const location = headerOf(await getRaw(url, path), 'location')
    const leads = location && new URL(location, url).host !== new URL(url).host
    away.try(leads ? `${path} leads to ${location}` : undefined)
  }
  const headers = report.begin('headers that are injected or believed')
  for (const path of [
    '/%0d%0aSet-Cookie:%20a=b',
    '/marketing/%0aSet-Cookie:a=b',
    '/marketing/f/a%0d%0aLocation:%20https://evil.example',
  ]) {
    const answer = await getRaw(url, path)
    headers.try(
      /^(set-cookie: a=b|location: https:\/\/evil)/im.test(answer) ? `${path} wrote a header` : undefined,
    )
  }
  const host = await raw(
    url,
    'GET / HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n',
  )
  headers.try(host.includes('evil.example') ? 'the Host header is in the answer' : undefined)
  for (const text of [
    'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd',
    `GET / HTTP/1.1\r\nHost: a\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`,
    'GET / HTTP/9.9\r\n\r\n',
    'nonsense\r\n\r\n',
  ]) {
    const answer = await raw(url, text)
    headers.try(/^HTTP\/1\.1 (2|5)/.test(answer) ? `${text.slice(0, 50)}: ${answer.slice(0, 20)}` : undefined)
  }
}

/** Wrong passwords until the account waits, which must not shut its owner out. */
export async function lockOut({ url }: Target, report: Report, owner: Account) {
  const row = report.begin('wrong passwords that lock the owner out')
  const logIn = async (given: string, headers: Record<string, string> = {}) =>
    (
      await fetch(`${url}${accounts.login.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email: owner.email, password: given }),
      })
    ).status
  const statuses: number[] = []
  for (let n = 0; n < 14; n += 1)
    statuses.push(await logIn(`wrong ${n}`, { 'x-forwarded-for': `203.0.113.${n}` }))
  row.try(
    statuses.at(-1) === 429 ? undefined : `the last of 14 wrong passwords was answered ${statuses.at(-1)}`,
  )
  row.try(statuses.includes(200) ? 'a wrong password was taken' : undefined)
  row.try((await logIn(password)) === 429 ? undefined : 'a stranger goes on guessing')
  row.try(
    (await logIn(password, { cookie: owner.cookie })) === 200
      ? undefined
      : 'the owner is locked out of their own browser',
  )
}
