import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  delimiterOf,
  encodingOf,
  kindOf,
  rowsOf,
  UnreadableFile,
} from '#server/features/leads/import/file/table-file.ts'
import { readPhones } from '#server/features/leads/phone/phone.ts'
import { sniff } from '#server/features/social/media/sniff.ts'
import { readBody } from '#server/features/webhooks/payload/reading.ts'
import { AppError } from '#server/platform/errors.ts'

/** Bounded by time: a slow machine tries less. */
const bounds = { interruptAfterTimeLimit: 2_000, markInterruptAsFailure: false }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-fuzz-'))
})
afterAll(() => rm(folder, { recursive: true }))

const delivery = (value: unknown) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', time: 1_739_321_024, changes: [{ field: 'messages', value }] }],
})
const metadata = { display_phone_number: '15550783881', phone_number_id: '106540352242922' }
const known = [
  delivery({
    messaging_product: 'whatsapp',
    metadata,
    statuses: [
      {
        id: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI3',
        status: 'failed',
        timestamp: '1739321024',
        recipient_id: '16505551234',
        errors: [{ code: 131_026, title: 'Undeliverable', error_data: { details: 'x' } }],
        pricing: { billable: true, pricing_model: 'PMP', category: 'marketing' },
      },
    ],
  }),
  delivery({
    messaging_product: 'whatsapp',
    metadata,
    contacts: [{ profile: { name: 'Asha' }, wa_id: '16505551234' }],
    messages: [
      {
        from: '16505551234',
        id: 'wamid.HBgLMTY1',
        timestamp: '1739321024',
        type: 'text',
        text: { body: 'STOP' },
      },
      {
        from: '16505551234',
        id: 'wamid.HBgLMTY2',
        timestamp: '1739321025',
        type: 'image',
        image: { id: '1', mime_type: 'image/jpeg', sha256: 'x' },
      },
      {
        from: '16505551234',
        id: 'wamid.HBgLMTY3',
        timestamp: '1739321026',
        type: 'button',
        button: { text: 'Yes', payload: 'yes' },
      },
    ],
  }),
]

/** The same with one value replaced by another of any kind. */
function replaced(value: unknown, steps: number[], by: unknown): unknown {
  const [step, ...rest] = steps
  if (step === undefined || typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  const key = keys[step % Math.max(1, keys.length)]
  if (key === undefined) return by
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = replaced(copy[key], rest, by)
  return copy
}

it('reads every body of a webhook, or says that it is none', () => {
  const strange = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      '',
      '0',
      '99999999999999999999',
      -1,
      1e300,
      [],
      {},
      [[]],
      null,
      true,
      '__proto__',
      '\u0000',
      '\ud800',
    ),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...known),
      fc.array(fc.nat(7), { minLength: 1, maxLength: 9 }),
      strange,
      (body, steps, by) => {
        const { events, fields } = readBody(Buffer.from(JSON.stringify(replaced(body, steps, by))))
        expect(fields.length).toBeLessThanOrEqual(events.length)
      },
    ),
    { ...bounds, numRuns: 2000 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      readBody(Buffer.from(bytes))
    }),
    { ...bounds, numRuns: 500 },
  )
})

it('reads every cell as phones, or says why not', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'0123456789+-()/;, .e٣०'), maxLength: 60 }),
  )
  fc.assert(
    fc.property(cell, fc.constantFrom('IN', 'US', 'BR', 'ID', 'DE', 'XX'), (text, country) => {
      const reading = readPhones(text, country)
      if ('phones' in reading) for (const phone of reading.phones) expect(phone).toMatch(/^\+?\d{5,20}$/)
    }),
    { ...bounds, numRuns: 1500 },
  )
})

const starts = [
  '',
  'PK\u0003\u0004',
  '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1',
  'BEGIN:VCARD\r\nVERSION:3.0\r\n',
  'phone,name\r\n',
  '\u00ef\u00bb\u00bf',
  '\u00ff\u00fe',
  '\u0089PNG\r\n\u001a\n',
  '\u00ff\u00d8\u00ff',
  'GIF89a',
  '\0\0\0\u0018ftypmp42',
  '<svg>',
  '%PDF-1.7',
]
const file = fc
  .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 600 }))
  .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest]))

it('reads every upload of leads, or says that it is unreadable', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.constantFrom('a.csv', 'a.xlsx', 'a.xls', 'a.ods', 'a.vcf', 'a.txt'),
      async (bytes, name) => {
        const path = join(folder, `leads-${count++}`)
        await writeFile(path, bytes)
        try {
          const kind = await kindOf(path, name)
          // What a workbook or cards are read with counts for nothing.
          const text = kind === 'csv' ? await encodingOf(path) : { encoding: 'utf-8' as const }
          const delimiter = kind === 'csv' ? await delimiterOf(path, text.encoding) : ','
          const rows = rowsOf({ path, kind, encoding: text.encoding, delimiter, quoted: true })
          for await (const row of rows) expect(Array.isArray(row)).toBe(true)
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error
        } finally {
          await rm(path)
        }
      },
    ),
    { ...bounds, numRuns: 300 },
  )
})

it('knows every picture and video by its content, or refuses it', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(file, async (bytes) => {
      const path = join(folder, `media-${count++}`)
      await writeFile(path, bytes)
      try {
        expect(['image', 'video']).toContain((await sniff(path)).kind)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      } finally {
        await rm(path)
      }
    }),
    { ...bounds, numRuns: 300 },
  )
})
