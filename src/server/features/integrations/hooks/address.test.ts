import { expect, it } from 'vitest'
import type { App } from '#server/app.ts'
import { checkAddress, post } from './address.ts'

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

it('takes only sites that the operator lists, where there is a list, and calls no other', async () => {
  const listed = { settings: { ...app.settings, outsideHosts: ['example.com'] } } as unknown as App
  expect(checkAddress(listed, 'https://hooks.example.com/a')).toBe('https://hooks.example.com/a')
  expect(checkAddress(listed, 'https://example.com./')).toBe('https://example.com./')
  expect(checkAddress(listed, 'http://192.168.7.9/')).toBe('http://192.168.7.9/')
  for (const other of ['https://example.com.evil.test/', 'https://notexample.com/', 'https://8.8.8.8/']) {
    expect(() => checkAddress(listed, other)).toThrow()
    expect(await post(listed, other, '{}', {})).toMatchObject({ status: null, fault: 'turned_off' })
  }
})
