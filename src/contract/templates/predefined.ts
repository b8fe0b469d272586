import { z } from 'zod'
import { OtpChoices, TemplateButton, TemplateCategory, TemplateHeader, TemplateSamples } from './draft.ts'

/** A template of the library. */
export const PredefinedUseCase = z.enum([
  'order_updates',
  'appointment_reminders',
  'promotions',
  'lead_follow_up',
  'one_time_codes',
])
export type PredefinedUseCase = z.infer<typeof PredefinedUseCase>

export const PredefinedTemplate = z.object({
  template_name: z.string(),
  name: z.string(),
  title: z.string(),
  /** What it is for. */
  use_case: PredefinedUseCase,
  category: TemplateCategory,
  language: z.string(),
  header: TemplateHeader.nullable(),
  body: z.string(),
  footer: z.string(),
  buttons: z.array(TemplateButton),
  samples: TemplateSamples,
  otp: OtpChoices.nullable(),
})
export type PredefinedTemplate = z.infer<typeof PredefinedTemplate>
