import type { Translated } from '#contract/messages/shape.ts'
import type { onboarding as english } from '../en/onboarding.ts'
import { account } from './onboarding/account.ts'
import { connect } from './onboarding/connect.ts'
import { doctor } from './onboarding/doctor.ts'
import { events } from './onboarding/events.ts'
import { status } from './onboarding/status.ts'
import { warnings } from './onboarding/warnings.ts'

export const onboarding: Translated<typeof english> = { account, connect, doctor, events, status, warnings }
