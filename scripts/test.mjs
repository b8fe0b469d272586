// `npm test`: sets up what is missing, then runs every check there is and counts them in one closing line.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, install, root } from './setup.mjs'

const counts = { passed: 0, failed: 0, skipped: 0 }
const bin = (name) => join(root, 'node_modules', '.bin', name)

/** Tests of all runners with what they took, in ms, for the list of the slowest. */
const took = []

/** What failed, by name and first lines, said once more at the end: the end is what is kept of a long run. */
const failures = []

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one.
const colours = /\u001b\[[0-9;]*m/g
const firstLines = (text) =>
  text
    .replace(colours, '')
    .split('\n')
    .slice(0, 12)
    .map((line) => `      ${line}`)
    .join('\n')

/** Runs a command; `quiet` keeps what it prints until it ended, for what runs beside others. */
async function step(name, command, args, { env = {}, quiet = false } = {}) {
  if (!quiet) process.stdout.write(`\n— ${name}\n`)
  const started = Date.now()
  const child = spawn(command, args, {
    cwd: root,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  })
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk))
  const ok = await new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      resolve(false)
    })
    child.once('close', (status) => resolve(status === 0))
  })
  if (quiet) process.stdout.write(`\n— ${name}\n${Buffer.concat(printed)}`)
  if (quiet && !ok) failures.push(`${name}\n${firstLines(Buffer.concat(printed).toString())}`)
  process.stdout.write(`  ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
  return ok
}

/** A check that is one thing: it holds or it does not. */
async function check(name, command, args, env) {
  if (await step(name, command, args, { env, quiet: true })) counts.passed++
  else counts.failed++
}

/** What needs nothing that is built: the first runs beside the build, which fills one core alone. */
async function checkSources() {
  // Every checker repeats most types: four use twice the time of one, and the build uses the other core. With 0.2 GB more
  // for its garbage, a fifth of the time is saved.
  await check('types', bin('tsc'), ['--noEmit', '-p', '.', '--checkers', '1'], { GOGC: '400' })
  await check('lint', bin('biome'), ['check', '--error-on-warnings', '.'])
}

/** A runner with tests of its own, which writes its counts into a file. */
async function suite(name, command, args, env, file, read) {
  const ok = await step(name, command, args, { env })
  const found = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 }
  for (const kind of Object.keys(counts)) counts[kind] += found[kind]
  // A runner that exits without a failed test (a crash, no tests found) is a failure too.
  if (!ok && found.failed === 0) {
    counts.failed++
    failures.push(`${name}: it ended with an error outside of its tests`)
  }
  if (ok && found.passed === 0) counts.failed++
}

function findChromium() {
  const known = [
    process.env.CHROMIUM_PATH,
    // The browser without a window starts and paints quicker.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  return known.find((path) => path && existsSync(path))
}

const hasFfmpeg = () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0

/**
 * Installs what some tests need and this system lacks, in a process of its own while the web app is built. Where the
 * system is no Debian, or asks for a password, nothing happens.
 */
async function installPrograms() {
  const wanted = [
    // Without it ten tests of recordings and videos are skipped.
    { isThere: hasFfmpeg, names: ['ffmpeg'] },
    // The one without a window takes a quarter less of the processor; not every distribution has it.
    { isThere: () => findChromium() !== undefined, names: ['chromium-headless-shell', 'chromium'] },
  ].filter(({ isThere }) => !isThere())
  if (wanted.length === 0) return
  process.stdout.write(`Installing ${wanted.map(({ names }) => names[0]).join(' and ')} …\n`)
  const install = (name) => `apt-get install -y -qq --no-install-recommends ${name}`
  const commands = ['apt-get update -qq', ...wanted.map(({ names }) => names.map(install).join(' || '))]
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command, ...args] = [...sudo, 'sh', '-c', commands.join('; ')]
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  await new Promise((resolve) => {
    child.once('error', resolve)
    child.once('close', resolve)
  })
  if (!hasFfmpeg()) process.stdout.write('ffmpeg could not be installed: tests that need it are skipped.\n')
}

function requireChromium() {
  const found = findChromium()
  if (found) return found
  throw new Error(
    'The browser tests need Chromium. Install the package "chromium" of your distribution, or set CHROMIUM_PATH to a Chromium or Chrome.',
  )
}

/** A file of browser tests holds tests and groups of them. */
function addBrowserTests({ file, specs = [], suites = [] }) {
  for (const { title, tests } of specs)
    for (const { results } of tests)
      took.push({
        name: `e2e/${file}: ${title}`,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })
  for (const { title, tests } of specs)
    for (const { results, status } of tests)
      if (status === 'unexpected' || status === 'flaky')
        failures.push(`e2e/${file}: ${title}\n${firstLines(results[0]?.error?.message ?? '')}`)
  for (const one of suites) addBrowserTests({ file, ...one })
}

/** In memory where there is plenty: hundreds of databases are made and removed, and a disk takes most of their time. */
function temporaryFolder() {
  const [memory, neededBytes] = ['/dev/shm', 6 * 1024 ** 3]
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, freemem()) > neededBytes) return mkdtempSync(join(memory, 'tidings-'))
  } catch {
    // No such folder here, or not for us.
  }
  return mkdtempSync(join(tmpdir(), 'tidings-'))
}

const folder = temporaryFolder()
try {
  // All that tests write goes with it; PostgreSQL has an account of its own.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  const node = install()
  process.env.PATH = `${join(root, 'node_modules', 'node', 'bin')}:${process.env.PATH}`
  const checks = checkSources()
  const programs = installPrograms()
  build(node)
  await programs
  const unit = join(folder, 'vitest.json')
  const tests = suite(
    'tests',
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
    {},
    unit,
    (report) => {
      for (const { name, assertionResults } of report.testResults)
        for (const { fullName, duration } of assertionResults)
          took.push({ name: `${relative(root, name)}: ${fullName}`, ms: duration ?? 0 })
      for (const { name, message, status, assertionResults } of report.testResults) {
        const failed = assertionResults.filter((one) => one.status === 'failed')
        for (const { fullName, failureMessages } of failed)
          failures.push(`${relative(root, name)}: ${fullName}\n${firstLines(failureMessages.join('\n'))}`)
        if (status === 'failed' && failed.length === 0)
          failures.push(
            `${relative(root, name)}\n${firstLines(message || 'A hook of a group failed. Its error stands further up.')}`,
          )
      }
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests + report.numTodoTests,
      }
    },
  )
  await checks
  await tests
  const browser = join(folder, 'playwright.json')
  await suite(
    'browser tests',
    bin('playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { CHROMIUM_PATH: requireChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: browser },
    browser,
    ({ stats, suites }) => {
      for (const one of suites) addBrowserTests(one)
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        skipped: stats.skipped,
      }
    },
  )
  const slowest = took.sort((a, b) => b.ms - a.ms).slice(0, 10)
  process.stdout.write('\n— the ten slowest\n')
  for (const { name, ms } of slowest)
    process.stdout.write(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}\n`)
  if (failures.length > 0) process.stdout.write('\n— what failed\n')
  for (const one of failures) process.stdout.write(`  ${one}\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  counts.failed++
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`)
process.exit(counts.failed > 0 ? 1 : 0)
