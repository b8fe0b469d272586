import { randomBytes } from 'node:crypto'
import { controlHeader } from './control/control-guard.ts'
import { sandboxSeed, startSandbox } from './sandbox.ts'

/** `npm run sandbox`: the fake Graph API alone. Settings by environment, all optional. */
const {
  SANDBOX_PORT,
  SANDBOX_HOST,
  SANDBOX_WEBHOOK_URL,
  SANDBOX_VERIFY_TOKEN,
  SANDBOX_DATA_FILE,
  SANDBOX_PUBLIC_URL,
  SANDBOX_SECRET = randomBytes(16).toString('hex'),
} = process.env

const sandbox = await startSandbox({
  port: Number(SANDBOX_PORT ?? 5003),
  host: SANDBOX_HOST,
  publicUrl: SANDBOX_PUBLIC_URL,
  webhookUrl: SANDBOX_WEBHOOK_URL,
  verifyToken: SANDBOX_VERIFY_TOKEN,
  dataFile: SANDBOX_DATA_FILE,
  controlSecret: SANDBOX_SECRET,
  log: (line) => console.log(line),
})

console.log(`Graph stand-in   ${sandbox.url}/v24.0
App id           ${sandboxSeed.app.id}
App secret       ${sandboxSeed.app.secret}
Account (WABA)   ${sandboxSeed.waba.id}
Phone number id  ${sandboxSeed.phone.id}
Access token     ${sandboxSeed.systemUserToken}
Controls         ${sandbox.url}/sandbox/state, with the header ${controlHeader}: ${SANDBOX_SECRET}`)

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1)
    stopping = true
    void sandbox.close().then(() => process.exit(0))
  })
}
