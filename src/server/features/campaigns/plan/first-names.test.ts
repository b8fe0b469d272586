import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { fillingOf, valuesSql } from './variables.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('the first name is the first word that is no title, whatever spaces a name has', async () => {
  const names = [
    ['Asha Rao', 'Asha'],
    ['Mr. Ravi Kumar', 'Ravi'],
    ['Dr.Asha Rao', 'Asha'],
    ['Prof. Dr. Eva Groß', 'Eva'],
    ['SMT Lata Devi', 'Lata'],
    ['Sra. Ana Peña', 'Ana'],
    ['श्रीमती लता देवी', 'लता'],
    ['Ibu Sari Dewi', 'Sari'],
    [' Asha\u00a0Rao', 'Asha'],
    ['Mrs\u00a0Asha Rao', 'Asha'],
    ['\u00a0Asha', 'Asha'],
    ['Drew Miller', 'Drew'],
    ['Misty', 'Misty'],
    ['Dr.', 'Dr.'],
    ['', null],
  ]
  const filling = fillingOf([{ key: 'first_name', name: 'first_name', where: 'body' }], {}, null)
  const { rows } = await sql<{ values: (string | null)[] }>`
    select ${valuesSql(filling, null, 'lead')} as values
    from unnest(${names.map(([name]) => name)}::text[]) with ordinality as lead (name, nr)
    order by nr`.execute(server.app.db)
  expect(rows.map(({ values: [first] }, at) => [names[at]?.[0], first])).toEqual(names)
})
