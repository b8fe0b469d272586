import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeLargeSheet } from '../files/large-sheet.ts'
import { forgedSales, publicForms } from './doors.ts'
import { bombs, forgedWebhooks, streams } from './load.ts'
import { bodies, foreignIds, lockOut, paths, tokens } from './requests.ts'
import { Report, type Row, signUp } from './stranger.ts'

export type AttackOptions = {
  /** The product's own address; only this machine's is taken. */
  url: string
  streams: number
  logouts: number
  /** Calls beside the streams may take so many ms at the 95th percentile. */
  slowest: number
  /** How often 3 MiB are sent to the webhook door. */
  largeWebhooks: number
  /** The processor time of the event loop so far. */
  cpuMs?: (() => number) | undefined
  say?: (line: string) => void
}

/** Does what a stranger would try, from outside, and reports what should not have happened. */
export async function runAttack({ url, say = () => undefined, ...much }: AttackOptions): Promise<Row[]> {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname))
    throw new Error('Only an install on this machine is attacked.')
  const target = { url }
  const report = new Report()
  const owner = await signUp(target)
  const stranger = await signUp(target)
  const word = 'Quillmarzipan'
  const kept = await fetch(`${url}/marketing/api/upload_leads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ leads: [{ name: word, phone: '+919811100001', tag: word }] }),
  })
  if (!kept.ok) throw new Error(`a lead was answered ${kept.status}: ${await kept.text()}`)
  say('ids of others')
  await foreignIds(target, report, stranger, word)
  say('tokens, bodies, paths')
  await tokens(target, report, owner)
  await bodies(target, report, stranger)
  await paths(target, report)
  say('files')
  await bombs(target, report, stranger, await archives())
  say('webhooks')
  await forgedWebhooks(target, report, owner, { largest: much.largeWebhooks, cpuMs: much.cpuMs })
  say('sales, public forms')
  await forgedSales(target, report, owner, stranger)
  await publicForms(target, report, owner)
  say('streams')
  await streams(target, report, { count: much.streams, logouts: much.logouts, slowest: much.slowest })
  await lockOut(target, report, owner)
  return report.rows
}

async function archives(): Promise<Record<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-attack-'))
  try {
    const path = join(folder, 'a.xlsx')
    const piece = '<a/>'.repeat(25_000)
    await writeLargeSheet(path, [
      '<worksheet><sheetData>',
      ...Array.from({ length: 1000 }, () => piece),
      '</sheetData></worksheet>',
    ])
    return {
      'growing.xlsx': await readFile(path),
      'broken.xlsx': Buffer.from('PK\u0003\u0004garbage'),
      'program.exe': Buffer.from('MZ'),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
