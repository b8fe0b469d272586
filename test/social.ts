import { type ConnectResult, type LoginWay, socialAccounts } from '#contract/social/social.ts'
import { socialPerson } from '#sandbox/world/social-world.ts'
import type { Person, TestServer } from './server.ts'

/** A person's choices in a network's dialog. */
export type InDialog = {
  /** Who logs in there; the same name is the same person. */
  as?: string
  ending?: 'continue' | 'cancel' | 'expired' | 'server_error'
  /** Permissions that are unticked. */
  without?: readonly string[]
  /** The Pages that are ticked, by name; all by default. */
  pages?: readonly string[]
}

export type Back = { way: LoginWay; code: string; state: string }

/** Begins a login and answers the address of the dialog. */
export async function beginLogin(server: TestServer, person: Person, way: LoginWay): Promise<URL> {
  const { status, body } = await server.call(socialAccounts.connect, { token: person.token, body: { way } })
  if (status !== 200) throw new Error(`connect answered ${status}: ${body.message}`)
  return new URL(body.redirect_url)
}

/** Fills in the dialog as a browser does, and answers where it sends the browser. */
export async function inDialog(server: TestServer, dialog: URL, what: InDialog = {}): Promise<URL> {
  const shown = await fetch(dialog)
  if (shown.status !== 200) throw new Error(`the dialog answered ${shown.status}: ${await shown.text()}`)
  const form = new URLSearchParams(dialog.searchParams)
  const as = what.as ?? 'Asha One Page'
  form.set('person', as)
  form.set('ending', what.ending ?? 'continue')
  for (const scope of (dialog.searchParams.get('scope') ?? '').split(/[ ,]/))
    if (!what.without?.includes(scope)) form.append('granted', scope)
  for (const page of socialPerson(server.sandbox.world.social, as).pages)
    if (!what.pages || what.pages.includes(page.name)) form.append('page', page.id)
  const answer = await fetch(dialog.origin + dialog.pathname, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  return new URL(answer.headers.get('location') ?? '')
}

/** Follows the network's redirect to our callback; answers where that sends the browser. */
export async function comeBack(server: TestServer, address: URL): Promise<URL> {
  const answer = await server.http.inject({ method: 'GET', url: address.pathname + address.search })
  if (answer.statusCode !== 302) throw new Error(`the callback answered ${answer.statusCode}`)
  return new URL(String(answer.headers.location), 'http://localhost')
}

/** What the screen finds behind the `#`. */
export function backOf(screen: URL): Back {
  const given = new URLSearchParams(screen.hash.slice(1))
  return {
    way: given.get('way') as LoginWay,
    code: given.get('code') ?? '',
    state: given.get('state') ?? '',
  }
}

/** A whole login, from the button to its result. */
export async function connectNetwork(
  server: TestServer,
  person: Person,
  way: LoginWay,
  what: InDialog = {},
): Promise<ConnectResult & { message: string | undefined }> {
  const dialog = await beginLogin(server, person, way)
  const screen = await comeBack(server, await inDialog(server, dialog, what))
  const { status, body } = await server.call(socialAccounts.finish, {
    token: person.token,
    body: backOf(screen),
  })
  if (status !== 200) throw new Error(`finish answered ${status}: ${body.message}`)
  return { ...body.result, message: body.message }
}

export async function accountsOf(server: TestServer, person: Person) {
  const { body } = await server.call(socialAccounts.list, { token: person.token })
  return body.accounts
}
