import { z } from 'zod'
import { optionalText } from '../graph/graph-values.ts'

/** `health_status` of a phone number or WABA (…/whatsapp/support/health-status). */
export const healthAnswer = z.looseObject({
  can_send_message: optionalText,
  entities: z
    .array(
      z.looseObject({
        entity_type: optionalText,
        id: optionalText,
        can_send_message: optionalText,
        errors: z
          .array(
            z.looseObject({
              error_code: z.number().nullish(),
              error_description: optionalText,
              possible_solution: optionalText,
            }),
          )
          .nullish(),
        additional_info: z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
})

/** Whether messages can be sent, and what prevents it, outermost entity last as Meta lists them. */
export type Health = {
  /** AVAILABLE, LIMITED, BLOCKED; UNKNOWN when Meta did not say. */
  canSend: string
  problems: { entity: string; code?: number; description: string; solution?: string }[]
}

export function readHealth(answer: z.infer<typeof healthAnswer> | null | undefined): Health {
  const problems = (answer?.entities ?? []).flatMap((entity) =>
    (entity.errors ?? []).map((error) => ({
      entity: entity.entity_type ?? 'UNKNOWN',
      ...(typeof error.error_code === 'number' && { code: error.error_code }),
      description: error.error_description ?? 'No description given.',
      ...(error.possible_solution !== undefined && { solution: error.possible_solution }),
    })),
  )
  return { canSend: answer?.can_send_message ?? 'UNKNOWN', problems }
}
