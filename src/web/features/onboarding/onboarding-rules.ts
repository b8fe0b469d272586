import type { OnboardingStatus } from '#contract/onboarding.ts'

type Status = OnboardingStatus

/** Which of its three faces the dashboard's banner shows: all set, nearly there, or not begun. */
export function bannerFace(status: Status | null): 'complete' | 'partial' | 'none' {
  if (!status) return 'none'
  if (status.isReady) return 'complete'
  const hasToken = status.accessToken || status.meta_access_token
  const missing = !status.wabaId || !status.phoneNumberId || !status.verified_name
  return hasToken && missing ? 'partial' : 'none'
}

export type CardStep = { name: string; done: boolean }

/** The card's four steps, how far they are, and the badge. */
export function cardProgress(status: Status): {
  steps: CardStep[]
  percent: number
  badge: 'Ready' | 'Complete' | 'In Progress'
  message: string
} {
  const steps = [
    { name: 'Business Registered', done: status.businessRegistered },
    { name: 'Template Created', done: status.templateCreated },
    { name: 'Template Approved', done: status.templateApproved },
    { name: 'Messaging Approved', done: status.messagingStatus === 'APPROVED' },
  ]
  const done = steps.filter((step) => step.done).length
  const percent = (done / steps.length) * 100
  if (status.isReady) return { steps, percent, badge: 'Ready', message: 'All set. You can start messaging!' }
  if (done === steps.length) {
    return { steps, percent, badge: 'Complete', message: 'Setup done. Waiting final Meta approval.' }
  }
  return { steps, percent, badge: 'In Progress', message: 'Complete all steps to unlock messaging.' }
}

/** Whether a status is about the person who is signed in; another's is ignored. */
export function isOwn(status: Pick<Status, 'user_id'>, storedUserId: string | null): boolean {
  return storedUserId !== null && String(status.user_id) === storedUserId
}

/** Under this many characters a token is none, and the status is not asked for. */
export const shortestToken = 20

/** What the registration form says of its fields, in new mode; the existing mode checks nothing. */
export function registrationFaults(form: {
  business_name: string
  phone_number: string
  category: string
}): Partial<Record<'business_name' | 'phone_number' | 'category', string>> {
  return {
    ...(!form.business_name.trim() && { business_name: 'Business name is required' }),
    ...(!/^\+[1-9]\d{7,14}$/.test(form.phone_number) && {
      phone_number: 'Use valid E.164 format (e.g., +919812345678).',
    }),
    ...(!form.category && { category: 'Please select a category.' }),
  }
}
