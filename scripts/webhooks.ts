// `npm run webhooks -- list [--state failed] [--field NAME] [--limit N]` and `npm run webhooks -- replay ID`:
// looks at what providers posted, and applies one again, beside a running install or without it.
import { parseArgs } from 'node:util'
import { webhooks } from '#contract/webhooks.ts'
import type { App } from '#server/app.ts'
import { getWebhook, listWebhooks, replayWebhook } from '#server/features/webhooks/webhooks.ts'
import { StartError } from '#server/platform/errors.ts'
import { runBeside } from './beside.ts'

const usage = `npm run webhooks -- list [--state waiting|applied|unrecognised|failed] [--field NAME] [--limit N]
npm run webhooks -- show ID
npm run webhooks -- replay ID`

const options = { state: { type: 'string' }, field: { type: 'string' }, limit: { type: 'string' } } as const

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
}

async function run(app: App, { values, positionals }: ReturnType<typeof readArguments>): Promise<void> {
  const [command, id] = positionals
  if (id !== undefined && !/^\d{1,15}$/.test(id)) throw new StartError(`"${id}" is no ID.\n${usage}`)
  if (command === 'list') {
    const { events } = await listWebhooks(app, 'terminal', webhooks.list.query.parse(values))
    for (const { id, received_at, state, fields, error } of events) {
      process.stdout.write(
        `${id}\t${received_at}\t${state}\t${fields.join(',')}${error ? `\t${error}` : ''}\n`,
      )
    }
  } else if (command === 'show' && id) {
    process.stdout.write(`${(await getWebhook(app, 'terminal', Number(id))).body}\n`)
  } else if (command === 'replay' && id) {
    for (const { event, did } of await replayWebhook(app, 'terminal', Number(id)))
      process.stdout.write(`${event}: ${did}\n`)
  } else {
    throw new StartError(usage)
  }
}

runBeside(readArguments, run, usage)
