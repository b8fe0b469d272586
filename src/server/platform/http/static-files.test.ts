import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { languages } from '#contract/messages/language.ts'
import { createLog } from '../log.ts'
import { createHttp } from './server.ts'
import { type DialogPage, serveApp } from './static-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-static-'))
  const pages = ['index', ...languages.map((one) => (one === 'en' ? 'landing' : `landing.${one}`))]
  for (const name of pages) await writeFile(join(folder, `${name}.html`), '<html lang="en"></html>')
})
afterAll(() => rm(folder, { recursive: true }))

const meta = 'https://connect.facebook.net'
const app = 'https://tidings.example.com'

async function answersOf(apart: boolean) {
  const http = await createHttp({
    log: createLog('silent'),
    authenticate: () => Promise.reject(new Error('not called')),
    frameOrigins: [],
  })
  const dialogPage: DialogPage = { app, scripts: [meta], calls: [meta], frames: [meta], apart }
  await serveApp(http, folder, '/marketing', { attribute: 'data-practice', dialogPage })
  const read = async (path: string) => {
    const { headers, body, statusCode } = await http.inject({ url: `/marketing${path}` })
    expect(statusCode).toBe(200)
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]),
    )
    return { policy, body, framing: headers['x-frame-options'] }
  }
  const [dialog, others] = [
    await read('/meta/dialog'),
    await Promise.all(['', '/dashboard', '/meta/onboarding-status', '/meta/dialogs'].map(read)),
  ]
  await http.close()
  return { dialog, others }
}

it('lets one page load the provider’s script, and no other page any script of another origin', async () => {
  const { dialog, others } = await answersOf(false)
  expect(dialog.policy['script-src']).toBe(`'self' ${meta}`)
  expect(dialog.policy['frame-ancestors']).toBe("'self'")
  expect([dialog.framing, dialog.body]).toEqual(['SAMEORIGIN', '<html data-practice lang="en"></html>'])
  for (const { policy } of others) {
    expect([policy['script-src'], policy['connect-src'], policy['frame-src']]).toEqual([
      "'self'",
      "'self'",
      "'self'",
    ])
  }
})

it('on an address of its own, the page names the app that may frame it', async () => {
  const { dialog, others } = await answersOf(true)
  expect(dialog.policy['frame-ancestors']).toBe(`'self' ${app}`)
  expect(dialog.framing).toBeUndefined()
  expect(dialog.body).toBe(`<html data-practice data-app-origin="${app}" lang="en"></html>`)
  expect(others[1]?.framing).toBe('SAMEORIGIN')
})
