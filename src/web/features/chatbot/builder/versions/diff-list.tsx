import { diffFlows } from '#contract/chatbot/check.ts'
import type { FlowDefinition } from '#contract/chatbot/flow.ts'
import { browserZone, formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useFlows, useMembers, useSecrets } from '../../chatbot.queries.ts'
import { titleOf } from '../step-words.ts'
import { type PartChange, partChanges } from './part-words.ts'

type Line = { text: string; parts: readonly PartChange[] }

/** What differs between two definitions, step by step, with the old and the new text of each part. */
export function DiffList({ before, after }: { before: FlowDefinition; after: FlowDefinition }) {
  const flows = new Map((useFlows().data?.flows ?? []).map(({ id, name }) => [id, name]))
  const members = new Map(useMembers().map(({ id, name }) => [id, name]))
  const secrets = new Map(
    (useSecrets().data?.secrets ?? []).map(({ id, made_at }) => [
      id,
      t('chatbot.form.secretSet', { date: formatDateTime(made_at, browserZone(), 'seconds') }),
    ]),
  )
  const old = stepsOf(before)
  const now = stepsOf(after)
  const names = {
    before: { flows, members, secrets, step: old.title },
    after: { flows, members, secrets, step: now.title },
  }
  const diff = diffFlows(before, after)
  const line = (kind: string, step: string, parts: readonly PartChange[] = []): Line => ({
    text: t('chatbot.builder.change', { kind, step }),
    parts,
  })
  const lines: Line[] = [
    ...(diff.start_changed ? [{ text: t('chatbot.builder.startMoved'), parts: [] }] : []),
    ...diff.added.map((id) => line('added', now.title(id))),
    ...diff.removed.map((id) => line('removed', old.title(id))),
    ...diff.changed.map(({ step, parts }) =>
      line(
        parts.every((part) => part === 'next') ? 'connected' : 'changed',
        now.title(step),
        partChanges(old.byId.get(step)!, now.byId.get(step)!, parts, names),
      ),
    ),
  ]
  if (lines.length === 0) return <p>{t('chatbot.builder.same')}</p>
  return (
    <ul className="diff" aria-label={t('chatbot.builder.changes')}>
      {lines.map(({ text, parts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same name
        <li key={index}>
          {text}
          {parts.length > 0 ? (
            <dl className="diff-parts">
              {parts.map((change) => [
                <dt key={change.part}>{change.part}</dt>,
                <dd key={`${change.part} texts`}>
                  <span>{t('chatbot.builder.before')}</span> <del>{change.before}</del>
                  <br />
                  <span>{t('chatbot.builder.after')}</span> <ins>{change.after}</ins>
                </dd>,
              ])}
            </dl>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function stepsOf({ steps }: FlowDefinition) {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const title = (id: string): string => {
    const step = byId.get(id)
    return step ? titleOf(step) : id
  }
  return { byId, title }
}
