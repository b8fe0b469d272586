import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { conversations } from '#contract/conversations.ts'
import { call, keyOf } from '#web/net/api.ts'
import {
  addSend,
  dropSend,
  dropUnsent,
  outboxNow,
  type Send,
  sendAgain,
  subscribeOutbox,
} from '#web/offline/outbox.ts'
import { refreshLines } from '../../list/refresh-lines.ts'

/** What waits in a conversation, and how something is sent there. */
export function useSends(id: number, on: { error: (error: Error) => void }) {
  const all = useSyncExternalStore(subscribeOutbox, outboxNow)
  return {
    pending: all.filter(({ conversationId }) => conversationId === id),
    /** `seen`: the newest message of ours on the screen. */
    send: (send: Send, seen: number, fileName?: string) => addSend(id, send, seen, fileName),
    again: sendAgain,
    /** `give` gets its text back, unless the server has it after all. */
    edit: (key: string, give: () => void) => dropUnsent(key).then((isBack) => isBack && give(), on.error),
    drop: dropSend,
  }
}
export type Sends = ReturnType<typeof useSends>

/** Takes a message back while it still waits. */
export function useUndo(id: number, on: { error: (error: Error) => void }) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (messageId: number) => call(conversations.undo, { params: { id, message_id: messageId } }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keyOf(conversations.timeline, { params: { id } }) })
      refreshLines(queries, [id])
    },
    onError: on.error,
  })
}
