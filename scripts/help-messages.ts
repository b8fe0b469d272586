// `npm run help-messages [-- --all]`: what people wrote to the support, on a terminal. Nothing is marked as read.
import { parseArgs } from 'node:util'
import type { App } from '#server/app.ts'
import { listHelpMessages } from '#server/features/help/help.ts'
import { StartError } from '#server/platform/errors.ts'
import { runBeside } from './beside.ts'

const usage = 'npm run help-messages            new messages\nnpm run help-messages -- --all   all of them'
const pageSize = 200

function readArguments(): { all: boolean } {
  try {
    return { all: parseArgs({ options: { all: { type: 'boolean' } } }).values.all ?? false }
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
}

/** A terminal acts on control characters; people who write to us shall not. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, ' ')

async function run(app: App, { all }: { all: boolean }): Promise<void> {
  let count = 0
  for (let before: number | undefined; ; ) {
    const page = await listHelpMessages(app, { limit: pageSize, before, unread: !all })
    for (const { id, name, email, message, created_at, read } of page.messages) {
      count += 1
      const head = `${id}  ${created_at}  ${printable(name)} <${printable(email)}>${read ? '' : '  new'}`
      process.stdout.write(`${head}\n${printable(message).replace(/^/gm, '  ')}\n\n`)
    }
    if (page.next_cursor === null) break
    before = Number(page.next_cursor)
  }
  if (count === 0) process.stdout.write(all ? 'No messages.\n' : 'No new messages. See all with --all.\n')
}

runBeside(readArguments, run, usage)
