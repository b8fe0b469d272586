import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Inbox, newWamid, openInbox, text } from '../conversations.fixture.ts'

let inbox: Inbox
let { server, account, deliver, echo, untilTimeline, timeline, started } = {} as Inbox
beforeAll(async () => {
  inbox = await openInbox()
  ;({ server, account, deliver, echo, untilTimeline, timeline, started } = inbox)
})
afterAll(() => server.close())

describe('what the owner does in the phone app', () => {
  it('is ours, with its files', async () => {
    const { id, digits } = await started()
    const data = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')
    server.sandbox.world.accounts.media.set('700700', {
      id: '700700',
      phoneId: account.phone_number_id,
      mime: 'image/gif',
      bytes: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
      createdAt: Date.now(),
    })
    server.sandbox.world.files.set('700700', data)
    const said = await timeline(id)
    await echo(digits, [
      { ...text('Open until six.'), context: { id: said[0]!.wamid } },
      { type: 'image', image: { id: '700700', mime_type: 'image/gif', caption: 'The new boxes' } },
      { type: 'audio', audio: { id: '404404', mime_type: 'audio/ogg; codecs=opus', voice: true } },
    ])
    const items = await untilTimeline(
      id,
      (all) => all[2]?.file?.state === 'ready' && all[3]?.file?.state === 'failed',
    )
    expect(items.map(({ type }) => type)).toEqual(['in', 'out', 'out', 'out'])
    expect(items[1]).toMatchObject({
      text: 'Open until six.',
      quote: { from: 'them' },
      details: { from_phone: true },
    })
    expect(items[2]).toMatchObject({
      kind: 'image',
      text: 'The new boxes',
      file: { kind: 'image', bytes: data.length },
    })
    expect(items[3]).toMatchObject({ kind: 'audio', file: { reason: 'expired' } })
  })

  it('reacts to, edits and deletes what they may', async () => {
    const { id, digits } = await started()
    const [theirs, edited, deleted] = [newWamid(), newWamid(), newWamid()]
    await deliver(digits, [{ id: theirs, ...text('Two boxes') }])
    await echo(digits, [
      { id: edited, ...text('Come at five') },
      { id: deleted, ...text('Closed') },
    ])
    await untilTimeline(id, ({ length }) => length === 4)
    const revoke = (wamid: string) => ({ type: 'revoke', revoke: { original_message_id: wamid } })
    const edit = (wamid: string) => ({
      type: 'edit',
      edit: { original_message_id: wamid, message: { type: 'text', text: { body: 'Come at six' } } },
    })
    // Neither side changes what the other wrote.
    await echo(digits, [revoke(theirs), edit(theirs)])
    await deliver(digits, [revoke(deleted), edit(deleted)])
    await echo(digits, [{ type: 'reaction', reaction: { message_id: theirs, emoji: '👍' } }, edit(edited)])
    const before = await untilTimeline(id, (all) => all.some((one) => one.edited))
    expect(before).toHaveLength(4)
    const find = (wamid: string) => before.find((one) => one.wamid === wamid)
    expect(find(theirs)).toMatchObject({
      text: 'Two boxes',
      deleted: false,
      edited: false,
      reactions: [{ emoji: '👍', from: 'us' }],
    })
    expect(find(edited)).toMatchObject({ type: 'out', text: 'Come at six', edited: true })
    expect(find(deleted)).toMatchObject({ text: 'Closed', deleted: false, edited: false })

    await echo(digits, [{ type: 'reaction', reaction: { message_id: theirs, emoji: '' } }, revoke(deleted)])
    const after = await untilTimeline(id, (all) => all.some((one) => one.deleted))
    expect(after).toHaveLength(4)
    expect(after.find(({ wamid }) => wamid === deleted)).toMatchObject({ text: null, deleted: true })
    expect(after.flatMap(({ reactions }) => reactions)).toEqual([])
  })
})
