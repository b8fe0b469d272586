import { account } from './onboarding/account.ts'
import { connect } from './onboarding/connect.ts'
import { doctor } from './onboarding/doctor.ts'
import { setup } from './onboarding/setup.ts'
import { status } from './onboarding/status.ts'

export const onboarding = { account, connect, doctor, setup, status } as const
