import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { mostConditions } from '#contract/growth/segment-rules.ts'
import type { SegmentMenus, SegmentPreview } from '#contract/growth/segments.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { ConditionRow } from './condition-row.tsx'
import { type DraftGroup, draftCondition, draftGroup, isDraftGroup, type RulesDraft } from './draft.ts'
import { firstOf } from './kinds.ts'

/** The rules of a segment, each with the people whom it finds alone. */
export function RuleList({
  draft,
  menus,
  counts,
  onChange,
}: {
  draft: RulesDraft
  menus: SegmentMenus | undefined
  /** By the keys of rules. */
  counts: ReadonlyMap<string, SegmentPreview['parts'][number]>
  onChange: (draft: RulesDraft) => void
}) {
  const set = (rules: RulesDraft['rules']) => onChange({ ...draft, rules })
  const size = draft.rules.reduce((sum, rule) => sum + (isDraftGroup(rule) ? rule.conditions.length : 1), 0)
  const isFull = size >= mostConditions
  return (
    <>
      <ul className="cond">
        {draft.rules.map((rule, nr) => {
          const swap = (next: typeof rule) =>
            set(draft.rules.map((one) => (one.key === rule.key ? next : one)))
          const remove = () => set(draft.rules.filter((one) => one.key !== rule.key))
          return (
            <li key={rule.key}>
              {nr > 0 ? (
                <Joint match={draft.match} onChange={(match) => onChange({ ...draft, match })} />
              ) : null}
              {isDraftGroup(rule) ? (
                <Group
                  group={rule}
                  menus={menus}
                  isFull={isFull}
                  count={<Alone count={counts.get(rule.key)?.alone} />}
                  onChange={swap}
                  onRemove={remove}
                />
              ) : (
                <ConditionRow
                  condition={rule.condition}
                  menus={menus}
                  count={<Alone count={counts.get(rule.key)?.alone} />}
                  onChange={(condition) => swap({ ...rule, condition })}
                  onRemove={remove}
                />
              )}
            </li>
          )
        })}
      </ul>
      <div className="row mt3 seg-add">
        <Button
          size="small"
          icon={<Icon of={IconPlus} size="small" />}
          disabled={isFull}
          onClick={() => set([...draft.rules, draftCondition(firstOf('tag', menus))])}
        >
          {t('segments.addFilter')}
        </Button>
        <Button
          size="small"
          kind="quiet"
          icon={<Icon of={IconPlus} size="small" />}
          disabled={isFull}
          onClick={() => set([...draft.rules, draftGroup([firstOf('tag', menus)])])}
        >
          {t('segments.addGroup')}
        </Button>
      </div>
    </>
  )
}

function Group({
  group,
  menus,
  isFull,
  count,
  onChange,
  onRemove,
}: {
  group: DraftGroup
  menus: SegmentMenus | undefined
  isFull: boolean
  count: ReactNode
  onChange: (group: DraftGroup) => void
  onRemove: () => void
}) {
  const set = (conditions: DraftGroup['conditions']) =>
    conditions.length > 0 ? onChange({ ...group, conditions }) : onRemove()
  return (
    <fieldset className="grp">
      <legend className="sr">{t('segments.group')}</legend>
      <ul className="cond">
        {group.conditions.map((one, nr) => (
          <li key={one.key}>
            {nr > 0 ? (
              <Joint match={group.match} onChange={(match) => onChange({ ...group, match })} />
            ) : null}
            <ConditionRow
              condition={one.condition}
              menus={menus}
              onChange={(condition) =>
                set(group.conditions.map((other) => (other.key === one.key ? { ...one, condition } : other)))
              }
              onRemove={() => set(group.conditions.filter((other) => other.key !== one.key))}
            />
          </li>
        ))}
      </ul>
      <div className="row n sp">
        <Button
          size="small"
          kind="quiet"
          icon={<Icon of={IconPlus} size="small" />}
          disabled={isFull}
          onClick={() => set([...group.conditions, draftCondition(firstOf('tag', menus))])}
        >
          {t('segments.addFilter')}
        </Button>
        <span className="row n">
          {count}
          <IconButton label={t('segments.removeGroup')} onClick={onRemove}>
            <Icon of={IconX} size="small" />
          </IconButton>
        </span>
      </div>
    </fieldset>
  )
}

/** The word between two rules; a press changes it for all of them. */
function Joint({
  match,
  onChange,
}: {
  match: 'all' | 'any'
  onChange: (match: 'all' | 'any') => void
}): ReactNode {
  const other = match === 'all' ? 'any' : 'all'
  return (
    <button
      type="button"
      className="op"
      aria-label={t('segments.joint', {
        word: t(`segments.joints.${match}`),
        other: t(`segments.joints.${other}`),
      })}
      onClick={() => onChange(other)}
    >
      {t(`segments.joints.${match}`)}
    </button>
  )
}

function Alone({ count }: { count: number | undefined }) {
  return (
    <span className="n-r" title={t('segments.alone')}>
      {count === undefined ? '' : formatNumber(count)}
    </span>
  )
}
