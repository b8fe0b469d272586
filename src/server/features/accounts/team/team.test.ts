import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { conversations } from '#contract/conversations.ts'
import { dashboard } from '#contract/dashboard.ts'
import { team } from '#contract/team.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import type { Mail } from '#server/platform/mail.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { inviteMember } from './invitations.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  await server.signUp('Operator')
  asha = await server.signUp('Asha')
})
afterAll(() => server.close())

let nr = 0
const newEmail = () => `member-${++nr}@example.com`
const tokenOf = (link: string): string => link.split('/').at(-1) ?? ''

const invite = async (by: Person, body: { email?: string } = {}) =>
  (await server.call(team.invite, { token: by.token, body })).body
const look = async (token: string) => (await server.call(team.look, { body: { token } })).body
const join = (token: string, more: { name?: string; email?: string } = {}) =>
  server.call(team.join, {
    body: { token, name: 'Ravi', email: newEmail(), password: 'battery staple', ...more },
  })
const list = async (by: Person) => (await server.call(team.list, { token: by.token })).body

/** A person of the same business, who joined by a link. */
async function joined(by: Person, name = 'Ravi'): Promise<Person> {
  const { link } = await invite(by)
  const email = newEmail()
  const { status, body } = await join(tokenOf(link), { name, email })
  expect(status).toBe(200)
  return { token: body.token, userId: body.user.id, businessId: by.businessId, email }
}

async function conversationOf({ businessId }: Person): Promise<number> {
  const now = new Date()
  const row = await server.app.db
    .insertInto('conversations')
    .values({
      business_id: businessId,
      phone_number_id: '1',
      address: `+91985551${String(++nr).padStart(4, '0')}`,
      last_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const assign = (by: Person, id: number, to: number) =>
  server.call(conversations.update, { token: by.token, params: { id }, body: { assigned_to: to } })

describe('an invitation', () => {
  it('makes one user of the business that invited, with a login of their own', async () => {
    const { link, invitation, mail } = await invite(asha)
    expect(mail).toBe('no_email')
    expect(link).toMatch(/^http:\/\/localhost:5002\/marketing\/join\/[\w-]{43}$/)
    const days = (Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)) / 86_400_000
    expect(days).toBe(7)
    const token = tokenOf(link)
    expect(await look(token)).toMatchObject({ state: 'open', business_name: 'Asha', invited_by: 'Asha' })
    const email = newEmail()
    const { status, body, headers } = await join(token, { name: ' Ravi Patil ', email: email.toUpperCase() })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ name: 'Ravi Patil', email, role: 'admin' })
    expect(String(headers['set-cookie'])).toContain(`known_device_${body.user.id}=`)
    const me = await server.call(accounts.me, { token: body.token })
    expect(me.body.business.name).toBe('Asha')
    const login = await server.call(accounts.login, { body: { email, password: 'battery staple' } })
    expect(login.body.user.id).toBe(body.user.id)
    expect((await look(token)).state).toBe('used')
    expect((await join(token)).status).toBe(409)
    const members = await server.call(conversations.members, { token: asha.token })
    expect(members.body.members).toContainEqual({ id: body.user.id, name: 'Ravi Patil' })
  })

  it('keeps no token, only its hash', async () => {
    const token = tokenOf((await invite(asha)).link)
    const { rows } = await sql<{ row: string; hash: Buffer }>`
      select to_jsonb(i)::text as row, token_hash as hash from team_invitations i
      order by id desc limit 1`.execute(server.app.db)
    expect(rows[0]!.row).not.toContain(token)
    expect(rows[0]!.hash.equals(createHash('sha256').update(token).digest())).toBe(true)
    const jobs = await sql`select 1 from pgboss.job where data::text like ${`%${token}%`}`.execute(
      server.app.db,
    )
    expect(jobs.rows).toEqual([])
  })

  it('makes one user when it is used several times at once', async () => {
    const token = tokenOf((await invite(asha)).link)
    const before = (await list(asha)).members.length
    const answers = await Promise.all(Array.from({ length: 5 }, () => join(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await list(asha)).members).toHaveLength(before + 1)
  })

  it('of an address is for that address alone, and a newer one ends it', async () => {
    const email = newEmail()
    const first = tokenOf((await invite(asha, { email })).link)
    const second = tokenOf((await invite(asha, { email: ` ${email.toUpperCase()}` })).link)
    expect(await look(first)).toEqual({
      success: true,
      state: 'revoked',
      business_name: null,
      invited_by: null,
      email: null,
    })
    const refused = await join(second, { email: newEmail() })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      fields: { email: `This invitation is for ${email}. Use that email.` },
    })
    expect((await list(asha)).invitations.filter((one) => one.email === email)).toHaveLength(1)
    expect((await join(second, { email })).status).toBe(200)
    const again = await server.call(team.invite, { token: asha.token, body: { email } })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ fields: { email: 'This person is already in your team.' } })
  })

  it('says clearly when the address has an account, and can still be used', async () => {
    const stranger = await server.signUp('Meera')
    const open = tokenOf((await invite(asha)).link)
    expect((await join(open, { email: stranger.email })).body).toMatchObject({
      code: 'conflict',
      fields: { email: 'This email already has an account here. Use another email.' },
    })
    expect((await join(open, { email: asha.email })).body).toMatchObject({
      message: 'You are already in this team. Log in instead.',
    })
    const bound = tokenOf((await invite(asha, { email: stranger.email })).link)
    expect((await join(bound, { email: stranger.email })).body).toMatchObject({
      message: 'This email already has an account here. Ask for an invitation to another email.',
    })
    expect((await join(open)).status).toBe(200)
  })

  it('can be revoked, and not once it was used', async () => {
    const { link, invitation } = await invite(asha)
    const revoke = (id: number) => server.call(team.revoke, { token: asha.token, params: { id } })
    expect((await revoke(invitation.id)).status).toBe(200)
    expect((await revoke(invitation.id)).status).toBe(200)
    expect((await look(tokenOf(link))).state).toBe('revoked')
    expect((await join(tokenOf(link))).body).toMatchObject({
      message: 'This invitation was revoked. Ask for a new one.',
    })
    const used = await invite(asha)
    await join(tokenOf(used.link))
    expect((await revoke(used.invitation.id)).status).toBe(409)
    expect((await revoke(999_999)).status).toBe(404)
  })

  it('expires after seven days', async () => {
    const { link, invitation } = await invite(asha)
    await server.app.db
      .updateTable('team_invitations')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', invitation.id)
      .execute()
    expect((await look(tokenOf(link))).state).toBe('expired')
    expect((await join(tokenOf(link))).body).toMatchObject({
      message: 'This invitation has expired. Ask for a new one.',
    })
    expect((await list(asha)).invitations.map(({ id }) => id)).not.toContain(invitation.id)
  })

  it('is not guessed: an address that tries too often waits, others do not', async () => {
    const good = tokenOf((await invite(asha)).link)
    const from = (remoteAddress: string, path: string, token: string) =>
      server.http.inject({
        method: 'POST',
        url: path,
        remoteAddress,
        payload: { token, name: 'Guess', email: newEmail(), password: 'battery staple' },
      })
    const guess = (at: number) => from('10.1.1.1', at % 2 ? team.join.path : team.look.path, `guess-${at}`)
    const guesses = await Promise.all(Array.from({ length: 60 }, (_, at) => guess(at)))
    expect(guesses.filter(({ statusCode }) => statusCode !== 429).length).toBeLessThanOrEqual(50)
    // Refused ones do not count: there may be room for a few more.
    for (let at = 0; at < 50 && (await guess(at)).statusCode !== 429; at++);
    const late = await from('10.1.1.1', team.join.path, good)
    expect(late.statusCode).toBe(429)
    expect(late.json().message).toBe('Too many tries. Try again in 15 minutes.')
    expect((await from('10.1.1.2', team.join.path, 'x')).statusCode).toBe(404)
    expect((await from('10.1.1.2', team.join.path, good)).statusCode).toBe(200)
  })

  it('is limited in number', async () => {
    const person = await server.signUp('Many')
    for (let made = 0; made < 20; made++) await invite(person)
    const more = await server.call(team.invite, { token: person.token, body: {} })
    expect(more.status).toBe(422)
    expect(more.body).toMatchObject({ message: 'You have 20 open invitations. Revoke some first.' })
  })
})

describe('the mail of an invitation', () => {
  const withMail = (mail: App['mail']): App => ({ ...server.app, mail })

  it('is in the language of the person who invites, and its failure is said', async () => {
    const sent: Mail[] = []
    const app = withMail(async (mail) => {
      sent.push(mail)
    })
    const email = newEmail()
    await expect(inviteMember(app, asha, email)).rejects.toMatchObject({ code: 'forbidden' })
    await server.app.db
      .updateTable('users')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', asha.userId)
      .execute()
    const first = await inLanguage('es', () => inviteMember(app, asha, email))
    expect(first.mail).toBe('sent')
    expect(first.invitation.mailed).toBe(true)
    expect(sent[0]).toMatchObject({ to: email, replyTo: asha.email, subject: 'Asha te invita a Asha' })
    expect(sent[0]?.text).toContain(first.link)
    // The language that they chose wins over the browser's.
    await server.app.db
      .updateTable('users')
      .set({ language: 'pt-BR' })
      .where('id', '=', asha.userId)
      .execute()
    await inLanguage('es', () => inviteMember(app, asha, newEmail()))
    await server.app.db.updateTable('users').set({ language: null }).where('id', '=', asha.userId).execute()
    expect(sent[1]?.subject).toBe('Asha convida você para Asha')
    const broken = withMail(() => Promise.reject(new Error('550 no such mailbox')))
    const failed = await inviteMember(broken, asha, newEmail())
    expect([failed.mail, failed.invitation.mailed]).toEqual(['failed', false])
    expect((await look(tokenOf(failed.link))).state).toBe('open')
    expect((await inviteMember(server.app, asha, newEmail())).mail).toBe('no_smtp')
  })
})

describe('a member who is removed', () => {
  it('loses sessions and streams at once; their work stays under their name', async () => {
    const [boss, ravi] = [asha, await joined(asha, 'Ravi Rao')]
    const conversation = await conversationOf(boss)
    const other = await conversationOf(boss)
    expect((await assign(boss, conversation, ravi.userId)).status).toBe(200)
    expect((await assign(boss, other, boss.userId)).status).toBe(200)
    await server.call(conversations.note, {
      token: ravi.token,
      params: { id: conversation },
      body: { text: 'Asked for two boxes' },
    })
    const byRavi = await invite(ravi)
    const stream = await fetch(server.url + dashboard.live.path, {
      headers: { authorization: `Bearer ${ravi.token}` },
    })
    const listening = { ended: false }
    const read = async (): Promise<void> => {
      for await (const _ of stream.body ?? []);
      listening.ended = true
    }
    void read()
    const shown = (await list(boss)).members.find(({ id }) => id === ravi.userId)
    expect(shown).toMatchObject({ conversations: 1, operator: false, seen_at: expect.any(String) })

    const removed = await server.call(team.remove, { token: boss.token, params: { id: ravi.userId } })
    expect(removed.body).toMatchObject({ unassigned: 1 })
    expect((await server.call(accounts.me, { token: ravi.token })).status).toBe(401)
    const login = { email: ravi.email, password: 'battery staple' }
    const refused = await server.call(accounts.login, { body: login })
    expect(refused.status).toBe(401)
    expect(refused.body).toMatchObject({ message: 'Login failed. Please check your credentials.' })
    await eventually('the stream has ended', async () => listening.ended)

    const to = { token: boss.token, params: { id: conversation } }
    const { body } = await server.call(conversations.get, to)
    expect(body.conversation).toMatchObject({ assigned_to: null, assigned_name: null })
    const kept = await server.call(conversations.get, { ...to, params: { id: other } })
    expect(kept.body.conversation.assigned_to).toBe(boss.userId)
    const timeline = await server.call(conversations.timeline, { ...to, query: {} })
    expect(timeline.body.items).toMatchObject([
      { event: 'unassigned', user_name: 'Asha', details: { name: 'Ravi Rao' } },
      { type: 'note', user_name: 'Ravi Rao' },
      { event: 'assigned', user_name: 'Asha' },
    ])
    const members = await server.call(conversations.members, { token: boss.token })
    expect(members.body.members.map(({ id }) => id)).not.toContain(ravi.userId)
    expect((await assign(boss, conversation, ravi.userId)).status).toBe(400)
    // They may have kept a link.
    expect((await look(tokenOf(byRavi.link))).state).toBe('revoked')
    const after = await list(boss)
    expect(after.events.slice(0, 4)).toMatchObject([
      { kind: 'removed', by: 'Asha', member: 'Ravi Rao' },
      { kind: 'revoked', by: 'Asha' },
      { kind: 'invited', by: 'Ravi Rao' },
      { kind: 'joined', by: 'Ravi Rao', member: 'Asha' },
    ])
  })

  it('frees their address for another account', async () => {
    const ravi = await joined(asha)
    await server.call(team.remove, { token: asha.token, params: { id: ravi.userId } })
    const own = await server.call(accounts.signup, {
      body: { name: 'Ravi', email: ravi.email, password: 'own horse own' },
    })
    expect(own.status).toBe(200)
    expect(own.body.user.id).not.toBe(ravi.userId)
    const login = await server.call(accounts.login, {
      body: { email: ravi.email, password: 'own horse own' },
    })
    expect(login.body.user.id).toBe(own.body.user.id)
  })

  it('is not the last one, not the operator, and not of another business', async () => {
    const [one, two] = [await server.signUp('One'), await server.signUp('Two')]
    const leave = (token: string) => server.call(team.leave, { token })
    const last = await leave(one.token)
    expect(last.status).toBe(422)
    expect(last.body).toMatchObject({
      message: "You are the only one in the team. The last person can't leave.",
    })
    expect((await server.call(team.remove, { token: one.token, params: { id: two.userId } })).status).toBe(
      404,
    )
    expect((await server.call(team.remove, { token: one.token, params: { id: 1 } })).status).toBe(404)
    const operator = await server.app.db
      .selectFrom('users')
      .select(['id', 'business_id', 'email'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    const { body } = await server.call(accounts.login, {
      body: { email: operator.email, password: 'correct horse' },
    })
    const boss = { token: body.token, userId: 1, businessId: operator.business_id, email: operator.email }
    const member = await joined(boss)
    const refused = await server.call(team.remove, { token: member.token, params: { id: 1 } })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { message: "The operator of this installation can't be removed." },
    ])
    expect((await leave(boss.token)).status).toBe(422)
    expect((await leave(member.token)).status).toBe(200)
    expect((await server.call(accounts.me, { token: member.token })).status).toBe(401)
  })

  it('leaves somebody in the business, whoever removes whom at once', async () => {
    for (let round = 0; round < 4; round++) {
      const first = await server.signUp('First')
      const second = await joined(first, 'Second')
      const answers = await Promise.all([
        server.call(team.remove, { token: first.token, params: { id: second.userId } }),
        server.call(team.remove, { token: second.token, params: { id: first.userId } }),
        server.call(team.leave, { token: first.token }),
        server.call(team.leave, { token: second.token }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.every(({ status }) => status < 500)).toBe(true)
      const left = await server.app.db
        .selectFrom('users')
        .select('id')
        .where('business_id', '=', first.businessId)
        .where('removed_at', 'is', null)
        .execute()
      expect(left).toHaveLength(1)
    }
  })

  it('holds no conversation, also when one is assigned to them at the same time', async () => {
    const boss = await server.signUp('Boss')
    for (let round = 0; round < 4; round++) {
      const member = await joined(boss)
      const ids = await Promise.all(Array.from({ length: 6 }, () => conversationOf(boss)))
      const answers = await Promise.all([
        ...ids.slice(0, 3).map((id) => assign(boss, id, member.userId)),
        server.call(team.remove, { token: boss.token, params: { id: member.userId } }),
        ...ids.slice(3).map((id) => assign(boss, id, member.userId)),
      ])
      expect(answers[3]!.status).toBe(200)
      expect(answers.every(({ status }) => status < 500)).toBe(true)
      const assigned = await server.app.db
        .selectFrom('conversations')
        .select('id')
        .where('business_id', '=', boss.businessId)
        .where('assigned_to', 'is not', null)
        .execute()
      expect(assigned).toEqual([])
    }
  })
})
