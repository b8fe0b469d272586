import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandboxSeed, startSandbox } from '../sandbox.ts'
import {
  graphOf,
  offer,
  openCallback,
  openSandbox,
  quick,
  templateMessage,
} from '../test-callback.fixture.ts'
import { escapeBeyondAscii } from './webhooks.ts'

describe('webhooks', () => {
  it('are signed over bytes in which everything beyond ASCII is escaped', () => {
    const body = escapeBeyondAscii('{"a":"ä"}')
    expect(body).toBe('{"a":"\\u00e4"}')
    // The vector of the manual's example, worked out with OpenSSL.
    expect(createHmac('sha256', 's3cr3t').update(body).digest('hex')).toBe(
      '9c236fc6b4e8ca1e3eab109418130aff73a6da11e03deb10a80c0a64e91dbef4',
    )
  })

  it('come again until they are answered 200', async () => {
    const open = await openSandbox()
    open.callback.answers.push(500, 404)
    await open.send('+919876543210')
    await open.sandbox.settled()
    expect(
      open.callback
        .statuses()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['delivered', 'read', 'sent'])
    expect(open.sandbox.counts()).toMatchObject({ webhooks: { accepted: 3, failed: 2, posted: 5 } })
    await open.close()
  })

  it('wait for the handshake, and go nowhere while the verify token is wrong', async () => {
    const callback = await openCallback('the right one')
    const sandbox = await startSandbox({
      port: 0,
      webhookUrl: callback.url,
      verifyToken: 'the wrong one',
      delays: quick,
    })
    const graph = graphOf(sandbox)
    await graph('POST', `/v23.0/${sandboxSeed.waba.id}/subscribed_apps`)
    await graph('POST', `/v23.0/${sandboxSeed.phone.id}/messages`, templateMessage('+919876543210', offer))
    await callback.until(() => callback.handshakes() > 0)
    expect(callback.bodies).toEqual([])
    sandbox.callback(callback.url, 'the right one')
    await sandbox.settled()
    expect(new Set(callback.statuses().map(({ status }) => status))).toEqual(
      new Set(['sent', 'delivered', 'read']),
    )
    await sandbox.close()
    await callback.close()
  })

  it('do not come to an app that is not subscribed to the account', async () => {
    const open = await openSandbox()
    await open.graph('DELETE', `/v23.0/${sandboxSeed.waba.id}/subscribed_apps`)
    await open.send('+919876543210')
    await open.sandbox.settled()
    expect(open.callback.bodies).toEqual([])
    await open.close()
  })

  it('of messages go to the account’s own callback, of templates to the app’s', async () => {
    const open = await openSandbox()
    const own = await openCallback('own token')
    const subscribe = (verify_token: string) =>
      open.graph('POST', `/v23.0/${sandboxSeed.waba.id}/subscribed_apps`, {
        override_callback_uri: own.url,
        verify_token,
      })
    expect((await subscribe('wrong')).body.error.code).toBe(2200)
    expect((await subscribe('own token')).body).toEqual({ success: true })
    await open.send('+919876543210')
    open.sandbox.templateEvent({ name: 'hello_world', event: 'PAUSE' })
    await open.sandbox.settled()
    expect(own.statuses()).toHaveLength(3)
    expect(own.badSignatures).toEqual([])
    expect(open.callback.changes().map(({ field }) => field)).toEqual(['message_template_status_update'])
    await open.close()
    await own.close()
  })

  it('carry several statuses of a number together when configured', async () => {
    const open = await openSandbox({
      delays: { ...quick, sent: [50, 50], delivered: [50, 50], read: [50, 50] },
    })
    open.sandbox.settings({ batch: { share: 1, max: 50 }, throughput: 'unlimited' })
    await Promise.all(Array.from({ length: 10 }, (_, index) => open.send(`+9198765${11_110 + index * 10}`)))
    await open.sandbox.settled()
    expect(open.callback.statuses()).toHaveLength(30)
    expect(open.callback.bodies.length).toBeLessThan(30)
    await open.close()
  })

  it('of version 23 carry the conversation', async () => {
    const open = await openSandbox()
    open.sandbox.settings({ webhookVersion: 23 })
    await open.send('+919876543210')
    await open.sandbox.settled()
    expect(open.callback.statuses()[0]).toMatchObject({
      conversation: {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        expiration_timestamp: expect.any(String),
        origin: { type: 'marketing' },
      },
    })
    await open.close()
  })
})

describe('a restart', () => {
  it('keeps accounts, tokens, templates, the ledger, coming statuses and undelivered webhooks', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    const dataFile = join(folder, 'sandbox.json')
    const callback = await openCallback()
    const first = await openSandbox({
      dataFile,
      delays: { ...quick, read: [300, 300], review: [60_000, 60_000] },
      webhookUrl: callback.url,
    })
    const token = first.sandbox.token({})
    const { body } = await first.send('+919876543210', offer, { biz_opaque_callback_data: 'before' })
    await first.graph('POST', `/v23.0/${sandboxSeed.waba.id}/message_templates`, {
      name: 'kept',
      language: 'en_US',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'We are open again.' }],
    })
    await callback.until(() => callback.statuses().some(({ status }) => status === 'delivered'))
    await first.close()
    expect(callback.statuses().map(({ status }) => status)).not.toContain('read')

    const second = await startSandbox({ port: 0, dataFile, delays: quick })
    const graph = graphOf(second)
    await callback.until(() =>
      callback.statuses().some(({ status, id }) => status === 'read' && id === body.messages[0].id),
    )
    expect(
      (await graph('GET', `/v23.0/${sandboxSeed.waba.id}/message_templates?name=kept`, undefined, token)).body
        .data,
    ).toHaveLength(1)
    const again = await graph(
      'POST',
      `/v23.0/${sandboxSeed.phone.id}/messages`,
      templateMessage('+919876543220', offer),
      token,
    )
    expect(again.body.messages[0].id).not.toBe(body.messages[0].id)
    await callback.until(() =>
      callback.fields('message_template_status_update').some(({ value }) => value.event === 'APPROVED'),
    )
    expect(second.ledger().rows.map(({ callback }) => callback)).toEqual(['before', null])
    await second.close()
    await callback.close()
    rmSync(folder, { recursive: true })
  })
})
