import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { onboarding } from '#contract/onboarding.ts'
import { Banner } from '#web/components/banner.tsx'
import { Mark } from '#web/components/brand.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { useSession } from '#web/session/session.ts'
import { readKey, removeKey, writeKey } from '#web/session/storage.ts'
import { askAllAgain, fetchSettings, syncStatus } from '../onboarding.queries.ts'
import { readSignupMessage, type SignupMessage, trustedObject } from './provider-messages.ts'
import type { FrameWord } from './signup-frame.tsx'
import '../onboarding.css'

/** How long a message of the provider's window is waited for before the server is asked, in ms. */
const fallbackMs = 5_000
/** From success to the dashboard, in ms. */
const redirectMs = 1_500

/** In the frame of the status screen this page does not navigate; it posts its result to that screen. */
const inFrame = () => window.parent !== window

export default function MetaCallbackPage() {
  useDocumentTitle(t('onboarding.connect.callback.title'))
  const { session } = useSession()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const { phase, again } = useFinish()
  useEffect(() => {
    if (!session) navigate('/login', { replace: true })
  }, [session, navigate])
  if (!session) return null
  return (
    <main className="onb-final">
      <div>
        <span className="onb-mark">
          <Mark />
        </span>
        <h1>{t('onboarding.connect.callback.title')}</h1>
        <p className="t2" role="status">
          {phase.kind === 'failed' && phase.withoutNumber
            ? t('onboarding.connect.callback.withoutNumber')
            : t(`onboarding.connect.callback.state.${phase.kind}`)}
        </p>
        {phase.kind === 'waiting' || phase.kind === 'saving' ? (
          <span className="spin" aria-hidden="true" />
        ) : null}
        {phase.kind === 'failed' ? (
          <>
            <Banner kind="error">{phase.sentence}</Banner>
            {inFrame() ? null : (
              <div className="onb-acts">
                <Button onClick={again}>{t('onboarding.connect.callback.tryAgain')}</Button>
                <Button kind="quiet" onClick={() => navigate('/meta/onboarding-status')}>
                  {t('onboarding.connect.callback.status')}
                </Button>
              </div>
            )}
          </>
        ) : null}
        <p className="sm t3">
          {address.get('mode') === 'existing'
            ? t('onboarding.connect.callback.existing')
            : t('onboarding.connect.callback.new')}
        </p>
      </div>
    </main>
  )
}

type Phase =
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'done' }
  | { kind: 'choose' }
  | { kind: 'failed'; sentence: string; withoutNumber?: boolean }

/** What the provider's redirect brought along. */
type Return = { code?: string; state?: string }

/** Removes it from the address, so that neither the history nor a copied link holds it. */
function takeReturn(): Return {
  const given = new URLSearchParams(window.location.hash.slice(1))
  const [code, state] = [given.get('code'), given.get('state')]
  if (code === null || state === null) return {}
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  return { code, state }
}

/** Waits for the provider's message, else syncs with the server; then navigates. */
function useFinish(): { phase: Phase; again: () => void } {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const { session } = useSession()
  const [phase, setPhase] = useState<Phase>({ kind: 'waiting' })
  const settled = useRef(false)
  const [back] = useState(takeReturn)
  const error = address.get('error')

  const postToFrame = (word: Omit<FrameWord, 'source'>) =>
    window.parent.postMessage({ source: 'tidings-callback', ...word }, window.location.origin)

  const succeed = useEffectEvent((choiceNeeded: boolean) => {
    for (const key of ['form_data', 'last_registered_phone'] as const) removeKey(key)
    setPhase({ kind: choiceNeeded ? 'choose' : 'done' })
    if (!choiceNeeded) {
      writeKey('justConnected', 'true')
      if (!inFrame()) toast.success(t('onboarding.connect.connected'))
    }
    if (inFrame()) return postToFrame({ outcome: choiceNeeded ? 'choose' : 'connected' })
    setTimeout(
      () => navigate(choiceNeeded ? '/meta/select-assets' : '/dashboard', { replace: true }),
      redirectMs,
    )
  })
  const fail = useEffectEvent((sentence: string, withoutNumber = false) => {
    setPhase({ kind: 'failed', sentence, withoutNumber })
    if (inFrame()) postToFrame({ outcome: 'failed', message: sentence })
    else toast.error(sentence)
  })

  const leave = useEffectEvent((sentence: string) => {
    toast.error(t('onboarding.connect.callback.error', { error: sentence }))
    navigate('/dashboard', { replace: true })
  })

  const fallBack = useEffectEvent(async (login: Return = {}) => {
    if (settled.current) return
    settled.current = true
    setPhase({ kind: 'saving' })
    try {
      const status = await syncStatus(login)
      await askAllAgain()
      if (status.wabaId && status.phoneNumberId) succeed(false)
      else if (status.choice_needed) succeed(true)
      else fail(t('onboarding.connect.callback.missing'), status.wabaId !== null)
    } catch (problem) {
      const sentence = sentenceFor(problem, { failed: t('onboarding.connect.callback.syncFailed') })
      // The login's code works once: a refusal of it cannot be tried again here.
      if (login.code && problem instanceof ApiError && problem.kind === 'answer' && !inFrame())
        leave(sentence)
      else fail(sentence)
    }
  })
  const save = useEffectEvent(async (message: Extract<SignupMessage, { kind: 'token' }>) => {
    settled.current = true
    setPhase({ kind: 'saving' })
    try {
      const answer = await call(onboarding.saveDetails, {
        body: {
          ...message.details,
          waba_id: message.wabaId,
          phone_number_id: message.phoneNumberId,
          access_token: message.accessToken,
        },
      })
      await askAllAgain()
      succeed(answer.outcome === 'choose')
    } catch (problem) {
      fail(sentenceFor(problem, { failed: t('onboarding.connect.wrong') }))
    }
  })

  const stranger = address.get('user_id') !== null && address.get('user_id') !== readKey('user_id')
  const begin = useEffectEvent(() => {
    if (!session) return undefined
    if (error !== null) {
      if (inFrame()) {
        fail(error)
        return undefined
      }
      leave(error)
      return undefined
    }
    if (stranger) {
      fail(t('onboarding.connect.callback.stranger'))
      return undefined
    }
    if (back.code) {
      // Only the session that started the login can exchange the code.
      void fallBack(back)
      return undefined
    }
    return listen({
      onMessage: (message) => {
        if (settled.current) return
        if (message.kind === 'token') void save(message)
        else if (message.kind === 'incomplete') toast.error(t('onboarding.connect.incomplete'))
        else toast.error(t('onboarding.connect.invalid'))
      },
      onSilence: () => void fallBack(),
    })
  })
  useEffect(() => begin(), [])
  return {
    phase,
    again: () => {
      settled.current = false
      void fallBack()
    },
  }
}

/** Listens for the provider's messages until one settles the signup or the wait ends. Returns a function that stops. */
function listen({
  onMessage,
  onSilence,
}: {
  onMessage: (message: SignupMessage | { kind: 'invalid' }) => void
  onSilence: () => void
}): () => void {
  let trusted: readonly string[] = []
  const early: MessageEvent[] = []
  const receive = (event: MessageEvent) => {
    if (trusted.length === 0) {
      early.push(event)
      return
    }
    const message = readSignupMessage(event, trusted)
    if (message) return onMessage(message)
    // An object that names an account but has another type is invalid here.
    const other = trustedObject(event, trusted)
    if (other && 'waba_id' in other) onMessage({ kind: 'invalid' })
  }
  window.addEventListener('message', receive)
  fetchSettings()
    .then(({ settings }) => {
      trusted = settings.trusted_origins
      for (const event of early.splice(0)) receive(event)
    })
    .catch((error: unknown) =>
      console.info('The trusted origins are unknown; all messages are ignored.', error),
    )
  const timer = setTimeout(onSilence, inFrame() ? 0 : fallbackMs)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('message', receive)
  }
}
