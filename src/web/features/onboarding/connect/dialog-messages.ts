import type { OnboardingSettings } from '#contract/onboarding.ts'
import type { SignupOutcome } from './embedded-signup.ts'

/** What the app posts to the page with the provider's script. */
export type DialogTask = { source: 'tidings-app'; settings: OnboardingSettings; connecting: boolean }

/** What that page posts to the app. */
export type DialogAnswer = { source: 'tidings-dialog' } & (
  | { kind: 'ready' }
  | { kind: 'size'; width: number; height: number }
  | { kind: 'pressed' }
  | { kind: 'outcome'; outcome: SignupOutcome }
  | { kind: 'problem'; sentence: string }
)

/** The address of the app that frames this page: on an address of its own, the server names it. */
export const appOrigin = (): string => document.documentElement.dataset.appOrigin ?? window.location.origin

export const isDialogTask = (data: unknown): data is DialogTask =>
  (data as DialogTask | null)?.source === 'tidings-app'

export const isDialogAnswer = (data: unknown): data is DialogAnswer =>
  (data as DialogAnswer | null)?.source === 'tidings-dialog'
