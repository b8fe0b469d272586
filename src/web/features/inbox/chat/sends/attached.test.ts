import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { ChatFile } from '#contract/conversations.ts'
import { type Attached, attach, attachedKey, detach } from './attached.ts'

const file = { id: 7, kind: 'image' } as ChatFile
const of = (queries: QueryClient, id: number) => queries.getQueryData<Attached | null>(attachedKey(id))

it('stays with its conversation while another one is looked at, also while it is uploaded', async () => {
  const queries = new QueryClient()
  const { promise, resolve } = Promise.withResolvers<{ file: ChatFile }>()
  const upload = attach(queries, 1, {
    name: 'menu.png',
    upload: ({ onProgress }) => {
      onProgress(0.5)
      return promise
    },
  })
  expect(of(queries, 1)).toMatchObject({ name: 'menu.png', file: null, share: 0.5 })
  expect(of(queries, 2)).toBeUndefined()
  resolve({ file })
  await upload
  expect(of(queries, 1)).toMatchObject({ name: 'menu.png', file })
  detach(queries, 1)
  expect(of(queries, 1)).toBeNull()
})

it('does not come back after it was removed, replaced, refused, or the session ended', async () => {
  const queries = new QueryClient()
  const { promise, resolve } = Promise.withResolvers<{ file: ChatFile }>()
  const slow = { name: 'slow.png', upload: () => promise }
  const replaced = attach(queries, 1, slow)
  const removed = attach(queries, 2, slow)
  const outlived = attach(queries, 3, slow)
  await attach(queries, 1, { name: 'other.png', upload: async () => ({ file: { ...file, id: 8 } }) })
  detach(queries, 2)
  queries.removeQueries({ queryKey: attachedKey(3) })
  resolve({ file })
  await Promise.all([replaced, removed, outlived])
  expect(of(queries, 1)).toMatchObject({ name: 'other.png', file: { id: 8 } })
  expect(of(queries, 2)).toBeNull()
  expect(of(queries, 3)).toBeUndefined()
  const refused = attach(queries, 4, {
    name: 'huge.png',
    upload: () => Promise.reject(new Error('Too large')),
  })
  await expect(refused).rejects.toThrow('Too large')
  expect(of(queries, 4)).toBeNull()
})
