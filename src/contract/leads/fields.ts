import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'
import { Id } from '../values.ts'

/** How many fields a business has at most. */
export const mostFields = 50
/** Yes-no values are kept as `yes` and `no`, dates as `2026-11-24`. */
export const FieldKind = z.enum(['text', 'number', 'date', 'choice', 'yes_no'])
export type FieldKind = z.infer<typeof FieldKind>

/** A field of the business's own for leads. Its values are in `attributes` of a lead, under the field's name. */
export const LeadField = z.object({
  id: z.number(),
  name: z.string(),
  kind: FieldKind,
  /** Of the kind `choice`; empty otherwise. */
  choices: z.array(z.string()),
})
export type LeadField = z.infer<typeof LeadField>

/** One line of visible characters. */
const Line = z
  .string()
  .trim()
  .min(1, { error: () => t('leadFields.required') })
  .regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}]*$/u, { error: () => t('leadFields.oneLine') })
const Choices = z
  .array(Line.max(100, { error: () => t('leadFields.choiceLength') }))
  .max(50, { error: () => t('leadFields.mostChoices') })

export const NewField = z.object({
  name: Line.max(60, { error: () => t('leadFields.nameLength') }),
  kind: FieldKind,
  choices: Choices.default([]),
})

const id = z.object({ id: Id })

export const fields = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/lead-fields',
    scope: 'leads:read',
    summary: 'The custom fields of leads',
    response: answer({ fields: z.array(LeadField) }),
  },
  add: {
    method: 'POST',
    path: '/marketing/api/lead-fields',
    audit: 'field_added',
    summary: 'Add a custom field for leads',
    description:
      'Leads keep its values in `attributes` under its name, so columns of imports and exports and variables of templates have them too. At most 50.',
    body: NewField,
    response: answer({ field: LeadField }),
  },
  change: {
    method: 'PATCH',
    path: '/marketing/api/lead-fields/{id}',
    audit: 'field_changed',
    summary: 'Change the choices of a custom field',
    params: id,
    body: z.object({ choices: Choices }),
    response: answer({ field: LeadField }),
  },
  remove: {
    method: 'DELETE',
    path: '/marketing/api/lead-fields/{id}',
    audit: 'field_deleted',
    summary: 'Delete a custom field; leads keep what they have as plain details',
    params: id,
    response: answer({}),
  },
})
