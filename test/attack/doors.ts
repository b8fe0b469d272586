import { createHmac } from 'node:crypto'
import { conversionSources } from '#contract/analytics/conversion-sources.ts'
import { sessionTokenHeader } from '#contract/endpoint.ts'
import type { FormContent } from '#contract/growth/optin-form.ts'
import { optins } from '#contract/growth/optins.ts'
import { type Account, isRefusal, password, type Report, type Target } from './stranger.ts'

const mark = '<img src=x onerror=alert(1)>'
const site = 'https://shop.example'

async function ask(
  { url }: Target,
  account: Account,
  path: string,
  body: object,
  method = 'POST',
): Promise<Record<string, never>> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // The session goes on with it.
  account.token = answer.headers.get(sessionTokenHeader) ?? account.token
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, never>
}

/** Sales that a shop did not send: without, with a wrong and with another shop's signature, old, large, garbage. */
export async function forgedSales(target: Target, report: Report, owner: Account, stranger: Account) {
  const row = report.begin('sales that are forged or sent again late')
  const make = async (account: Account) => {
    const made = await ask(target, account, conversionSources.add.path, {
      name: mark,
      current_password: password,
    })
    const { source, secret } = made as unknown as { source: { url: string }; secret: string }
    return { path: new URL(source.url).pathname, key: Buffer.from(secret.slice('whsec_'.length), 'base64') }
  }
  const [own, theirs] = [await make(owner), await make(stranger)]
  const sale = JSON.stringify({ key: 'order-1', event: 'purchase', phone: '+919811100001' })
  const post = async (path: string, body: string | Buffer, key?: Buffer, ageSeconds = 0) => {
    const time = String(Math.floor(Date.now() / 1000) - ageSeconds)
    const signature = key && createHmac('sha256', key).update(`id.${time}.`).update(body).digest('base64')
    const headers = { 'webhook-id': 'id', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
    return await fetch(`${target.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && headers) },
      body: body as BodyInit,
    }).then(
      ({ status }) => status,
      // Cut off in the middle of what is too large.
      () => 413,
    )
  }
  const refused: [string, Promise<number>][] = [
    ['without a signature', post(own.path, sale)],
    ['by another business', post(own.path, sale, theirs.key)],
    ['by an empty key', post(own.path, sale, Buffer.alloc(0))],
    ['of ten minutes ago', post(own.path, sale, own.key, 600)],
    ['of the future', post(own.path, sale, own.key, -600)],
    ['of 3 MiB', post(own.path, Buffer.alloc(3 * 1024 ** 2, 'x'), own.key)],
    ['that is no JSON', post(own.path, Buffer.from([0xff, 0xfe, 0x00]), own.key)],
    ['with a NUL', post(own.path, sale.replace('order-1', 'a\\u0000'), own.key)],
    ['with half a letter', post(own.path, sale.replace('order-1', '\\ud800'), own.key)],
    [
      'of more money than there is',
      post(own.path, `${sale.slice(0, -1)},"value":1e300,"currency":"INR"}`, own.key),
    ],
    ['for nobody', post(`${own.path.slice(0, -36)}00000000-0000-4000-8000-000000000000`, sale, own.key)],
    ['at no address', post(`${own.path.slice(0, -36)}..%2f..%2fme`, sale, own.key)],
  ]
  for (const [what, status] of refused)
    row.try(isRefusal(await status) ? undefined : `a sale ${what} was answered ${await status}`)
  row.try((await post(own.path, sale, own.key)) === 200 ? undefined : 'a signed sale was refused')
}

/** Text of a business that would be a script in its public page, and sites that may not show its form. */
export async function publicForms(target: Target, report: Report, owner: Account) {
  const content: FormContent = {
    ask_name: true,
    privacy_url: '',
    address: '',
    fields: [{ is: 'email', name: '', required: false, labels: { en: mark }, kind: 'text', choices: [] }],
    texts: [{ language: 'en', heading: mark, text: mark, consent: mark, button: mark, welcome: mark }],
  }
  const body = { name: mark, content, sites: [site] }
  const made = (await ask(target, owner, optins.create.path, body)) as unknown as {
    form: { id: number; url: string }
  }
  const openPath = optins.open.path.replace('{id}', String(made.form.id))
  await ask(target, owner, openPath, { is_open: true }, optins.open.method)
  const address = `${target.url}${new URL(made.form.url).pathname}`

  const page = report.begin('scripts in public pages')
  const sent = new URLSearchParams({ name: mark, phone: `"'>${mark}`, f0: mark, page: mark, consent: mark })
  const shown = [
    fetch(address),
    fetch(`${address}?lang=${encodeURIComponent(mark)}&way=${encodeURIComponent(mark)}`),
    fetch(address, { method: 'POST', body: sent }),
    fetch(address, { method: 'POST', body: sent, headers: { accept: mark, 'accept-language': mark } }),
  ]
  for (const answer of await Promise.all(shown)) {
    const html = await answer.text()
    const policy = answer.headers.get('content-security-policy') ?? ''
    page.try(/<(img|script)/i.test(html) ? `a page has an element of ours: ${html.slice(0, 200)}` : undefined)
    const isPage = answer.headers.get('content-type')?.startsWith('text/html')
    const isClosed = policy.startsWith("default-src 'none'")
    page.try(!isPage || isClosed ? undefined : `a page has the policy "${policy}"`)
    page.try(answer.status < 500 ? undefined : `a page was answered ${answer.status}`)
  }

  const widget = report.begin('forms on sites that may not show them')
  const from = async (origin: string | undefined) =>
    await fetch(`${address}/widget`, { headers: origin === undefined ? {} : { origin } })
  for (const origin of [
    undefined,
    'null',
    'https://evil.example',
    `${site}.evil.example`,
    'http://shop.example',
    '*',
  ]) {
    const answer = await from(origin)
    const allowed = answer.headers.get('access-control-allow-origin')
    widget.try(
      answer.status === 403 && allowed === null ? undefined : `${origin} was answered ${answer.status}`,
    )
  }
  const right = await from(site)
  widget.try(
    right.headers.get('access-control-allow-origin') === site ? undefined : 'the own site is refused',
  )
  const { words } = (await right.json()) as { words: { page: string } }
  // What one form showed says nothing about another.
  const elsewhere = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ phone: '+919811100002', consent: 'yes', page: words.page }),
  })
  widget.try(isRefusal(elsewhere.status) ? undefined : `a mark of a site was answered ${elsewhere.status}`)
}
