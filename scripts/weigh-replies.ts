// Learns `weights.json` from the lists of replies: run after a list changes. With `each`: reads each list with weights
// that were learned without it, and changes nothing.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readReply } from '#server/features/leads/consent/replies/read-reply.ts'
import {
  knownReplies,
  learnWeights,
  replyLists,
} from '#server/features/leads/consent/replies/weights/learn-weights.ts'
import { scalesOf } from '#server/features/leads/consent/replies/weights/weigh-reply.ts'

const path = 'src/server/features/leads/consent/replies/weights/weights.json'

if (process.argv.includes('each')) {
  process.stdout.write('list: opt-outs ended, asked, missed | others ended, asked\n')
  for (const list of replyLists()) process.stdout.write(`${list}: ${unlearned(list)}\n`)
} else {
  const learned = learnWeights(knownReplies())
  await writeFile(join(import.meta.dirname, '..', path), `${JSON.stringify(learned, null, 2)}\n`)
  process.stdout.write(`${Object.keys(learned.weights).length} weights\n`)
}

/** How a list is read by weights that do not know it; the rules have seen it. */
function unlearned(list: string): string {
  const scales = scalesOf(learnWeights(knownReplies((file) => file !== list)))
  const { replies } = knownReplies((file) => file === list)
  const count = (isOptOut: boolean, meaning: string | undefined): number =>
    replies.filter((reply) => reply.isOptOut === isOptOut && readReply(reply.text, scales) === meaning).length
  const outs = [count(true, 'stop'), count(true, 'doubtful'), count(true, undefined)]
  return `${outs.join(', ')} | ${count(false, 'stop')}, ${count(false, 'doubtful')} of ${replies.length}`
}
