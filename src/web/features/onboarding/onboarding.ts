/** What other screens use of the onboarding. */
export { useConnectionChanged, useOnboardingStatus, useSync } from './onboarding.queries.ts'
export { OnboardingBanner } from './onboarding-banner.tsx'
export { OnboardingCard } from './onboarding-card.tsx'
