import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: folder, ...environment })

describe('the configuration', () => {
  it('needs nothing: every setting has a default, and the sandbox stands in for the provider', () => {
    const config = read({})
    expect(config.port).toBe(5002)
    expect(config.practice).toBe(true)
    expect(config.publicUrl).toBe('http://localhost:5002')
    expect(config.meta.graphUrl).toBe('http://127.0.0.1:5003')
    expect(config.meta.dialogUrl).toBe('http://localhost:5003')
    expect(config.meta.graphVersion).toBe('v25.0')
  })

  it('reports every bad variable at once, each in a sentence', () => {
    expect(() => read({ PORT: 'abc', ROLE: 'boss', DATABASE_URL: 'mysql://x' })).toThrow(
      'PORT must be a port number from 0 to 65535.\nDATABASE_URL must be an address such as postgres://user:password@host:5432/database.\nROLE must be all, web or worker.',
    )
  })

  it('takes an empty variable for one that is not set', () => {
    expect(read({ PORT: '', META_APP_ID: '' }).port).toBe(5002)
  })

  it('wants the secret of an app that is given', () => {
    expect(() => read({ META_APP_ID: '123' })).toThrow('META_APP_SECRET must be set')
  })

  it('reaches the real provider where an app is given', () => {
    const { meta, practice } = read({ META_APP_ID: '123', META_APP_SECRET: 'a-long-secret' })
    expect(practice).toBe(false)
    expect(meta.graphUrl).toBe('https://graph.facebook.com')
    expect(meta.dialogUrl).toBe('https://www.facebook.com')
  })

  it('makes secrets once, readable by nobody else', () => {
    const first = read({})
    const again = read({})
    expect(again.jwtSecret).toBe(first.jwtSecret)
    expect(again.encryptionKey).toEqual(first.encryptionKey)
    expect(first.encryptionKey.length).toBe(32)
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  it('is frozen', () => {
    expect(Object.isFrozen(read({}))).toBe(true)
    expect(Object.isFrozen(read({}).meta)).toBe(true)
  })
})
