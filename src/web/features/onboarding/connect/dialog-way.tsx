import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { outdatedSignupAdvice } from '#contract/onboarding/signup-version.ts'
import { type OnboardingSettings, onboarding } from '#contract/onboarding.ts'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { writeKey } from '#web/session/storage.ts'
import {
  stepsThatFailed,
  useConnectionChanged,
  useOnboardingSettings,
  useSettingsChanged,
} from '../onboarding.queries.ts'
import { DialogFrame } from './dialog-frame.tsx'
import { AssignSignups, HostedSignup } from './hosted-signup.tsx'
import type { SignupMessage } from './provider-messages.ts'
import { FrameSkeleton, type FrameWord, SignupFrame } from './signup-frame.tsx'

/** Connecting by the provider's own dialog: in the page, in a window of its own, or on the provider's page. */
export function DialogWay({ ready }: { ready: boolean }) {
  const settings = useOnboardingSettings()
  return (
    <div className="box pad">
      <h3 className="h3">{t('onboarding.connect.dialog.title')}</h3>
      <p className="sm t2 mt1">{t('onboarding.connect.dialog.help')}</p>
      {settings.data ? (
        <Dialog key={String(ready)} settings={settings.data.settings} ready={ready} />
      ) : settings.isError ? (
        <FormError>
          {sentenceFor(settings.error, {
            failed: t('onboarding.connect.dialog.failed'),
            unreachable: t('onboarding.connect.serverError'),
          })}
        </FormError>
      ) : (
        <FrameSkeleton />
      )}
    </div>
  )
}

function Dialog({ settings, ready }: { settings: OnboardingSettings; ready: boolean }) {
  const [problem, setProblem] = useState<string | null>(null)
  const finish = useFinish(setProblem)
  const settingsChanged = useSettingsChanged()
  const changed = useConnectionChanged()
  const [starting, setStarting] = useState(false)
  // An ended dialog leaves an empty frame; a button to start again replaces it.
  const [ended, setEnded] = useState(false)
  const startAgain = async () => {
    // The ended frame is removed first, so that its late messages are ignored.
    setProblem(null)
    setStarting(true)
    await settingsChanged()
    setEnded(false)
    setStarting(false)
  }
  const connecting = finish.complete.isPending || finish.save.isPending

  const onMessage = (message: SignupMessage) => {
    setProblem(null)
    if (message.kind === 'token') finish.save.mutate(message)
    else if (message.kind !== 'finished') {
      setEnded(true)
      setProblem(explanationFor(message))
    }
    // On finish the frame loads our callback screen, which exchanges the code and reports the result.
  }
  const onCallback = async (word: FrameWord) => {
    setEnded(true)
    // An error of the dialog itself is more precise.
    if (word.outcome === 'failed') {
      setProblem((said) => said ?? word.message ?? t('onboarding.connect.wrong'))
      // The account may still be connected, such as without a number.
      await changed()
    } else await finish.done(word.outcome, null)
  }
  return (
    <>
      <FormError>{problem}</FormError>
      {starting ? <FrameSkeleton /> : null}
      {settings.frame_url && !ready && !starting && !ended ? (
        <SignupFrame
          settings={settings}
          address={settings.frame_url}
          onMessage={onMessage}
          onCallback={(word) => void onCallback(word)}
        />
      ) : null}
      {(problem || ended) && settings.frame_url && !ready && !starting ? (
        // The dialog's address works once.
        <div className="mt3">
          <Button size="small" onClick={() => void startAgain()}>
            {t('onboarding.connect.dialog.again')}
          </Button>
        </div>
      ) : null}
      <div className="onb-acts mt3">
        <DialogFrame
          settings={settings}
          connecting={connecting}
          onProblem={setProblem}
          onOutcome={(outcome) => {
            if (outcome.kind === 'code') {
              const { code, message } = outcome
              finish.complete.mutate({
                code,
                ...(message && {
                  event: message.event,
                  waba_id: message.wabaId,
                  ...(message.phoneNumberId && { phone_number_id: message.phoneNumberId }),
                  ...(message.portfolioId && { portfolio_id: message.portfolioId }),
                }),
              })
            } else onMessage(outcome)
          }}
        />
        {settings.hosted_signup_url ? (
          <HostedSignup
            ready={ready}
            operator={settings.operator}
            onConnected={() => void finish.done('connected', null)}
          />
        ) : null}
        {settings.operator && settings.hosted_signup_url ? <AssignSignups /> : null}
      </div>
    </>
  )
}

/** The message for an end that connects nothing. */
function explanationFor(message: Exclude<SignupMessage, { kind: 'finished' | 'token' }>): string {
  switch (message.kind) {
    case 'incomplete':
      return t('onboarding.connect.incomplete')
    case 'invalid':
      return t('onboarding.connect.invalid')
    case 'outdated':
      return t('onboarding.connect.dialog.outdated', {
        message: message.message,
        advice: outdatedSignupAdvice(),
      })
    case 'error':
      return t('onboarding.connect.dialog.reported', { message: message.message })
    case 'cancelled':
      return message.step
        ? t('onboarding.connect.dialog.leftAt', { step: stepName(message.step) })
        : t('onboarding.connect.dialog.closed')
  }
}

/** PHONE_NUMBER_SETUP as people read it. */
function stepName(step: string): string {
  const words = step.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function useFinish(setProblem: (problem: string | null) => void) {
  const changed = useConnectionChanged()
  const navigate = useNavigate()
  const done = async (outcome: 'connected' | 'choose', failed: string | null) => {
    await changed()
    if (outcome === 'choose') return navigate('/meta/select-assets')
    writeKey('justConnected', 'true')
    toast.success(t('onboarding.connect.connected'))
    setProblem(failed)
  }
  const onError = (error: unknown) => {
    const words = {
      failed: t('onboarding.connect.detailsFailed'),
      unreachable: t('onboarding.connect.serverError'),
    }
    setProblem(sentenceFor(error, words))
    toast.error(sentenceFor(error, words))
  }
  const complete = useMutation({
    mutationFn: (body: Parameters<typeof call<typeof onboarding.completeSignup>>[1]['body']) =>
      call(onboarding.completeSignup, { body }),
    onSuccess: ({ outcome, steps }) => done(outcome, stepsThatFailed(steps)),
    onError,
  })
  const save = useMutation({
    mutationFn: (message: Extract<SignupMessage, { kind: 'token' }>) =>
      call(onboarding.saveDetails, {
        body: {
          ...message.details,
          waba_id: message.wabaId,
          phone_number_id: message.phoneNumberId,
          access_token: message.accessToken,
        },
      }),
    onSuccess: ({ outcome, steps }) => done(outcome, stepsThatFailed(steps)),
    onError,
  })
  return { complete, save, done }
}
