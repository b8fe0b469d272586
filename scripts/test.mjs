// `npm test`: sets up what is missing, then runs every check there is and counts them in one closing line.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, install, root } from './setup.mjs'

const counts = { passed: 0, failed: 0, skipped: 0 }
const bin = (name) => join(root, 'node_modules', '.bin', name)

function step(name, command, args, env = {}) {
  process.stdout.write(`\n— ${name}\n`)
  const started = Date.now()
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (error) process.stderr.write(`${error.message}\n`)
  process.stdout.write(`  ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
  return status === 0
}

/** A check that is one thing: it holds or it does not. */
function check(name, command, args) {
  if (step(name, command, args)) counts.passed++
  else counts.failed++
}

/** A runner with tests of its own, which writes its counts into a file. */
function suite(name, command, args, env, file, read) {
  const ok = step(name, command, args, env)
  const found = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 }
  for (const kind of Object.keys(counts)) counts[kind] += found[kind]
  // A runner that dies without a failed test (a crash, no tests found) is a failure all the same.
  if (!ok && found.failed === 0) counts.failed++
  if (ok && found.passed === 0) counts.failed++
}

function findChromium() {
  const known = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  return known.find((path) => path && existsSync(path))
}

function ensureChromium() {
  const found = findChromium()
  if (found) return found
  process.stdout.write('Installing Chromium …\n')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const [command, ...rest] = [...sudo, ...args]
    spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium. Install the package "chromium" of your distribution, or set CHROMIUM_PATH to a Chromium or Chrome.',
  )
}

const folder = mkdtempSync(join(tmpdir(), 'tidings-results-'))
try {
  const node = install()
  build(node)
  process.env.PATH = `${join(root, 'node_modules', 'node', 'bin')}:${process.env.PATH}`
  check('types', bin('tsc'), ['--noEmit', '-p', '.'])
  check('lint', bin('biome'), ['check', '--error-on-warnings', '.'])
  const unit = join(folder, 'vitest.json')
  suite(
    'tests',
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
    {},
    unit,
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    }),
  )
  const browser = join(folder, 'playwright.json')
  const env = { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: browser }
  suite(
    'browser tests',
    bin('playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env,
    browser,
    ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
  )
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  counts.failed++
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`)
process.exit(counts.failed > 0 ? 1 : 0)
