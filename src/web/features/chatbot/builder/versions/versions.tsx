import { useState } from 'react'
import { diffFlows, type FlowDiff } from '#contract/chatbot/check.ts'
import type { FlowDefinition } from '#contract/chatbot/flow.ts'
import { chatbotFlows, type Flow } from '#contract/chatbot/flows.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Window } from '#web/components/panel.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { browserZone, formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useVersions } from '../chatbot.queries.ts'
import { titleOf } from './step-words.ts'

/** What differs between two definitions, step by step. */
export function DiffList({
  diff,
  nameOf,
  before,
}: {
  diff: FlowDiff
  nameOf: (step: string) => string
  /** The earlier one knows the names of the steps that are gone. */
  before: FlowDefinition | null
}) {
  const old = (id: string) => {
    const step = before?.steps.find((one) => one.id === id)
    return step ? titleOf(step) : id
  }
  const lines = [
    ...(diff.start_changed ? [t('chatbot.builder.startMoved')] : []),
    ...diff.added.map((id) => t('chatbot.builder.change', { kind: 'added', step: nameOf(id) })),
    ...diff.removed.map((id) => t('chatbot.builder.change', { kind: 'removed', step: old(id) })),
    ...diff.changed.map(({ step, parts }) =>
      t('chatbot.builder.change', {
        kind: parts.every((part) => part === 'next') ? 'connected' : 'changed',
        step: nameOf(step),
      }),
    ),
  ]
  if (lines.length === 0) return <p>{t('chatbot.builder.noChanges')}</p>
  return (
    <ul className="diff" aria-label={t('chatbot.builder.changes')}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same name
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

/** What was published before: each can be compared with the draft, and become the draft again. */
export function VersionsWindow({
  flow,
  draft,
  nameOf,
  onClose,
  onRestore,
}: {
  flow: Flow
  draft: FlowDefinition
  nameOf: (step: string) => string
  onClose: () => void
  onRestore: (definition: FlowDefinition, version: number) => void
}) {
  const versions = useVersions(flow.id, true)
  const [compared, setCompared] = useState<{ version: number; definition: FlowDefinition } | null>(null)
  const load = async (version: number, then: (definition: FlowDefinition) => void) => {
    try {
      then((await call(chatbotFlows.version, { params: { id: flow.id, version } })).definition)
    } catch (error) {
      toast.error(sentenceFor(error, { failed: t('app.error.load') }))
    }
  }
  return (
    <Window opened onClose={onClose} title={t('chatbot.builder.versions')} size="34rem">
      {versions.isPending ? (
        <SkeletonLines />
      ) : (versions.data?.versions.length ?? 0) === 0 ? (
        <p>{t('chatbot.builder.noVersions')}</p>
      ) : (
        <ul className="diff">
          {versions.data?.versions.map(({ version, published_at, published_by, active }) => (
            <li key={version}>
              <b>{t('chatbot.builder.version', { version })}</b>
              <span className="sm t2">
                {t('chatbot.builder.publishedBy', {
                  time: formatDateTime(published_at, browserZone()),
                  name: published_by ?? '–',
                })}
                {active > 0 ? ` · ${t('chatbot.builder.inIt', { count: active })}` : null}
              </span>
              <span className="row">
                <Button
                  size="small"
                  aria-label={t('chatbot.builder.compare', { version })}
                  onClick={() => void load(version, (definition) => setCompared({ version, definition }))}
                >
                  {t('chatbot.builder.changes')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('chatbot.builder.restoreVersion', { version })}
                  onClick={() => void load(version, (definition) => onRestore(definition, version))}
                >
                  {t('chatbot.builder.restore')}
                </Button>
              </span>
              {compared?.version === version ? (
                <DiffList
                  diff={diffFlows(compared.definition, draft)}
                  nameOf={nameOf}
                  before={compared.definition}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Window>
  )
}
