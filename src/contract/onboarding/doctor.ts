import { z } from 'zod'
import { Instant } from '../values.ts'

/** `unknown`: it could not be checked yet; the finding says why. */
export const DoctorState = z.enum(['good', 'attention', 'bad', 'unknown'])
export type DoctorState = z.infer<typeof DoctorState>

/** What can be done about a finding: a screen, a page of the provider's, or a repair that we do on a press. */
export const DoctorRemedy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('screen'), label: z.string(), to: z.string() }),
  z.object({ kind: z.literal('page'), label: z.string(), url: z.string() }),
  z.object({
    kind: z.literal('repair'),
    label: z.string(),
    repair: z.enum(['subscribe', 'webhook', 'resume']),
    waba_id: z.string(),
  }),
  z.object({ kind: z.literal('register'), label: z.string(), phone_number_id: z.string() }),
  z.object({ kind: z.literal('dismiss'), label: z.string(), warning_id: z.number() }),
  z.object({ kind: z.literal('pin'), label: z.string(), phone_number_id: z.string() }),
  z.object({ kind: z.literal('verify'), label: z.string(), phone_number_id: z.string() }),
])
export type DoctorRemedy = z.infer<typeof DoctorRemedy>

/** One check: what was found, what it means, what to do. */
export const DoctorCheck = z.object({
  id: z.string(),
  /** What it is about: an account's name or a number; null: the whole connection. */
  subject: z.string().nullable(),
  title: z.string(),
  state: DoctorState,
  finding: z.string(),
  meaning: z.string().nullable(),
  remedy: DoctorRemedy.nullable(),
})
export type DoctorCheck = z.infer<typeof DoctorCheck>

export const DoctorReport = z.object({
  checked_at: Instant,
  verdict: z.enum(['good', 'attention', 'bad']),
  checks: z.array(DoctorCheck),
})
export type DoctorReport = z.infer<typeof DoctorReport>
