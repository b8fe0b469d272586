import type { QueryClient } from '@tanstack/react-query'
import type { ChatFile } from '#contract/conversations.ts'

/** A file that goes with the next message of a conversation; it stays when another one is looked at. */
export type Attached = {
  name: string
  /** Null while it is uploaded. */
  file: ChatFile | null
  /** How much of it has left. */
  share: number
  stop: AbortController
}

export const attachedKey = (conversationId: number) => ['attached file', conversationId] as const

type Upload = (options: {
  onProgress: (share: number) => void
  signal: AbortSignal
}) => Promise<{ file: ChatFile }>

/** Uploads a file of a conversation. What came meanwhile, another file or a logout, is not replaced. */
export async function attach(
  queries: QueryClient,
  conversationId: number,
  { name, upload }: { name: string; upload: Upload },
): Promise<void> {
  const queryKey = attachedKey(conversationId)
  const stop = new AbortController()
  const change = (to: (now: Attached) => Attached | null) =>
    queries.setQueryData<Attached | null>(queryKey, (now) => (now?.stop === stop ? to(now) : now))
  const begun: Attached = { name, file: null, share: 0, stop }
  queries.setQueryData<Attached | null>(queryKey, () => begun)
  try {
    const { file } = await upload({
      onProgress: (share) => void change((now) => ({ ...now, share })),
      signal: stop.signal,
    })
    change((now) => ({ ...now, file }))
  } catch (error) {
    change(() => null)
    throw error
  }
}

export function detach(queries: QueryClient, conversationId: number): void {
  const queryKey = attachedKey(conversationId)
  queries.getQueryData<Attached | null>(queryKey)?.stop.abort()
  queries.setQueryData<Attached | null>(queryKey, null)
}
