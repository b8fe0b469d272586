// Learns `weights.json` from the lists of replies: run after a list changes.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { knownReplies, learnWeights } from '#server/features/leads/consent/replies/weights/learn-weights.ts'

const path = 'src/server/features/leads/consent/replies/weights/weights.json'
const learned = learnWeights(knownReplies())
await writeFile(join(import.meta.dirname, '..', path), `${JSON.stringify(learned, null, 2)}\n`)
process.stdout.write(`${Object.keys(learned.weights).length} weights\n`)
