import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useRef } from 'react'
import { conversations } from '#contract/conversations.ts'
import { call, keyOf } from '#web/net/api.ts'

/** A new address that brings a player no further so soon does not help it: this browser cannot play the file. */
const helpsMs = 5000

/**
 * The address at which a player reads a file in ranges, and what the player reports: when the address has expired it
 * goes on with another one, where it was. `onBroken`: this browser cannot play the file.
 */
export function useStreamed(
  fileId: number,
  { playable = false, enabled, onBroken }: { playable?: boolean; enabled: boolean; onBroken: () => void },
) {
  const asked = useQuery({
    queryKey: keyOf(conversations.fileAddress, { params: { id: fileId }, body: { playable } }),
    queryFn: () => call(conversations.fileAddress, { params: { id: fileId }, body: { playable } }),
    staleTime: Number.POSITIVE_INFINITY,
    // Of another time it may have expired.
    gcTime: 0,
    enabled,
  })
  const renewedAt = useRef(0)
  const wasAt = useRef<{ at: number; isPlaying: boolean }>(undefined)
  const onError = ({ currentTarget: player }: SyntheticEvent<HTMLMediaElement>) => {
    if (Date.now() - renewedAt.current < helpsMs) return onBroken()
    renewedAt.current = Date.now()
    const begins = player.autoplay && player.currentTime === 0
    wasAt.current = { at: player.currentTime, isPlaying: begins || !player.paused }
    // Else it plays by itself at each address, which looks like a press of Play.
    player.autoplay = false
    void asked.refetch()
  }
  const onLoadedMetadata = ({ currentTarget: player }: SyntheticEvent<HTMLMediaElement>) => {
    const before = wasAt.current
    if (!before) return
    wasAt.current = undefined
    player.currentTime = before.at
    // What was pressed meanwhile goes on by itself.
    if (before.isPlaying) void player.play().catch(() => undefined)
  }
  return {
    address: asked.data?.address,
    error: asked.error,
    isAsking: asked.isFetching,
    player: { onError, onLoadedMetadata },
    /** Asks for an address again, where there was no connection. */
    again: () => void asked.refetch(),
  }
}
