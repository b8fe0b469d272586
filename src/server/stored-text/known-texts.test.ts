import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inLanguage } from '#server/messages/language.ts'
import { up } from '#server/migrations/0360-texts-as-codes.ts'
import { storedFrom } from '#server/migrations/known-texts/known-texts.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { readText } from './read-text.ts'
import type { StoredText } from './stored-text.ts'

const inSpanish = (sentence: string): string =>
  inLanguage('es', () => readText(storedFrom(sentence) as StoredText))

it.each([
  'Paused',
  'Scheduled for Fri 20 Nov 2026, 14:30 (Asia/Kolkata)',
  'Changed. Scheduled to start at once',
  'Trying again for 1,234 people',
  'Trying again for 2 people now, and for 1 person not before Fri 20 Nov 2026, 14:30 (UTC), because WhatsApp asks to wait',
  'Started with 1 person; 2,000 left out',
  'It was to start Fri 20 Nov 2026, 14:30 (America/Sao_Paulo), more than 6 hours ago, while Tidings was not running. Start it now, or cancel it.',
  'Nobody could get it: No consent 1,200, Duplicate 2.',
  'WhatsApp lets you write to 250 different people in 24 hours. The rest is sent later by itself.',
  "The template “weekend_offer” can't be sent. It was deleted by hand.",
  'WhatsApp has problems right now. Until Fri 20 Nov 2026, 14:30 (Asia/Kolkata).',
])('“%s” has a code that says the same', (sentence) => {
  const stored = storedFrom(sentence)
  expect(typeof stored).toBe('object')
  expect(readText(stored as StoredText)).toBe(sentence)
  expect(inSpanish(sentence)).not.toBe(sentence)
})

it.each([
  [
    'WhatsApp cannot charge you for messages. Add or mend the payment method in WhatsApp Manager; then let sending go on.',
    131042,
  ],
  ['This number reached the speed WhatsApp allows it.', 130429],
])('the provider’s explanation becomes its code: %s', (sentence, code) => {
  expect(JSON.stringify(storedFrom(sentence))).toContain(`{"meta":{"code":${code}},"part":"sentence"}`)
})

it('text that is not known stays', () => {
  expect(storedFrom('Meta says: no.')).toBe('Meta says: no.')
  expect(storedFrom('Scheduled for some day')).toBe('Scheduled for some day')
})

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
})
afterAll(() => server.close())

it('an install of an earlier version keeps what its campaigns and numbers said', async () => {
  const { businessId } = await server.signUp()
  const { db } = server.app
  for (const [table, now, before] of [
    ['campaign_events', 'text', 'sentence'],
    ['campaigns', 'status_reason', 'status_reason'],
    ['dispatches', 'hold_reason', 'hold_sentence'],
    ['lanes', 'limit_reason', 'limit_sentence'],
    ['lanes', 'pause_reason', 'pause_sentence'],
    ['templates', 'submit_error', 'submit_error'],
    ['template_syncs', 'error', 'error'],
  ] as const) {
    const [rows, column] = [sql.table(table), sql.ref(now)]
    await sql`alter table ${rows} alter column ${column} type text using ${column} #>> '{}'`.execute(db)
    if (now !== before)
      await sql`alter table ${rows} rename column ${column} to ${sql.ref(before)}`.execute(db)
  }
  await sql`alter table campaign_events drop column code`.execute(db)
  const old = (number: string, pause: string, limit: string) =>
    sql`
    insert into lanes (business_id, phone_number_id, pause_code, pause_sentence, limit_sentence)
    values (${businessId}, ${number}, 'provider_trouble', ${pause}, ${limit})`.execute(db)
  await old('1', 'WhatsApp has problems right now.', 'Of an old version.')
  await old('2', 'This number reached the speed WhatsApp allows it.', '')
  await server.app.db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))
  const lanes = await db
    .selectFrom('lanes')
    .select(['pause_code', 'pause_reason', 'limit_reason'])
    .where('business_id', '=', businessId)
    .orderBy('phone_number_id')
    .execute()
  expect(lanes).toEqual([
    {
      pause_code: 'provider_failing',
      pause_reason: { key: 'messages.waiting.providerFailing' },
      limit_reason: 'Of an old version.',
    },
    {
      pause_code: 'provider_failing',
      pause_reason: { meta: { code: 130429 }, part: 'sentence' },
      limit_reason: '',
    },
  ])
})
