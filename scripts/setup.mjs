// What `npm start` and `npm test` do before anything else. Runs on any Node from 20 on, before anything is
// installed, and so uses nothing but Node itself.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { watchParents } from './parents.mjs'

export const root = dirname(import.meta.dirname ?? dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)
const wantedNode = JSON.parse(readFileSync(at('package.json'), 'utf8')).dependencies.node
const nodeBinary = process.platform === 'win32' ? 'node.exe' : 'node'

// What Node compiled is kept for the next start, which takes a third less work then.
process.env.NODE_COMPILE_CACHE ??= at('node_modules', '.cache', 'node')

/** Installs what package-lock.json names, once; gives the path of the Node that everything runs on. */
export function install() {
  const installed = at('node_modules', 'node', 'bin', nodeBinary)
  const stamp = at('node_modules', '.installed')
  const wanted = hashOf([at('package-lock.json')])
  if (existsSync(installed) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return installed
  process.stdout.write('Installing …\n')
  // The install itself runs on the Node it is made for: an older one would leave out the packages whose
  // `engines` it does not meet.
  const node = nodeForInstalling()
  npm(node, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], root)
  if (!existsSync(installed))
    throw new Error('The install did not bring Node 24. Run `npm ci` and read what it says.')
  writeFileSync(stamp, wanted)
  return installed
}

/** Builds the web app when its sources are newer than what was built. */
export function build(node) {
  const stamp = at('dist', 'web', '.built')
  const wanted = hashOf([
    at('src', 'web'),
    at('src', 'contract'),
    at('vite.config.ts'),
    at('scripts', 'prerender.ts'),
    at('package-lock.json'),
  ])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stdout.write('Building the web app …\n')
  const vite = [at('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']
  run(node, vite)
  run(node, [...vite, '--mode', 'landing'])
  run(node, [...vite, '--mode', 'widget'])
  run(node, [...vite, '--mode', 'worker'])
  run(node, [at('scripts', 'prerender.ts')])
  run(node, [at('scripts', 'compress-assets.ts')])
  writeFileSync(stamp, wanted)
}

/** Runs a program to its end with our terminal; throws when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) throw error
  if (status !== 0) throw new Error(`${[relative(root, args[0] ?? ''), ...args.slice(1)].join(' ')} failed.`)
}

/** Runs a program until it is stopped, passing our signals on; exits as it did. */
export function become(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  // The terminal sends Ctrl-C to the child as well; a supervisor sends its signal to us alone. The child takes
  // two that come together for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  // npm sends a signal only to the shell that runs us, which ends without passing it on; a killed npm sends
  // none.
  if (process.env.npm_lifecycle_event) watchParents(() => child.kill('SIGTERM'))
}

function nodeForInstalling() {
  const major = (version) => Number(version.replace(/^v/, '').split('.')[0])
  if (major(process.version) >= major(wantedNode)) return process.execPath
  const runtime = at('.runtime')
  const node = join(runtime, 'node_modules', 'node', 'bin', nodeBinary)
  if (existsSync(node)) return node
  mkdirSync(runtime, { recursive: true })
  writeFileSync(
    join(runtime, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { node: true } }),
  )
  npm(
    process.execPath,
    [
      'install',
      '--no-save',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `node@${wantedNode}`,
    ],
    runtime,
  )
  return node
}

function npm(node, args, cwd) {
  const cli = process.env.npm_execpath
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  // Settings of the npm that called us belong to its own folder.
  for (const name of Object.keys(env))
    if (/^npm_(config_local_prefix|config_prefix|package_|lifecycle_)/.test(name)) delete env[name]
  if (cli && /\.[cm]?js$/.test(cli)) run(node, [cli, ...args], { cwd, env })
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd, env })
}

function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name))
    } else {
      hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0')
    }
  }
  paths.forEach(add)
  return hash.digest('hex')
}
