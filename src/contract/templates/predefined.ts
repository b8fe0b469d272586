import { z } from 'zod'
import { OtpChoices, TemplateButton, TemplateCategory, TemplateHeader, TemplateSamples } from './draft.ts'

/** A template of the library. */
export const PredefinedTemplate = z.object({
  template_name: z.string(),
  name: z.string(),
  title: z.string(),
  /** What it is for: `Order updates`, `Appointment reminders`, `Promotions`, `Lead follow-up`, `One-time codes`. */
  use_case: z.string(),
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
