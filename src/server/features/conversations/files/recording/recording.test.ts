import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFfmpeg } from '#server/platform/media-tools/ffmpeg.ts'
import { eventually } from '#test/server.ts'
import { type Inbox, newDigits, openInbox } from '../../conversations.fixture.ts'
import { readSound, writeVoice } from './recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
const ffmpeg = findFfmpeg()

/** A second of a tone, as a browser or a phone records it. */
function tone(name: string, how: string[]): Buffer {
  const path = join(folder, name)
  execFileSync(ffmpeg!, [
    ...['-hide_banner', '-loglevel', 'error', '-y', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=1'],
    ...[...how, path],
  ])
  return readFileSync(path)
}

// The recordings are made by ffmpeg; the copies of Opus are not.
describe.runIf(ffmpeg)('a recording', () => {
  let inbox: Inbox
  beforeAll(async () => {
    inbox = await openInbox()
  })
  afterAll(() => inbox.server.close())

  async function record(id: number, content: Buffer, name: string) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(content)]), name)
    const answer = await fetch(`${inbox.server.url}/marketing/api/conversations/${id}/files?recorded=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${inbox.asha.token}` },
      body: form,
    })
    return {
      status: answer.status,
      body: (await answer.json()) as { file: { id: number; kind: string; mime: string } },
    }
  }

  it('of Chromium becomes Opus in Ogg without a decoder', async () => {
    const path = join(folder, 'chromium.webm')
    tone('chromium.webm', ['-c:a', 'libopus', '-ac', '1'])
    const sound = await readSound(path)
    expect(sound).toMatchObject({ codec: 'opus', channels: 1, hasPicture: false })
    const before = process.env.PATH
    process.env.PATH = ''
    try {
      expect(await writeVoice(path, 'video/webm', sound!, join(folder, 'voice.ogg'))).toBe(true)
    } finally {
      process.env.PATH = before
    }
    expect(readFileSync(join(folder, 'voice.ogg')).subarray(0, 4).toString()).toBe('OggS')
    expect(await readSound(join(folder, 'voice.ogg'))).toMatchObject({ codec: 'opus', channels: 1 })
  })

  it.each([
    ['Chromium', 'voice.webm', ['-c:a', 'libopus', '-ac', '1']],
    ['Chromium, in stereo', 'stereo.webm', ['-c:a', 'libopus', '-ac', '2']],
    ['Safari', 'voice.mp4', ['-c:a', 'aac']],
  ])('of %s is sent as a voice message', async (_browser, name, how) => {
    const { id, digits } = await inbox.started()
    const { status, body } = await record(id, tone(name, how), name)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.file).toMatchObject({ kind: 'audio', mime: 'audio/ogg' })
    expect((await inbox.send(id, { type: 'file', file_id: body.file.id })).status).toBe(200)
    const sent = await eventually('the message', async () =>
      [...inbox.server.sandbox.world.ledger.rows()].find(({ to }) => to.includes(digits)),
    )
    expect(sent.type).toBe('audio')
    expect((await inbox.timeline(id)).at(-1)).toMatchObject({ kind: 'audio', details: { voice: true } })
  })

  it('with a picture, or that is none, is refused', async () => {
    const { id } = await inbox.started()
    expect((await record(id, Buffer.from('#EXTM3U\n/etc/passwd\n'), 'voice.webm')).status).toBe(415)
    const film = tone('film.mp4', ['-f', 'lavfi', '-i', 'color=s=64x64:d=1', '-c:a', 'aac', '-shortest'])
    expect((await record(id, film, 'film.mp4')).status).toBe(415)
  })

  it('of a slip of the finger is refused', async () => {
    const { id } = await inbox.started()
    const slip = tone('none.mp4', ['-c:a', 'aac', '-t', '0.3'])
    for (const content of [slip, Buffer.alloc(0)]) {
      const { status, body } = await record(id, content, 'voice.m4a')
      expect(status).toBe(400)
      expect(body).toMatchObject({ error: 'The recording is too short. Record it again.' })
    }
  })

  it('of a customer plays in every browser', async () => {
    const digits = newDigits()
    inbox.server.sandbox.inbound({
      from: digits,
      phone_number_id: inbox.account.phone_number_id,
      file: {
        mime: 'audio/ogg; codecs=opus',
        data: tone('customer.ogg', ['-c:a', 'libopus', '-ac', '1']).toString('base64'),
        voice: true,
      },
    })
    const { id } = await inbox.conversationWith(digits)
    const [item] = await inbox.untilTimeline(id, (all) => all[0]?.file?.state === 'ready')
    const bytes = (headers: object = {}, token = inbox.asha.token) =>
      inbox.server.http.inject({
        method: 'GET',
        url: `/marketing/api/conversations/files/${item!.file!.id}?playable=true`,
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
    const [whole, again] = await Promise.all([bytes(), bytes()])
    expect(whole.headers['content-type']).toBe('audio/mp4')
    expect(whole.rawPayload.subarray(4, 8).toString()).toBe('ftyp')
    expect(again.rawPayload.equals(whole.rawPayload)).toBe(true)
    expect((await bytes({ range: 'bytes=0-3' })).statusCode).toBe(206)
    expect((await bytes({}, inbox.stranger.token)).statusCode).toBe(404)
  })
})
