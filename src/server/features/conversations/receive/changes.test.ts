import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { privacy } from '#contract/privacy.ts'
import { eventually } from '#test/server.ts'
import { type Inbox, newWamid, openInbox, text } from '../conversations.fixture.ts'
import { forgetEarlyChanges } from './changes.ts'

let inbox: Inbox
let { server, asha, deliver, echo, list, conversationWith, untilTimeline, started } = {} as Inbox
beforeAll(async () => {
  inbox = await openInbox()
  ;({ server, asha, deliver, echo, list, conversationWith, untilTimeline, started } = inbox)
})
afterAll(() => server.close())

const revoke = (wamid: string) => ({ type: 'revoke', revoke: { original_message_id: wamid } })
const edit = (wamid: string, message: object) => ({
  type: 'edit',
  edit: { original_message_id: wamid, message },
})
const kept = async () =>
  (await server.app.db.selectFrom('early_message_changes').selectAll().execute()).length
const untilKept = (count: number) =>
  eventually('what is kept for later', async () => (await kept()) === count)

describe('a deletion or edit', () => {
  it('that comes before its message changes it when it comes', async () => {
    const { id, digits } = await started()
    const [deleted, edited, ours, both] = [newWamid(), newWamid(), newWamid(), newWamid()]
    await deliver(digits, [
      revoke(deleted),
      edit(edited, text('Three boxes')),
      revoke(both),
      edit(both, text('Four boxes')),
      // Not theirs to delete.
      revoke(ours),
    ])
    await echo(digits, [edit(ours, text('Come at six'))])
    await untilKept(5)
    await deliver(digits, [
      { id: deleted, ...text('A secret') },
      { id: edited, ...text('Two boxes') },
      { id: both, ...text('Five boxes') },
    ])
    await echo(digits, [{ id: ours, ...text('Come at five') }])
    const items = await untilTimeline(id, ({ length }) => length === 5)
    const find = (wamid: string) => items.find((one) => one.wamid === wamid)
    expect(find(deleted)).toMatchObject({ text: null, deleted: true })
    expect(find(edited)).toMatchObject({ text: 'Three boxes', edited: true, deleted: false })
    expect(find(both)).toMatchObject({ text: null, deleted: true })
    expect(find(ours)).toMatchObject({ text: 'Come at six', edited: true, deleted: false })
    expect(await kept()).toBe(0)
    expect(await list({ search: 'secret' })).toEqual([])
  })

  it('whose message never comes is forgotten, and goes with the person', async () => {
    const { digits } = await started()
    await deliver(digits, [{ ...revoke(newWamid()), at: Date.now() - 31 * 86_400_000 }, revoke(newWamid())])
    await untilKept(2)
    await forgetEarlyChanges(server.app)
    expect(await kept()).toBe(1)
    const { lead_id } = await conversationWith(digits)
    const params = { id: lead_id! }
    await server.call(privacy.erase, { token: asha.token, params, body: { confirm: true } })
    await untilKept(0)
  })

  it('of a file changes its caption, and without a text leaves what was written', async () => {
    const { id, digits } = await started()
    const [photo, note] = [newWamid(), newWamid()]
    await deliver(digits, [
      { id: photo, type: 'image', image: { id: '404404', mime_type: 'image/jpeg', caption: 'Marigold' } },
      { id: note, ...text('Jasmine garland') },
    ])
    await untilTimeline(id, ({ length }) => length === 3)
    await deliver(digits, [
      edit(photo, { type: 'image', image: { id: '404404', caption: 'Tuberose' } }),
      edit(note, { type: 'hologram' }),
    ])
    const items = await untilTimeline(id, (all) => all.filter(({ edited }) => edited).length === 2)
    expect(items.map((item) => item.text)).toEqual(['Is the shop open?', 'Tuberose', 'Jasmine garland'])
    const found = async (search: string) => (await list({ search })).map((one) => one.id)
    expect(await found('tuberose')).toEqual([id])
    expect(await found('marigold')).toEqual([])
    expect(await found('jasmine')).toEqual([id])
  })
})
