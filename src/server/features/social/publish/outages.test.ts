import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '#sandbox/world/settings.ts'
import { MediaStoreFailed } from '#server/platform/media-store/media-store.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import {
  addPicture,
  composePost,
  openAccount,
  pass,
  publication,
  publishOnce,
  publishUntilEnd,
} from './publish.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.sandbox.settings({ social: structuredClone(defaultSettings.social) })
})

/** Looks at a post so often, each time after a while. */
async function look(id: number, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await publishOnce(server)
    await pass(server, id)
  }
}

describe('an outage', () => {
  it('of the store of files is waited for, however often a file is wanted from it meanwhile', async () => {
    const owner = await openAccount(server, 'instagram')
    // PNG is converted for Instagram.
    const mediaIds = [await addPicture(server, owner, undefined, 'png')]
    const id = await composePost(server, owner, { format: 'image', mediaIds })
    const { asFile } = server.app.media
    server.app.media.asFile = () => Promise.reject(new MediaStoreFailed('unreachable', undefined))
    await look(id, 4).finally(() => {
      server.app.media.asFile = asFile
    })
    expect(await publication(server, id)).toMatchObject({ state: 'scheduled', reason: 'network_unreachable' })
    expect((await publishUntilEnd(server, id)).state).toBe('posted')
  })
})
