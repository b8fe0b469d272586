import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import type { webhooks } from '#contract/webhooks.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { TableFilter } from '#web/components/tables/table-tools.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useFormDraft } from '#web/shell/form-drafts.ts'
import { type SampleAccount, sampleEvents, unconnected } from './sample-events.ts'
import { type TestInput, useTestWebhook } from './webhooks.queries.ts'
import './webhooks.css'

type Result = z.infer<typeof webhooks.test.response>

const testErrors = () => ({
  failed: t('webhooks.test.failed'),
  unreachable: t('webhooks.test.unreachable'),
})

const written = (id: string, account: SampleAccount) => {
  const sample = sampleEvents.find((event) => event.id === id) ?? sampleEvents[0]!
  return JSON.stringify(sample.body(account, new Date()), null, 2)
}

/**
 * A JSON editor, a send button and what came back. `account` makes the samples about the caller's own number; `among`
 * other pieces, whose button is the screen's, the button here is a plain one.
 */
export function WebhookTester({
  account = unconnected,
  among,
}: {
  account?: SampleAccount
  among?: boolean
}) {
  const form = useFormDraft('webhook-test', () => ({
    sample: sampleEvents[0]!.id,
    body: written(sampleEvents[0]!.id, account),
  }))
  const { sample, body } = form.value
  const [problem, setProblem] = useState<string | null>(null)
  const test = useTestWebhook({
    success: () => toast.success(t('webhooks.test.sent')),
    error: (error) => toast.error(sentenceFor(error, testErrors())),
  })
  const send = () => {
    const json = readJson(body)
    setProblem(json.problem)
    if (json.problem === null) test.mutate(json.value)
  }
  return (
    <form
      className="hook-test"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div>
        <DraftNote
          restored={form.restored}
          onClear={() => form.reset({ sample, body: written(sample, account) })}
        />
        <div className="row sp hook-pick">
          <span className="sm t2">{t('webhooks.test.start')}</span>
          <TableFilter
            label={t('webhooks.test.sample')}
            choices={sampleEvents.map(({ id, name }) => ({ value: id, name: name() }))}
            value={sample}
            onChange={(id) => {
              // A sample was not typed by the person, so it is not kept.
              form.reset({ sample: id, body: written(id, account) })
              setProblem(null)
            }}
          />
        </div>
        <Textarea
          label={<Label>{t('webhooks.test.body')}</Label>}
          value={body}
          onChange={(event) => form.set({ sample, body: event.currentTarget.value })}
          error={problem}
          minRows={16}
          autosize
          maxRows={28}
          spellCheck={false}
          classNames={{ input: 'mono' }}
        />
        <div className="row mt4">
          <Button
            kind={among ? 'default' : 'yours'}
            type="submit"
            busy={test.isPending && t('webhooks.test.sending')}
          >
            {t('webhooks.test.send')}
          </Button>
          <span className="sm t3">{t('webhooks.test.signed')}</span>
        </div>
      </div>
      <Response result={test.data} error={test.error} />
    </form>
  )
}

function Response({ result, error }: { result: Result | undefined; error: unknown }) {
  return (
    <section aria-label={t('webhooks.test.response')} aria-live="polite">
      <div className="lab">{t('webhooks.test.response')}</div>
      <pre className="hook-response">{responseText(result, error)}</pre>
      {result && result.outcomes.length > 0 ? (
        <>
          <div className="lab mt4">{t('webhooks.test.outcomes')}</div>
          <dl className="sum">
            {result.outcomes.map((outcome, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events have no name of their own, and the list never changes
              <div key={index}>
                <dt>{outcome.event}</dt>
                <dd>{outcome.did}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
    </section>
  )
}

function responseText(result: Result | undefined, error: unknown): string {
  if (error) return sentenceFor(error, testErrors())
  if (!result) return t('webhooks.test.nothing')
  return `${result.status}\n${result.response}`
}

function readJson(text: string): { value: TestInput; problem: null } | { problem: string } {
  try {
    return { value: JSON.parse(text), problem: null }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { problem: t('webhooks.test.notJson', { reason: error.message }) }
  }
}
