import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ConnectResult, type LoginWay, socialAccounts } from '#contract/social/social.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, keyOf, sentenceFor } from '#web/net/api.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { currentSession } from '#web/session/session.ts'
import { useIsHere } from '../leave-questions.ts'
import { resultText } from './account-text.ts'

/** The connecting state of a button lasts this long, in ms. */
const connectingMs = 2_000
const popup = 'popup,width=600,height=600'
/** The window of a login and the screen that opened it talk over this channel: the network parts them. */
const channelName = 'tidings-social-login'
/** As long as a window of a login waits to hear that somebody took its result. */
const takenWithinMs = 500

type Message = { from: string; kind: 'result'; result: ConnectResult } | { from: string; kind: 'taken' }

/** A channel carries to other channels of the same page too. */
const self = crypto.getRandomValues(new Uint32Array(2)).join('-')

/** Begins logins: a press opens the network's dialog, LinkedIn's in a window of its own. */
export function useConnect(): { connect: (way: LoginWay) => void; connecting: LoginWay | null } {
  const [connecting, setConnecting] = useState<LoginWay | null>(null)
  useEffect(() => {
    if (!connecting) return
    const timer = setTimeout(() => setConnecting(null), connectingMs)
    return () => clearTimeout(timer)
  }, [connecting])
  const isHere = useIsHere()
  const connect = (way: LoginWay) => {
    if (!currentSession()?.user?.user_id) {
      window.alert(t('social.connect.login'))
      return
    }
    setConnecting(way)
    // A window that is opened after the answer would be blocked: it is no longer the press that opens it.
    const window_ = way === 'linkedin' ? window.open('about:blank', 'tidings-linkedin', popup) : null
    call(socialAccounts.connect, { body: { way } }).then(
      ({ redirect_url }) => {
        // Closed meanwhile, or on another screen by now: the person does not want the login any more.
        if (window_ && !window_.closed) window_.location.href = redirect_url
        else if (!window_ && isHere()) window.location.assign(redirect_url)
      },
      (error: unknown) => {
        window_?.close()
        setConnecting(null)
        toast.error(
          sentenceFor(error, {
            failed: t('social.result.internalError'),
            unreachable: t('social.result.internalError'),
          }),
        )
      },
    )
  }
  return { connect, connecting }
}

/** What the network sent back, behind the `#`. It is taken out of the address at once. */
function takeReturn(): { way: LoginWay; code: string; state: string } | null {
  const given = new URLSearchParams(window.location.hash.slice(1))
  const [way, code, state] = ['way', 'code', 'state'].map((name) => given.get(name))
  if (!way || !code || !state) return null
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  return { way: way as LoginWay, code, state }
}

/** Finishes a login that the browser came back from, and shows what came of one, wherever it was finished. */
export function useLoginResult(): {
  finishing: boolean
  result: ConnectResult | null
  take: (result: ConnectResult) => void
  clear: () => void
} {
  const queries = useQueryClient()
  const [result, setResult] = useState<ConnectResult | null>(null)
  const [back] = useState(takeReturn)
  const begun = useRef(false)
  const [params, setParams] = useSearchChoice()
  const channel = useChannel((other) => take(other))

  const take = (next: ConnectResult): void => {
    setResult(next)
    void queries.invalidateQueries({ queryKey: keyOf(socialAccounts.list) })
    const sentence = resultText(next.status, next.reason)
    if (!sentence) return
    if (next.status === 'success') toast.success(sentence)
    else if (next.reason !== 'cancelled') toast.error(sentence)
  }

  /** LinkedIn's login runs in a window of its own: the screen behind it shows the result, and the window closes. */
  const show = async (next: ConnectResult): Promise<void> => {
    const isTaken = next.platform === 'linkedin' && (await channel.handOver(next))
    if (isTaken) window.close()
    // A window that may not close itself shows it too.
    take(next)
  }

  const finish = useMutation({
    mutationFn: (body: NonNullable<typeof back>) => call(socialAccounts.finish, { body }),
    onSuccess: (answer) => show(answer.result),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('social.result.internalError') })),
  })

  useEffect(() => {
    if (!back || begun.current) return
    begun.current = true
    finish.mutate(back)
  }, [back, finish.mutate])

  // What an address says of a login is shown once, and taken out of the address.
  const status = params.get('status')
  useEffect(() => {
    if (!status) return
    const given = {
      status,
      reason: params.get('reason'),
      problem: params.get('problem'),
      platform: params.get('platform'),
    }
    setParams((now) => {
      for (const name of ['status', 'reason', 'problem', 'platform']) now.delete(name)
      return now
    })
    void show({ ...nothing, ...given } as ConnectResult)
  })

  return { finishing: finish.isPending, result, take, clear: () => setResult(null) }
}

const nothing: ConnectResult = {
  status: 'error',
  reason: null,
  problem: null,
  platform: null,
  accounts: [],
  login_id: null,
  candidates: [],
  skipped: [],
  missing_scopes: [],
}

/** Hands a result over from the window of a login to the screen that waits for it. */
function useChannel(onResult: (result: ConnectResult) => void): {
  handOver: (result: ConnectResult) => Promise<boolean>
} {
  const listener = useRef(onResult)
  listener.current = onResult
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind !== 'result' || data.from === self) return
      channel.postMessage({ from: self, kind: 'taken' } satisfies Message)
      listener.current(data.result)
    }
    return () => channel.close()
  }, [])
  return {
    handOver: (result) =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel(channelName)
        const end = (taken: boolean) => {
          clearTimeout(timer)
          channel.close()
          resolve(taken)
        }
        const timer = setTimeout(() => end(false), takenWithinMs)
        channel.onmessage = ({ data }: MessageEvent<Message>) => {
          if (data.kind === 'taken' && data.from !== self) end(true)
        }
        channel.postMessage({ from: self, kind: 'result', result } satisfies Message)
      }),
  }
}
