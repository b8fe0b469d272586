import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FlowDefinition } from '#contract/chatbot/flow.ts'
import { chatbotFlows, type Flow } from '#contract/chatbot/flows.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Two } from '#web/components/forms/field.tsx'
import { Window } from '#web/components/panel.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { browserZone, formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, queryFor, sentenceFor } from '#web/net/api.ts'
import { useVersions } from '../../chatbot.queries.ts'
import { DiffList } from './diff-list.tsx'

/** A version by its number; null: the draft. */
type Compared = { from: number; to: number | null }

/** Any two versions, or one and the draft, and what differs. */
function Comparison({
  flow,
  draft,
  versions,
  compared,
  onChange,
}: {
  flow: Flow
  draft: FlowDefinition
  versions: readonly number[]
  compared: Compared
  onChange: (compared: Compared) => void
}) {
  const { from, to } = compared
  const before = useDefinition(flow.id, from)
  const other = useDefinition(flow.id, to)
  const after = to === null ? draft : other.data?.definition
  const failed = before.isError ? before : other.isError ? other : null
  const choices = versions.map((version) => ({
    value: String(version),
    label: t('chatbot.builder.version', { version }),
  }))
  return (
    <section aria-label={t('chatbot.builder.compareTitle')}>
      <Two>
        <NativeSelect
          label={t('chatbot.builder.compareFrom')}
          value={String(from)}
          data={choices}
          onChange={({ currentTarget }) => onChange({ from: Number(currentTarget.value), to })}
        />
        <NativeSelect
          label={t('chatbot.builder.compareTo')}
          value={to === null ? '' : String(to)}
          data={[{ value: '', label: t('chatbot.builder.draftVersion') }, ...choices]}
          onChange={({ currentTarget }) =>
            onChange({ from, to: currentTarget.value === '' ? null : Number(currentTarget.value) })
          }
        />
      </Two>
      {before.data && after ? (
        <DiffList before={before.data.definition} after={after} />
      ) : failed ? (
        <ErrorState error={failed.error} onRetry={() => failed.refetch()} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </section>
  )
}

const useDefinition = (id: number, version: number | null) =>
  useQuery({
    ...queryFor(chatbotFlows.version, { params: { id, version: version ?? 1 } }),
    enabled: version !== null,
  })

/** What was published before: any two can be compared, and each can become the draft again. */
export function VersionsWindow({
  flow,
  draft,
  onClose,
  onRestore,
}: {
  flow: Flow
  draft: FlowDefinition
  onClose: () => void
  onRestore: (definition: FlowDefinition, version: number) => void
}) {
  const versions = useVersions(flow.id, true)
  const [compared, setCompared] = useState<Compared | null>(null)
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
        <>
          {compared ? (
            <Comparison
              flow={flow}
              draft={draft}
              versions={versions.data?.versions.map(({ version }) => version) ?? []}
              compared={compared}
              onChange={setCompared}
            />
          ) : null}
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
                    onClick={() => setCompared({ from: version, to: null })}
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
              </li>
            ))}
          </ul>
        </>
      )}
    </Window>
  )
}
