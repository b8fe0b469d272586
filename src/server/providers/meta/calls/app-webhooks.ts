import { z } from 'zod'
import { type Graph, idPart } from '../graph/graph-call.ts'
import { graphId, optionalText, successAnswer } from '../graph/graph-values.ts'
import type { AppCredentials } from './tokens.ts'

/** Every webhook field this program reacts to (…/whatsapp/webhooks/overview). */
export const webhookFields = [
  'messages',
  'user_preferences',
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
  'template_correct_category_detection',
  'phone_number_quality_update',
  'phone_number_name_update',
  'account_update',
  'account_review_update',
  'account_alerts',
  'business_capability_update',
  'security',
] as const

/**
 * Fields of some apps only: messages while Meta's own agent answers (opt-outs among them), echoes of the
 * phone's app, and usernames, which have two spellings. Meta refuses fields that an app does not have.
 */
export const extraWebhookFields = [
  'standby',
  'smb_message_echoes',
  'business_username_update',
  'business_username_updates',
] as const

export type AppWebhook = { object: string; callbackUrl?: string; active: boolean; fields: string[] }

/** Where Meta sends our app's webhooks; by the app's own token. */
export type AppWebhookCalls = {
  /** Sets address and fields; Meta calls the address with the verify token before it answers. */
  subscribe: (input: {
    callbackUrl: string
    verifyToken: string
    fields?: readonly string[]
  }) => Promise<void>
  list: () => Promise<AppWebhook[]>
}

const OBJECT = 'whatsapp_business_account'

const subscriptionsAnswer = z.looseObject({
  data: z.array(
    z.looseObject({
      object: z.string(),
      callback_url: optionalText,
      active: z.boolean().default(true),
      fields: z.array(z.union([z.string(), z.looseObject({ name: graphId })])).default([]),
    }),
  ),
})

export function appWebhookCalls(graph: Graph, { appId, appSecret }: AppCredentials): AppWebhookCalls {
  const shared = { path: `/${idPart(appId)}/subscriptions`, token: `${appId}|${appSecret}` }
  return {
    subscribe: async ({ callbackUrl, verifyToken, fields = webhookFields }) => {
      await graph.call({
        ...shared,
        method: 'POST',
        form: {
          object: OBJECT,
          callback_url: callbackUrl,
          verify_token: verifyToken,
          fields: fields.join(','),
          include_values: 'true',
        },
        secrets: [appSecret, verifyToken],
        answer: successAnswer,
      })
    },
    list: async () => {
      const { data } = await graph.call({
        ...shared,
        method: 'GET',
        secrets: [appSecret],
        answer: subscriptionsAnswer,
      })
      return data.map(({ object, callback_url, active, fields }) => ({
        object,
        ...(callback_url && { callbackUrl: callback_url }),
        active,
        fields: fields.map((field) => (typeof field === 'string' ? field : field.name)),
      }))
    },
  }
}
