import { expect, type Page, test } from '@playwright/test'
import { mediaFile } from '../../test/files/pictures.ts'
import { says } from '../person.ts'
import { line, log, newPhone, openInbox } from './customers.ts'

/** A part of an MP4 that says nothing. */
function freeBox(bytes: number): Buffer {
  const box = Buffer.alloc(bytes)
  box.writeUInt32BE(bytes)
  box.write('free', 4)
  return box
}

/** A film of 4 seconds whose index is at its end, behind so many bytes. */
async function largeFilm(bytes: number): Promise<Buffer> {
  const film = await mediaFile('film-header-last.mp4')
  const index = film.lastIndexOf('moov') - 4
  return Buffer.concat([film.subarray(0, index), freeBox(bytes), film.subarray(index)])
}

async function openChat(page: Page): Promise<void> {
  const { writes } = await openInbox(page)
  await writes(newPhone(), { text: 'Have you got a picture?' })
  await page.goto('/marketing/conversations')
  await line(page, 'Have you got a picture?').click()
}

async function sendFile(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach a file' }).click(),
  ])
  await chooser.setFiles({ name, mimeType, buffer })
  await says(page, 'Attached')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(page.getByText('Attached')).toHaveCount(0)
}

test('a film plays from any place while it loads in ranges, and goes on with another address', async ({
  page,
}) => {
  const film = await largeFilm(8 * 1024 * 1024)
  const parts: { status: number; from: number }[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('/play?key=')) return
    const range = (await response.allHeaders())['content-range'] ?? ''
    parts.push({
      status: response.status(),
      from: Number(/^bytes (\d+)-/.exec(range)?.[1] ?? -1),
    })
  })
  await openChat(page)
  await sendFile(page, 'saree.mp4', 'video/mp4', film)
  await expect(line(page, 'You: Video')).toBeVisible()
  await log(page).getByRole('button', { name: 'Play saree.mp4' }).click()
  const player = log(page).locator('video')
  const at = () => player.evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(at).toBeGreaterThan(0)
  expect(new Set(parts.map(({ status }) => status))).toEqual(new Set([206]))
  // The index was read without what lies before it.
  expect(parts.some(({ from }) => from > 7 * 1024 * 1024)).toBe(true)
  await player.evaluate(async (video: HTMLVideoElement) => {
    video.pause()
    await new Promise((resolve) => {
      video.addEventListener('seeked', resolve, { once: true })
      video.currentTime = 3
    })
  })
  expect(await at()).toBeCloseTo(3, 1)
  const address = () => player.evaluate((video: HTMLVideoElement) => video.src)
  const before = await address()
  // As when it has expired.
  await player.dispatchEvent('error')
  await expect.poll(address).not.toBe(before)
  await expect.poll(at).toBeCloseTo(3, 1)
  await player.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(at).toBeGreaterThan(3.2)
})

test('a long recording is read while it plays, a short one at once', async ({ page }) => {
  await openChat(page)
  const sound = await mediaFile('sound.mp4')
  sound.write('M4A ', 8)
  await sendFile(page, 'short.m4a', 'audio/mp4', sound)
  await sendFile(page, 'long.m4a', 'audio/mp4', Buffer.concat([sound, freeBox(1_200_000)]))
  const short = log(page).getByRole('group', { name: 'short.m4a' })
  await expect(short.locator('audio')).toHaveAttribute('src', /^blob:/)
  const long = log(page).getByRole('group', { name: 'long.m4a' })
  const audio = long.locator('audio')
  await expect(audio).toHaveAttribute('src', /files\/\d+\/play\?key=/)
  await long.getByRole('button', { name: 'Speed 1' }).click()
  await expect(long.getByText(/0:00 of 0:0[1-9]/)).toBeVisible()
  // As when its address has expired; at the other one it is played before anything of it has come.
  let answer: (() => void) | undefined
  const pressed = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/play\?key=/, async (route) => {
    await pressed
    await route.continue()
  })
  const before = await audio.getAttribute('src')
  await audio.dispatchEvent('error')
  await expect(audio).not.toHaveAttribute('src', before ?? '')
  await expect(audio).toHaveJSProperty('playbackRate', 1.5)
  await long.getByRole('button', { name: 'Play' }).click()
  answer?.()
  await expect.poll(() => audio.evaluate(({ played }: HTMLAudioElement) => played.length)).toBeGreaterThan(0)
})
