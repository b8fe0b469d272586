import { expect, it } from 'vitest'
import type { App } from '#server/app.ts'
import { checkAddress } from './address.ts'

const app = { settings: { linkNetworks: ['192.168.7.0/24'] } } as unknown as App

it.each([
  'http://example.com/hook',
  'https://127.0.0.1/hook',
  'https://10.0.0.5/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://0x7f.1/',
  'https://127.1/',
  'https://[::]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://localhost./',
  'https://db.internal./',
  'https://localhost/',
  'https://db.internal/',
  'https://169.254.169.254/latest/meta-data/',
  'https://example.com:22/',
  'https://user:secret@example.com/',
  'ftp://example.com/',
  'javascript:alert(1)',
  'not an address',
])('refuses the address %s', (address) => {
  expect(() => checkAddress(app, address)).toThrow()
})

it.each([
  ['https://hooks.example.com/a?b=c#d', 'https://hooks.example.com/a?b=c'],
  ['https://hooks.example.com:8443/', 'https://hooks.example.com:8443/'],
  ['http://192.168.7.9:5678/hook', 'http://192.168.7.9:5678/hook'],
])('takes the address %s', (address, kept) => {
  expect(checkAddress(app, address)).toBe(kept)
})
