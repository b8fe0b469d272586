import type { WebhookState } from '#contract/webhooks.ts'
import type { Tone } from '#web/components/status.tsx'
import { en } from '#web/messages/en/index.ts'
import { t } from '#web/messages/t.ts'

export const stateTones: Record<WebhookState, Tone> = {
  applied: 'delivered',
  waiting: 'queued',
  unrecognised: 'unknown',
  failed: 'failed',
}

export const stateName = (state: WebhookState): string => t('webhooks.state', { state })

/** What can be in a webhook, as the server names it, the most frequent first. */
const kinds = Object.keys(en.webhooks.contents) as (keyof typeof en.webhooks.contents)[]

/** The choices of the filter by what was in a webhook. */
export const contents = (): readonly { value: string; name: string }[] =>
  kinds.map((kind) => ({ value: kind, name: t(`webhooks.contents.${kind}`) }))

/** `status, template_status` → `Message status, Template status`; an unknown kind keeps its own name. */
export function contentNames(fields: readonly string[]): string {
  return fields
    .map((field) => {
      const kind = kinds.find((one) => one === field)
      return kind ? t(`webhooks.contents.${kind}`) : sentenceCase(field.replaceAll('_', ' '))
    })
    .join(', ')
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
