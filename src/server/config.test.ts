import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { explainDisk } from './data-folder.ts'
import { nameHere } from './listening.ts'

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

  it('finds the sandbox, and is found, at the one address that it listens on', () => {
    const graphAt = (HOST: string) => read({ HOST }).meta.graphUrl
    expect(['192.168.1.5', '::1', '::'].map(graphAt)).toEqual([
      'http://192.168.1.5:5003',
      'http://[::1]:5003',
      'http://127.0.0.1:5003',
    ])
    expect(['0.0.0.0', '127.0.0.1', '::', '192.168.1.5', 'fd00::5'].map(nameHere)).toEqual([
      'localhost',
      'localhost',
      'localhost',
      '192.168.1.5',
      '[fd00::5]',
    ])
  })

  it('says what to do where the disk takes nothing more', () => {
    const fault = (code: string, path?: string) => Object.assign(new Error('no'), { code, path })
    expect(explainDisk(fault('ENOSPC'))).toMatch(/is full: the system says ENOSPC. Free some disk space/)
    expect(explainDisk(fault('EROFS', '/srv/data/tidings.pid.7'))).toMatch(
      /^\/srv\/data\/tidings.pid.7 cannot be written: the system says EROFS. Set DATA_DIR/,
    )
    expect([fault('ECONNREFUSED', '/srv/socket'), fault('EACCES'), undefined].map(explainDisk)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('reports every bad variable at once, each in a sentence', () => {
    expect(() => read({ PORT: 'abc', ROLE: 'boss', DATABASE_URL: 'mysql://x' })).toThrow(
      'PORT must be a port number from 0 to 65535.\nDATABASE_URL must be an address such as postgres://user:password@host:5432/database.\nROLE must be all, web or worker.',
    )
  })

  it('takes an empty variable for one that is not set', () => {
    expect(read({ PORT: '', META_APP_ID: '' }).port).toBe(5002)
  })

  it('wants two ports, where the sandbox has one', () => {
    const same = { PORT: '7000', SANDBOX_PORT: '7000' }
    expect(() => read(same)).toThrow('PORT and SANDBOX_PORT are both 7000.')
    expect(read({ ...same, META_APP_ID: '123', META_APP_SECRET: 'a secret' }).port).toBe(7000)
    expect(read({ ...same, ROLE: 'worker' }).port).toBe(7000)
  })

  it('wants the secret of an app that is given, and the app of a secret', () => {
    expect(() => read({ META_APP_ID: '123' })).toThrow('META_APP_SECRET must be set')
    expect(() => read({ META_APP_SECRET: 'a-long-secret' })).toThrow('META_APP_ID must be set')
  })

  it('wants the coordinator of a cluster that is named', () => {
    expect(read({}).databaseBackend).toBe('postgres')
    expect(() => read({ DATABASE_BACKEND: 'citus' })).toThrow('DATABASE_BACKEND=citus needs DATABASE_URL')
    expect(() => read({ DATABASE_BACKEND: 'oracle' })).toThrow('must be postgres or citus')
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

  it('keeps media in the data folder, another folder or a bucket', () => {
    expect(read({}).mediaStore).toEqual({ folder: join(folder, 'media') })
    expect(read({ MEDIA_STORE: '/srv/media' }).mediaStore).toEqual({ folder: '/srv/media' })
    const bucket = read({
      MEDIA_STORE: 's3://shop?endpoint=https://s3.example.com',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    })
    expect(bucket.mediaStore).toMatchObject({
      s3: { bucket: 'shop', credentials: { accessKeyId: 'key', secretAccessKey: 'secret' } },
    })
    expect(() => read({ MEDIA_STORE: 's3:///x', LINK_NETWORKS: '10.0.0.0/99' })).toThrow(
      'MEDIA_STORE must be a folder, or s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com.\nLINK_NETWORKS must be networks such as 192.168.1.0/24, separated by commas.',
    )
  })

  it('gives networks an address for media only where they reach it', () => {
    expect(read({}).mediaOrigin).toBeUndefined()
    expect(read({ PUBLIC_URL: 'https://192.168.1.9' }).mediaOrigin).toBeUndefined()
    expect(read({ PUBLIC_URL: 'https://tidings.example.com/' }).mediaOrigin).toBe(
      'https://tidings.example.com',
    )
  })

  it('takes the origin of an address that people type, and refuses another path', () => {
    for (const typed of ['', '/', '/marketing', '/marketing/']) {
      const { publicUrl, metaPageUrl } = read({
        PUBLIC_URL: `https://Tidings.example.com:443${typed}`,
        META_PAGE_URL: `https://connect.example.com${typed}`,
      })
      expect([publicUrl, metaPageUrl]).toEqual(['https://tidings.example.com', 'https://connect.example.com'])
    }
    for (const ending of ['/app', '/?a=b', '/marketing?a=b', '/#top'])
      expect(() => read({ PUBLIC_URL: `https://tidings.example.com${ending}` })).toThrow(
        'PUBLIC_URL must be the address people reach this install at, without a path',
      )
    expect(() => read({ PUBLIC_URL: 'https://user:word@tidings.example.com' })).toThrow('PUBLIC_URL must be')
  })

  it('takes a secret from a file of its own, and says what is wrong with one', () => {
    const file = join(folder, 'jwt')
    writeFileSync(file, `${'s'.repeat(40)}\n`)
    expect(read({ JWT_SECRET_FILE: file }).jwtSecret).toBe('s'.repeat(40))
    expect(() => read({ JWT_SECRET_FILE: file, JWT_SECRET: 't'.repeat(40) })).toThrow('are both set')
    expect(() => read({ JWT_SECRET_FILE: join(folder, 'none') })).toThrow('cannot be read')
  })

  it('takes the sites that addresses may lead to', () => {
    expect(read({}).outsideHosts).toBeUndefined()
    expect(read({ OUTSIDE_HOSTS: 'Hooks.example.com, cdn.example.com' }).outsideHosts).toEqual([
      'hooks.example.com',
      'cdn.example.com',
    ])
    expect(() => read({ OUTSIDE_HOSTS: 'https://example.com/' })).toThrow('OUTSIDE_HOSTS must be sites')
  })

  it.skipIf(process.platform !== 'linux')(
    'says of a folder that is there that it cannot be written to',
    () => {
      // The system lets no process change this one.
      expect(() => read({ DATA_DIR: '/proc/self' })).toThrow(
        '/proc/self cannot be written to: the system says EPERM',
      )
    },
  )

  it('is frozen', () => {
    expect(Object.isFrozen(read({}))).toBe(true)
    expect(Object.isFrozen(read({}).meta)).toBe(true)
  })
})
