import { useEffect, useState } from 'react'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { outboxNow, type Send } from '#web/offline/outbox.ts'
import { checkReach, useReached } from '#web/offline/reach.ts'
import { dropFile, keepFile, noteSent, unsentFile, type WaitingFile } from '#web/offline/waiting-files.ts'

/** What goes with a file. */
type With = { caption?: string | undefined; reply_to?: string | undefined }

const isInOutbox = (key: string): boolean =>
  outboxNow().some(({ message }) => message.type === 'file-to-upload' && message.file_key === key)

/** A file that was chosen without a connection: it stays beside the text until it is sent or removed, also after a reload. */
export function useWaitingFile(conversationId: number, onSend: (send: Send, fileName: string) => void) {
  const [waiting, setWaiting] = useState<WaitingFile | null>(null)
  const reached = useReached()
  useEffect(() => {
    let isHere = true
    void unsentFile(conversationId).then((found) => {
      // Sent in the moment in which the page was left: it belongs to that message.
      if (isHere && found && !isInOutbox(found.key)) setWaiting((chosen) => chosen ?? found)
    })
    return () => {
      isHere = false
    }
  }, [conversationId])
  const remove = () => {
    if (waiting) void dropFile(waiting.key)
    setWaiting(null)
  }
  const post = (key: string, file: File, recorded: boolean, { caption, ...rest }: With) =>
    onSend(
      { message: { type: 'file-to-upload', file_key: key, recorded, ...(caption && { caption }) }, ...rest },
      file.name,
    )
  return {
    file: waiting?.file ?? null,
    /** Once the server answers again, it leaves with the message like any other. */
    isOffline: !reached,
    take: async (file: File) => {
      remove()
      void checkReach()
      const key = await keepFile(conversationId, file, { sent: false })
      if (key === null) toast.error(t('chat.waitingFull'))
      else setWaiting({ key, file })
    },
    send: (goesWith: With) => {
      if (!waiting) return
      void noteSent(waiting.key)
      post(waiting.key, waiting.file, false, goesWith)
      setWaiting(null)
    },
    /** @returns whether there was room for the recording. */
    sendRecording: async (file: File, goesWith: With): Promise<boolean> => {
      const key = await keepFile(conversationId, file, { sent: true })
      if (key === null) toast.error(t('chat.waitingFull'))
      else post(key, file, true, goesWith)
      return key !== null
    },
    remove,
  }
}
