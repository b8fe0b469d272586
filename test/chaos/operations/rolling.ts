import { execFileSync, spawn } from 'node:child_process'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { dashboard } from '#contract/dashboard.ts'
import { leads } from '#contract/leads.ts'
import { freePort } from '#server/platform/embedded-postgres.ts'
import { type Install, type Part, pause } from './install.ts'

const drainSeconds = '5'
const callers = 8
const messages = 6_000

/** Two web processes behind HAProxy and three workers are restarted one after the other, under load. */
export const rolling: Part = {
  name: 'rolling restart behind HAProxy',
  messages,
  async run(install) {
    const { start, stop, say } = install
    const ports = [await freePort(), await freePort()]
    const startWeb = (at: number) =>
      start(`web${at + 1}`, 'web', { DRAIN_SECONDS: drainSeconds, PORT: String(ports[at]) })
    const webs = [await startWeb(0), await startWeb(1)]
    const proxy = await startProxy(install, ports)
    install.webhooksTo(proxy.insideUrl)
    const load = startLoad(proxy.url, install.token)
    const startWorker = (at: number) => start(`worker${at + 1}`, 'worker')
    const workers = [await startWorker(0), await startWorker(1), await startWorker(2)]
    let restarts = 0
    for (const share of [0.05, 0.15, 0.25, 0.35, 0.45, 0.55]) {
      await install.untilTaken(messages * share)
      const [web, worker] = [restarts % 2, restarts % 3]
      restarts++
      say(`web${web + 1} and worker${worker + 1} restart; ${load.requests()} requests so far`)
      await Promise.all([stop(webs[web]!), stop(workers[worker]!)])
      webs[web] = await startWeb(web)
      workers[worker] = await startWorker(worker)
      // As long as the proxy takes to see it.
      await pause(3_000)
    }
    await install.untilTaken(messages)
    await pause(2_000)
    const failed = await load.stop()
    return { restarts, requests: load.requests(), failedRequests: failed }
  },
}

const exampleFile = join(import.meta.dirname, '../../../deploy/compose/haproxy.cfg')

/** The example of the compose file, with addresses and a certificate of this machine, and one plain way in for webhooks. */
async function startProxy({ folder, atEnd }: Install, ports: readonly number[]) {
  const [plain, tls, inside] = [await freePort(), await freePort(), await freePort()]
  const certificate = join(folder, 'tls.pem')
  const made = ['-keyout', certificate, '-out', `${certificate}.crt`, '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made], { stdio: 'ignore' })
  await appendFile(certificate, await readFile(`${certificate}.crt`))
  const replacements: [string, string][] = [
    ['bind :8080', `bind 127.0.0.1:${plain}`],
    ['bind :8443', `bind 127.0.0.1:${tls}`],
    ['/usr/local/etc/haproxy/tls.pem', certificate],
    ['web1:5002', `127.0.0.1:${ports[0]}`],
    ['web2:5002', `127.0.0.1:${ports[1]}`],
  ]
  let text = await readFile(exampleFile, 'utf8')
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`${exampleFile} has no ${from}`)
    text = text.replace(from, to)
  }
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, `${text}\nfrontend inside\n    bind 127.0.0.1:${inside}\n    default_backend web\n`)
  const child = spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' })
  atEnd(() => child.kill('SIGTERM'))
  child.once('error', () => process.stderr.write('This part needs HAProxy: apt-get install haproxy.\n'))
  const insideUrl = `http://127.0.0.1:${inside}`
  for (let turn = 0; ; turn++) {
    const isUp = await fetch(`${insideUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) break
    if (turn > 100) throw new Error('HAProxy does not answer')
    await pause(100)
  }
  return { url: `https://127.0.0.1:${tls}`, insideUrl }
}

/** Callers that read and write over connections that are kept, without a pause; nothing is tried again. */
function startLoad(url: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers, rejectUnauthorized: false })
  const failed: string[] = []
  let count = 0
  let stopped = false
  const ask = (method: string, path: string, body?: string): Promise<void> =>
    new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      }
      const note = (what: string): void => {
        failed.push(`${method} ${path}: ${what}`)
        resolve()
      }
      count++
      const sent = request(`${url}${path}`, { method, agent, headers }, (answer) => {
        answer.resume()
        answer.once('end', () =>
          (answer.statusCode ?? 0) < 400 ? resolve() : note(String(answer.statusCode)),
        )
        answer.once('error', ({ message }) => note(message))
      })
      sent.once('error', ({ message }) => note(message))
      sent.end(body)
    })
  const caller = async (nr: number): Promise<void> => {
    for (let turn = 0; !stopped; turn++) {
      if (turn % 4 === 0) {
        const phone = `+9198${String(nr).padStart(2, '0')}${String(turn).padStart(6, '0')}`
        await ask(
          'POST',
          leads.upload.path,
          JSON.stringify({ leads: [{ name: 'Load', phone, tag: 'load' }] }),
        )
      } else await ask('GET', dashboard.stats.path)
      // Eight callers with 50 ms between their calls leave the processors to the campaign.
      await pause(50)
    }
  }
  const running = Array.from({ length: callers }, (_, nr) => caller(nr))
  return {
    requests: () => count,
    async stop() {
      stopped = true
      await Promise.all(running)
      agent.destroy()
      return failed
    },
  }
}
