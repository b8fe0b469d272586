import { z } from 'zod'

/** A variable to be filled when the template is sent. */
export const TemplateVariable = z.object({
  /** Unique within the template; values are given under it: `1` or `name` in the text, `header.1`, `button.0`. */
  key: z.string(),
  /** The name between the braces; the index for a button. */
  name: z.string(),
  where: z.enum(['header', 'location', 'body', 'offer', 'card', 'card_button', 'button']),
  /** Of the button, from 0 over all buttons; on a card, over those of the card. */
  index: z.number().optional(),
  /** The card it is on, from 0. */
  card: z.number().optional(),
  /** What people see: `{{1}}`, or the button's text. */
  label: z.string(),
  /** What the reviewers saw in its place. */
  sample: z.string(),
  /** Its value unless a message has another: the place of the template. */
  preset: z.string().optional(),
  /** What its value must be, where it is not text: ids of products. */
  takes: z.enum(['products']).optional(),
  /** How many characters its value may have, where the provider sets a limit. */
  max_length: z.number().optional(),
})
export type TemplateVariable = z.infer<typeof TemplateVariable>
