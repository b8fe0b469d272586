// `node --import ./test/upgrade/record.mjs …`: each statement that the product sends, of every process and thread, as a line of a file in RECORD_STATEMENTS.
import { appendFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { threadId } from 'node:worker_threads'

const folder = process.env.RECORD_STATEMENTS
const root = join(import.meta.dirname, '..', '..')
const seen = new Set()

if (folder) {
  // What a test asks the database itself is none of the product's.
  Error.stackTraceLimit = 200
  const { Client, Pool } = createRequire(join(root, 'package.json'))('pg')
  for (const { prototype } of [Client, Pool]) {
    const { query } = prototype
    prototype.query = function (config, ...rest) {
      const text = typeof config === 'string' ? config : (config.text ?? config.cursor?.text)
      if (text && !seen.has(text) && isOfProduct(new Error().stack)) {
        seen.add(text)
        appendFileSync(join(folder, `${process.pid}-${threadId}.jsonl`), `${JSON.stringify(text)}\n`)
      }
      return query.call(this, config, ...rest)
    }
  }
}

/** By the nearest caller outside of packages. */
function isOfProduct(stack) {
  const caller = stack
    .split('\n')
    .slice(2)
    .find((line) => line.includes(root + sep) && !line.includes('node_modules'))
  if (!caller) return false
  return caller.includes(join(root, 'src', 'server')) && !/\.(test|fixture)\.ts|migrations/.test(caller)
}
