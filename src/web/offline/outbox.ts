import { sends } from '#contract/conversations/sends.ts'
import { conversations } from '#contract/conversations.ts'
import type { BodyOf, InputOf } from '#contract/endpoint.ts'
import { call, keyOf } from '#web/net/api.ts'
import { ApiError } from '#web/net/api-error.ts'
import { invalidateShort } from '#web/net/long-lists.ts'
import { queryClient } from '#web/net/query-client.ts'
import { upload } from '#web/net/transfer.ts'
import { currentSession, subscribe as onSession } from '#web/session/session.ts'
import { readKey, removeKey, writeKey } from '#web/session/storage.ts'
import { dropFile, keptFile } from './waiting-files.ts'

type Body = BodyOf<typeof conversations.send>
/** A file that this browser keeps until it can be uploaded; then it is a message like the others. */
export type FileToUpload = {
  type: 'file-to-upload'
  file_key: string
  recorded: boolean
  caption?: string
}
export type Send = Pick<Body, 'reply_to'> & { message: Body['message'] | FileToUpload }

/** What was sent here and is not in the timeline yet. Its key makes every further try the same send. */
export type Pending = Send & {
  key: string
  conversationId: number
  /** Of the file, which has no other name before the server knows it. */
  fileName?: string
  /** The newest message of ours that the screen had shown; null: a colleague's answer does not matter. */
  seen: number | null
  pressedAt: number
  /** `waiting`: on its way or without a connection. The others ask the person; `gone`: its file is not kept any more. */
  state: 'waiting' | 'failed' | 'answered' | 'old' | 'gone'
  error: Error | null
  messageId: number | null
}

/** Later a person is asked: what was right to say an hour ago may not be now. */
const staleMs = 10 * 60_000
const retriesMs = [2_000, 4_000, 8_000, 15_000, 30_000]

const listeners = new Set<() => void>()
let all: readonly Pending[] = []
let owner: number | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let tries = 0
/** Conversations with a request under way: their messages leave one after the other. */
const busy = new Set<number>()
/** Uploads under way, by the key of their message. */
const uploads = new Map<string, AbortController>()

const ownId = (): number | null => currentSession()?.user?.user_id ?? currentSession()?.user?.id ?? null

/** Takes up what a reload, a lost connection or a screen that was left leaves behind. */
function open(): void {
  const id = ownId()
  if (id === owner) {
    run()
    return
  }
  owner = id
  all = id === null ? [] : stored(id).map(taken)
  tell()
  run()
}

const taken = (one: Pending): Pending => ({
  ...one,
  error: null,
  // Asked for again: another tab may have sent it meanwhile.
  state: one.state === 'old' ? 'waiting' : one.state,
})

const stored = (id: number): Pending[] => listOf(readKey(`waiting:${id}`))

function listOf(text: string | null): Pending[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? (list as Pending[]) : []
  } catch {
    return []
  }
}

/** Another tab has messages of its own in the same place: each tab changes only its own. */
function keep(key: string, one: Pending | null): void {
  if (owner === null) return
  const others = stored(owner).filter((known) => known.key !== key)
  const next = one ? [...others, { ...one, error: null }] : others
  if (next.length === 0) removeKey(`waiting:${owner}`)
  else writeKey(`waiting:${owner}`, JSON.stringify(next))
}

function tell(): void {
  for (const listener of listeners) listener()
}

function change(key: string, changes: Partial<Pending>): void {
  all = all.map((one) => (one.key === key ? { ...one, ...changes } : one))
  const one = all.find((known) => known.key === key)
  if (one && one.messageId === null) keep(key, one)
  tell()
}

export function subscribeOutbox(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('online', again)
    addEventListener('storage', followOthers)
    open()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('online', again)
    removeEventListener('storage', followOthers)
    clearTimeout(timer)
  }
}
onSession(() => {
  if (listeners.size > 0) open()
})

export const outboxNow = (): readonly Pending[] => all

export function addSend(conversationId: number, send: Send, seen: number | null, fileName?: string): void {
  const one: Pending = {
    ...send,
    key: crypto.randomUUID(),
    conversationId,
    ...(fileName !== undefined && { fileName }),
    seen,
    pressedAt: Date.now(),
    state: 'waiting',
    error: null,
    messageId: null,
  }
  all = [...all, one]
  keep(one.key, one)
  tell()
  run()
}

/** Tries again; `anyway` after a colleague's answer was seen. */
export function sendAgain(key: string, anyway = false): void {
  change(key, { state: 'waiting', error: null, pressedAt: Date.now(), ...(anyway && { seen: null }) })
  run()
}

export function dropSend(key: string): void {
  const dropped = all.find((one) => one.key === key)
  if (dropped?.message.type === 'file-to-upload') void dropFile(dropped.message.file_key)
  all = all.filter((one) => one.key !== key)
  keep(key, null)
  tell()
  uploads.get(key)?.abort()
}

/** Takes it off the list to be written otherwise. @returns whether it may be: the server does not have it. */
export async function dropUnsent(key: string): Promise<boolean> {
  const one = all.find((known) => known.key === key)
  if (!one || (await hasArrived(one))) return false
  // Sent again or taken back by another press meanwhile.
  if (!all.includes(one)) return false
  dropSend(key)
  return true
}

/** What another tab has sent or discarded leaves the list here, too. */
function followOthers({ key: name, oldValue, newValue }: StorageEvent): void {
  if (owner === null || name !== `waiting:${owner}`) return
  const kept = new Set(listOf(newValue).map(({ key }) => key))
  for (const { key } of listOf(oldValue)) if (!kept.has(key)) forgetHere(key)
}

function again(): void {
  tries = 0
  run()
}

const isWaiting = ({ state, messageId }: Pending): boolean => state === 'waiting' && messageId === null

/** The oldest waiting message of each conversation. */
function run(): void {
  clearTimeout(timer)
  const next = new Map<number, Pending>()
  for (const one of all) {
    if (isWaiting(one) && !next.has(one.conversationId)) {
      next.set(one.conversationId, one)
    }
  }
  for (const one of next.values()) if (!busy.has(one.conversationId)) void post(one)
}

async function post(one: Pending): Promise<void> {
  const { key, conversationId, reply_to, seen } = one
  busy.add(conversationId)
  try {
    const isOld = Date.now() - one.pressedAt > staleMs
    if (isOld && !(await hasArrived(one))) change(key, { state: 'old', error: null })
    const message = isOld ? null : await uploaded(one)
    if (message) {
      const body = {
        send_key: key,
        message,
        reply_to,
        ...(seen !== null && { unless_answered_after: seen }),
      } as InputOf<typeof conversations.send>['body']
      const { message_id } = await call(conversations.send, { params: { id: conversationId }, body })
      await arrived(one, message_id)
    }
  } catch (error) {
    settle(key, error as Error)
  } finally {
    busy.delete(conversationId)
  }
  const waits = all.find((one) => one.key === key)?.state === 'waiting'
  if (waits) later()
  else run()
}

/** Whether the server got it, though its answer was lost: then it leaves the list. */
async function hasArrived(one: Pending): Promise<boolean> {
  const params = { id: one.conversationId, send_key: one.key }
  const { message_id } = await call(sends.find, { params })
  if (message_id !== null) await arrived(one, message_id)
  return message_id !== null
}

async function arrived({ key, conversationId }: Pending, messageId: number): Promise<void> {
  tries = 0
  keep(key, null)
  change(key, { messageId })
  await invalidate(conversationId)
  dropSend(key)
}

/** Discarded, or sent by another tab, which takes it off the list of all. */
const isListed = (key: string): boolean =>
  owner !== null && all.some((one) => one.key === key) && stored(owner).some((one) => one.key === key)

/** The message with its file at the server; null where there is nothing to send any more. */
async function uploaded({ key, conversationId, message }: Pending): Promise<Body['message'] | null> {
  if (message.type !== 'file-to-upload') return message
  const { file_key, recorded, caption } = message
  const kept = await keptFile(file_key)
  if (!isListed(key)) return forgetHere(key)
  if (!kept) {
    // Another tab may have uploaded it and not sent it yet.
    const known = stored(owner ?? 0).find((one) => one.key === key)?.message
    const isThere = known !== undefined && known.type !== 'file-to-upload'
    change(key, isThere ? { message: known } : { state: 'gone' })
    return isThere ? known : null
  }
  const stop = new AbortController()
  uploads.set(key, stop)
  const input = {
    params: { id: conversationId },
    ...(recorded && { query: { recorded: 'true' } }),
    file: kept,
  }
  const { file } = await upload(conversations.attach, input, { signal: stop.signal }).finally(() =>
    uploads.delete(key),
  )
  if (!isListed(key)) return forgetHere(key)
  const ready = { type: 'file' as const, file_id: file.id, ...(caption && { caption }) }
  change(key, { message: ready })
  void dropFile(file_key)
  return ready
}

function forgetHere(key: string): null {
  all = all.filter((one) => one.key !== key)
  tell()
  return null
}

function settle(key: string, error: Error): void {
  if (!all.some((one) => one.key === key)) return
  if (passes(error)) change(key, { error })
  else if (error instanceof ApiError && error.code === 'answered_meanwhile')
    change(key, { state: 'answered', error })
  else change(key, { state: 'failed', error })
}

/** Nobody refused it: the server was not reached, or cannot work just now. */
const passes = (error: Error): boolean =>
  error instanceof ApiError &&
  (error.kind !== 'answer' || error.code === 'unavailable' || error.code === 'rate_limited')

function later(): void {
  clearTimeout(timer)
  timer = setTimeout(run, retriesMs[Math.min(tries, retriesMs.length - 1)])
  tries += 1
}

async function invalidate(id: number): Promise<void> {
  const params = { params: { id } }
  void invalidateShort(queryClient, keyOf(conversations.list))
  void queryClient.invalidateQueries({ queryKey: keyOf(conversations.get, params) })
  await queryClient.invalidateQueries({ queryKey: keyOf(conversations.timeline, params) })
}
