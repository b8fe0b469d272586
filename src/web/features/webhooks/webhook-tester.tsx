import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { webhooks } from '#contract/webhooks.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { TableFilter } from '#web/components/tables/table-tools.tsx'
import { toast } from '#web/components/toast.tsx'
import { call, keyOf, sentenceFor } from '#web/net/api.ts'
import { useFormDraft } from '#web/shell/form-drafts.ts'
import { type SampleAccount, sampleEvents, unconnected } from './sample-events.ts'
import './webhooks.css'

type Result = z.infer<typeof webhooks.test.response>

const written = (name: string, account: SampleAccount) => {
  const sample = sampleEvents.find((event) => event.name === name) ?? sampleEvents[0]!
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
    sample: sampleEvents[0]!.name,
    body: written(sampleEvents[0]!.name, account),
  }))
  const { sample, body } = form.value
  const [problem, setProblem] = useState<string | null>(null)
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: (json: z.input<typeof webhooks.test.body>) => call(webhooks.test, { body: json }),
    onSuccess: () => {
      toast.success('Webhook test sent successfully!')
      return queries.invalidateQueries({ queryKey: keyOf(webhooks.list) })
    },
    onError: (error) =>
      toast.error(sentenceFor(error, { failed: 'Failed to test webhook.', unreachable: 'Request failed.' })),
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
          <span className="sm t2">Start from a sample, or paste what a provider sent.</span>
          <TableFilter
            label="Sample event"
            choices={sampleEvents.map(({ name }) => ({ value: name, name }))}
            value={sample}
            onChange={(name) => {
              // A sample is not what somebody typed: it is not kept.
              form.reset({ sample: name, body: written(name, account) })
              setProblem(null)
            }}
          />
        </div>
        <Textarea
          label={<Label>Event (JSON)</Label>}
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
          <Button kind={among ? 'default' : 'yours'} type="submit" busy={test.isPending && 'Sending...'}>
            Send test webhook
          </Button>
          <span className="sm t3">
            Signed as the provider signs it, and delivered to our own webhook address.
          </span>
        </div>
      </div>
      <Response result={test.data} error={test.error} />
    </form>
  )
}

function Response({ result, error }: { result: Result | undefined; error: unknown }) {
  return (
    <section aria-label="Response" aria-live="polite">
      <div className="lab">Response</div>
      <pre className="hook-response">{responseText(result, error)}</pre>
      {result && result.outcomes.length > 0 ? (
        <>
          <div className="lab mt4">What it did</div>
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
  if (error) return sentenceFor(error, { failed: 'Failed to test webhook.', unreachable: 'Request failed.' })
  if (!result) return 'Nothing was sent yet.'
  return `${result.status}\n${result.response}`
}

function readJson(
  text: string,
): { value: z.input<typeof webhooks.test.body>; problem: null } | { problem: string } {
  try {
    return { value: JSON.parse(text), problem: null }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { problem: `This is not JSON: ${error.message}.` }
  }
}
