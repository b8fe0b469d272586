import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { socialImports, socialPosts } from '#contract/social/social.ts'
import { type FormFile, formOf } from '#test/http/requests.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { accountsOf, connectNetwork } from '#test/social.ts'
import { runImport, titleOf } from './run-import.ts'

let server: TestServer
let asha: Person
let page: number
let profile: number
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  asha = await server.signUp()
  await connectNetwork(server, asha, 'facebook', { as: 'Asha One Page' })
  await connectNetwork(server, asha, 'linkedin', { as: 'Asha One Page' })
  const accounts = await accountsOf(server, asha)
  page = accounts.find(({ platform }) => platform === 'facebook')?.id ?? 0
  profile = accounts.find(({ platform }) => platform === 'linkedin')?.id ?? 0
})
afterAll(() => server.close())

let word = 0
const unlike = () => `Imported ${word++}`
const as = <T extends object>(more: T, token = asha.token) => ({ token, ...more })

describe('an import of posts', () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const upload = async (content: string, name = 'posts.csv', token = asha.token) => {
    const file: FormFile = { name, content }
    const answer = await server.http.inject({
      method: 'POST',
      url: socialImports.previewImport.path,
      ...(await formOf({ file }, token)),
    })
    return { status: answer.statusCode, body: answer.json() as { message: string; import: { id: number } } }
  }
  const rowsOf = async (id: number) =>
    (await server.call(socialImports.importRows, as({ params: { id } }))).body.rows
  const run = (id: number) =>
    runImport(server.app, { business_id: asha.businessId, id }, new AbortController().signal)
  const header = 'date,time,zone,accounts,caption,media address,link,first comment\n'

  it('says what is wrong with each row, and schedules nothing', async () => {
    const rows = [
      `${day(3)},09:30,,${page},Good row ${unlike()},,https://example.com,More`,
      `${day(3)},25:00,,${page},Wrong time,,,`,
      `24.12.2026,09:30,,${page},Wrong date,,,`,
      `2020-01-01,09:30,,${page},Too late,,,`,
      `${day(3)},09:30,Mars/Olympus,${page},Wrong zone,,,`,
      `${day(3)},09:30,,Nobody,Wrong account,,,`,
      `${day(3)},09:30,,${page},,,,`,
      `${day(3)},09:30,,${page},Wrong link,,ftp://x,`,
      `${day(3)},09:30,,${profile},${'x'.repeat(3001)},,,`,
      `${day(4)},09:30,,${page};${profile},Twin,,,`,
      `${day(4)},10:30,,${page},twin,,,`,
      `${day(3)},09:30,,${profile},${'x'.repeat(2990)},https://example.com/a.jpg,https://example.com,`,
    ]
    const { status, body } = await upload(header + rows.join('\n'))
    expect(status, body.message).toBe(200)
    expect(body.import).toMatchObject({ state: 'checked', total: 12, ready: 2, wrong: 10, done: 0 })
    const found = await rowsOf(body.import.id)
    expect(found.map(({ row, problems }) => [row, problems[0]?.field, problems[0]?.sentence])).toEqual([
      [2, undefined, undefined],
      [3, 'time', 'Write the time as 09:30.'],
      [4, 'date', 'Write the date as 2026-11-24.'],
      [5, 'date', 'This time is in the past. Choose a later one.'],
      [6, 'zone', 'Unknown time zone. Use a name such as Asia/Kolkata.'],
      [7, 'accounts', 'No connected account is called Nobody.'],
      [8, 'caption', 'Please fill all required fields.'],
      [9, 'link', 'Enter a link that starts with http:// or https://.'],
      [10, 'caption', 'LinkedIn takes up to 3,000 characters. This text has 3,001.'],
      [11, undefined, undefined],
      [12, 'caption', expect.stringContaining('within 24 hours')],
      [13, 'caption', 'LinkedIn takes up to 3,000 characters. This text has 3,011.'],
    ])
  })

  it('leaves out rows of empty cells, and numbers the others as the spreadsheet does', async () => {
    const rows = [',,,,,,,', `${day(13)},09:30,,${page},${unlike()},,,`, ', ,,,,,,', ',,,,,,,']
    const { body } = await upload(header + rows.join('\n'))
    expect(body.import).toMatchObject({ total: 1, ready: 1, wrong: 0 })
    expect((await rowsOf(body.import.id)).map(({ row }) => row)).toEqual([3])
    expect((await upload(`${header},,,,,,,\n`)).body.message).toBe('This file has no posts.')
  })

  it('finds an account whose name has a separator in it', async () => {
    const named = server.app.db.updateTable('social_accounts').where('id', '=', page)
    const { name } = await server.app.db
      .selectFrom('social_accounts')
      .select('name')
      .where('id', '=', page)
      .executeTakeFirstOrThrow()
    await named.set({ name: 'Asha | Bakery & Café' }).execute()
    const { body } = await upload(`${header}${day(15)},09:30,,Asha | Bakery & Café,${unlike()},,,`)
    await named.set({ name }).execute()
    expect((await rowsOf(body.import.id)).map(({ problems }) => problems)).toEqual([[]])
  })

  it('schedules its rows once, though it is confirmed twice and its job is killed', async () => {
    const captions = [unlike(), unlike(), `'=SUM(A1) ${unlike()}`]
    const lines = captions.map(
      (caption, at) => `${day(5 + at * 2)};9:05;America/Sao_Paulo;"${page};${profile}";${caption}`,
    )
    const { body } = await upload(`date;time;zone;accounts;caption\n${lines.join('\n')}`)
    const { id } = body.import
    const confirm = () => server.call(socialImports.confirmImport, as({ params: { id } }))
    const answers = await Promise.all([confirm(), confirm()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const signal = AbortSignal.abort()
    await expect(runImport(server.app, { business_id: asha.businessId, id }, signal)).rejects.toThrow()
    await run(id)
    await run(id)
    const rows = await rowsOf(id)
    expect(rows.map(({ state, post_ids }) => [state, post_ids.length])).toEqual([
      ['done', 2],
      ['done', 2],
      ['done', 2],
    ])
    expect(new Set(rows.flatMap(({ post_ids }) => post_ids)).size).toBe(6)
    expect(rows[0]?.scheduled_time).toContain('T12:05:00.000Z')
    const { body: one } = await server.call(socialPosts.status, as({ params: { id: rows[2]!.post_ids[0]! } }))
    expect(one.post.caption).toMatch(/^=SUM/)
    const { body: done } = await server.call(socialImports.getImport, as({ params: { id } }))
    expect(done.import).toMatchObject({ state: 'done', done: 3, failed: 0 })
  })

  it('is found again among the latest, with how far it is and the rows that have problems', async () => {
    const stranger = await server.signUp()
    const mine = async (token = asha.token) =>
      (await server.call(socialImports.listImports, { token })).body.imports
    const rows = [1, 2].map((n) => `${day(20 + n)},09:30,${page},${unlike()}`)
    const lines = [...rows, `${day(20)},25:00,${page},Wrong`].join('\n')
    const { body } = await upload(`date,time,accounts,caption\n${lines}\n`, 'again.csv')
    const { id } = body.import
    expect((await mine())[0]).toMatchObject({
      id,
      file_name: 'again.csv',
      state: 'checked',
      ready: 2,
      wrong: 1,
    })
    expect(await mine(stranger.token)).toEqual([])
    await server.call(socialImports.confirmImport, as({ params: { id } }))
    await server.app.db
      .updateTable('social_post_import_rows')
      .set({ account_ids: [999_999] })
      .where('import_id', '=', id)
      .where('row_number', '=', 3)
      .execute()
    expect((await mine())[0]).toMatchObject({ id, state: 'running' })
    await run(id)
    expect((await mine())[0]).toMatchObject({ id, state: 'done', ready: 0, wrong: 1, done: 1, failed: 1 })
    const query = { state: 'problem' as const }
    const { body: wrong } = await server.call(socialImports.importRows, as({ params: { id }, query }))
    expect(wrong.rows.map(({ row, state }) => [row, state])).toEqual([
      [3, 'failed'],
      [4, 'wrong'],
    ])
    for (let n = 0; n < 20; n++) await upload(`${header}${day(3)},25:00,,${page},Wrong,,,\n`)
    const latest = await mine()
    expect(latest).toHaveLength(20)
    expect(latest.some((one) => one.id === id)).toBe(false)
  })

  it('stops where it is cancelled, and says why a row failed since', async () => {
    const { body } = await upload(`date,time,accounts,caption\n${day(6)},09:30,${page},${unlike()}\n`)
    const { id } = body.import
    await server.call(socialImports.confirmImport, as({ params: { id } }))
    await server.call(socialImports.cancelImport, as({ params: { id } }))
    await run(id)
    expect((await rowsOf(id))[0]?.state).toBe('ready')
    const other = await upload(`date,time,accounts,caption\n${day(6)},09:30,${page},${unlike()}\n`)
    await server.app.db
      .updateTable('social_post_import_rows')
      .set({ account_ids: [999_999] })
      .where('import_id', '=', other.body.import.id)
      .execute()
    await server.call(socialImports.confirmImport, as({ params: { id: other.body.import.id } }))
    await run(other.body.import.id)
    expect((await rowsOf(other.body.import.id))[0]).toMatchObject({
      state: 'failed',
      problems: [{ field: 'accounts', sentence: 'This account was not found.' }],
    })
  })

  it('takes a title from a caption where no half of an emoji is left', () => {
    expect(titleOf(`${'x'.repeat(99)}🪔 <b>`)).toBe('x'.repeat(99))
    expect(titleOf(`${'x'.repeat(98)}🪔y\nMore`)).toBe(`${'x'.repeat(98)}🪔`)
    expect(titleOf('<>\nMore')).toBe('Video')
  })

  it.each([
    [
      'a file without a column',
      'date,time,caption\n',
      'posts.csv',
      'The column accounts is missing. The empty file shows all columns.',
    ],
    ['a file without rows', header, 'posts.csv', 'This file has no posts.'],
    ['a picture', 'GIF89a\0\0\0\0', 'posts.csv', 'This file is not a CSV file that we can read.'],
    ['another name', header, 'posts.xlsx', 'Choose a .csv file.'],
    [
      'too many rows',
      `${header}${'x,,,,,,,\n'.repeat(1001)}`,
      'posts.csv',
      'Import up to 1,000 posts at once. Split this file.',
    ],
  ])('refuses %s', async (_, content, name, sentence) => {
    const { status, body } = await upload(content, name)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.message).toBe(sentence)
  })

  it('offers an empty file that it takes back', async () => {
    const answer = await server.http.inject({
      method: 'GET',
      url: socialImports.importTemplate.path,
      headers: { authorization: `Bearer ${asha.token}` },
    })
    expect(answer.body).toContain('date,time,zone,accounts,caption,media address,link,first comment')
    const { body } = await upload(`${answer.body}${day(8)},09:30,,${page},${unlike()},,,\r\n`)
    expect(body.import).toMatchObject({ ready: 1 })
  })
})
