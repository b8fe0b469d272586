import { z } from 'zod'
import { checkFlow, FlowDefinition, ReadyMadeKey } from '#contract/chatbot/chatbot.ts'

const Text = z.strictObject({
  en: z.string().min(1),
  hi: z.string().min(1),
  es: z.string().min(1),
  'pt-BR': z.string().min(1),
})

/** Flows that can be taken as they are. Texts of a definition stand in `texts`, by the key that it has in their place. */
export const ReadyMadeData = z.strictObject({
  flows: z
    .array(
      z.strictObject({
        key: ReadyMadeKey,
        name: Text,
        description: Text,
        texts: z.record(z.string().regex(/^@\d+$/), Text),
        definition: FlowDefinition.refine((definition) => checkFlow(definition).length === 0),
      }),
    )
    .length(ReadyMadeKey.options.length),
})

/** Checked by `npm run build` and by a test. */
export const schemas = { 'ready-made.json': ReadyMadeData }
