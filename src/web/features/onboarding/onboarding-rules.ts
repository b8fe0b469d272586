import { t as shared } from '#contract/messages/t.ts'
import type { OnboardingStatus } from '#contract/onboarding.ts'

type Status = OnboardingStatus

/** Which of its three texts the dashboard's banner shows. */
export function bannerFace(status: Status | null): 'complete' | 'partial' | 'none' {
  if (!status) return 'none'
  if (status.isReady) return 'complete'
  const hasToken = status.accessToken || status.meta_access_token
  const missing = !status.wabaId || !status.phoneNumberId || !status.verified_name
  return hasToken && missing ? 'partial' : 'none'
}

export type CardStep = {
  id: 'businessRegistered' | 'templateCreated' | 'templateApproved' | 'messagingApproved'
  done: boolean
}
export type CardBadge = 'ready' | 'complete' | 'inProgress'

/** The card's four steps, how far they are, and the badge. */
export function cardProgress(status: Status): {
  steps: CardStep[]
  percent: number
  badge: CardBadge
} {
  const steps: CardStep[] = [
    { id: 'businessRegistered', done: status.businessRegistered },
    { id: 'templateCreated', done: status.templateCreated },
    { id: 'templateApproved', done: status.templateApproved },
    { id: 'messagingApproved', done: status.messagingStatus === 'APPROVED' },
  ]
  const done = steps.filter((step) => step.done).length
  const percent = (done / steps.length) * 100
  if (status.isReady) return { steps, percent, badge: 'ready' }
  return { steps, percent, badge: done === steps.length ? 'complete' : 'inProgress' }
}

/** Whether a status is about the person who is signed in; another's is ignored. */
export function isOwn(status: Pick<Status, 'user_id'>, storedUserId: string | null): boolean {
  return storedUserId !== null && String(status.user_id) === storedUserId
}

/** A shorter token is not valid, and the status is not requested. */
export const shortestToken = 20

/** The field errors of the registration form in new mode; the existing mode checks nothing. */
export function registrationFaults(form: {
  business_name: string
  phone_number: string
  category: string
}): Partial<Record<'business_name' | 'phone_number' | 'category', string>> {
  return {
    ...(!form.business_name.trim() && { business_name: shared('onboarding.registration.businessName') }),
    ...(!/^\+[1-9]\d{7,14}$/.test(form.phone_number) && {
      phone_number: shared('onboarding.registration.phone'),
    }),
    ...(!form.category && { category: shared('onboarding.registration.category') }),
  }
}
