import { Switch } from '@mantine/core'
import {
  IconBan,
  IconFlag,
  IconLock,
  IconMessage2,
  IconSitemap,
  IconTag,
  IconUserShare,
  IconUserUp,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { FlowSummary } from '#contract/chatbot/flows.ts'
import { type Rule, type RuleAction, ruleDays } from '#contract/chatbot/rules.ts'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useMembers, useReorderRules, useSwitchRule } from '../chatbot.queries.ts'
import { actionWords, hiddenBy, matchName, matchWords, ruleName } from './rule-words.ts'
import { SortableItem, SortableList } from './sortable.tsx'

const notSaved = (error: Error) => toast.error(sentenceFor(error, { failed: t('chatbot.notSaved') }))

const actionIcons: Record<RuleAction['kind'], TablerIcon> = {
  flow: IconSitemap,
  reply: IconMessage2,
  tag: IconTag,
  assign: IconUserUp,
  hand_over: IconUserShare,
}

/** Before all rules, and not to be moved: who asks to stop is never answered by one. */
function OptOutRow({ hits }: { hits: number }) {
  return (
    <li className="fixed">
      <span className="lock" role="img" aria-label={t('chatbot.rules.stop.fixed')}>
        <Icon of={IconLock} />
      </span>
      <span className="ord" />
      <div>
        <div className="rt">
          <b>{t('chatbot.rules.stop.name')}</b>
          {t('chatbot.rules.stop.words')
            .split(', ')
            .map((word) => (
              <span className="kw" key={word}>
                {word}
              </span>
            ))}
        </div>
        <div className="do">
          <span>
            <Icon of={IconBan} size="small" />
            {t('chatbot.rules.stop.does')}
          </span>
          <span className="always">{t('chatbot.rules.stop.always')}</span>
        </div>
      </div>
      <p className="fig num">
        <b>{formatNumber(hits)}</b>
        <span>{t('chatbot.rules.inDays', { days: ruleDays })}</span>
      </p>
    </li>
  )
}

/** The rules in their order; the one that a test hit is marked. */
export function RulesList({
  rules,
  flows,
  hit,
  stops,
  onOpen,
}: {
  rules: readonly Rule[]
  flows: readonly FlowSummary[]
  hit: number | null
  /** Messages of the last days that asked to stop. */
  stops: number
  onOpen: (rule: Rule) => void
}) {
  const reorder = useReorderRules()
  const turn = useSwitchRule()
  const members = new Map(useMembers().map(({ id, name }) => [id, name]))
  const live = new Set(flows.flatMap((flow) => (flow.published_version === null ? [] : [flow.id])))
  const isIdle = ({ action }: Rule) => action.kind === 'flow' && !live.has(action.flow_id)
  const order = reorder.isPending ? reorder.variables.body.ids : null
  const shown = order ? [...rules].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) : rules
  return (
    <>
      <p className="sm t3 rules-help">{t('chatbot.rules.help')}</p>
      <SortableList
        label={t('chatbot.rules.title')}
        ids={shown.map(({ id }) => id)}
        onMove={(ids) => reorder.mutate({ body: { ids } }, { onError: notSaved })}
      >
        <OptOutRow hits={stops} />
        {shown.map((rule, index) => {
          const behind = hiddenBy(shown, index)
          const isOn =
            turn.isPending && turn.variables.params.id === rule.id
              ? turn.variables.body.enabled
              : rule.enabled
          return (
            <SortableItem
              key={rule.id}
              id={rule.id}
              name={ruleName(rule)}
              className={`${rule.id === hit ? 'match' : ''}${isOn ? '' : ' off'}`}
            >
              <span className="ord">{index + 1}</span>
              <div>
                <div className="rt">
                  <button type="button" onClick={() => onOpen(rule)}>
                    {rule.name || matchName(rule.match)}
                  </button>
                  {matchWords(rule.match).map((word) => (
                    <span className="kw" key={word}>
                      {word}
                    </span>
                  ))}
                </div>
                <div className="do">
                  <span>
                    <Icon of={actionIcons[rule.action.kind]} size="small" />
                    {rule.action.kind === 'flow' ? (
                      <Link to={`/chatbot/flows/${rule.action.flow_id}`}>{actionWords(rule, members)}</Link>
                    ) : (
                      actionWords(rule, members)
                    )}
                  </span>
                </div>
                {isIdle(rule) || behind !== null ? (
                  <p className="rule-warn">
                    <Icon of={IconFlag} size="small" />
                    {isIdle(rule)
                      ? t('chatbot.rules.flowOff')
                      : t('chatbot.rules.hidden', { place: behind ?? 0 })}
                  </p>
                ) : null}
              </div>
              <p className="fig num">
                <b>{formatNumber(rule.hits)}</b>
                <span>{t('chatbot.rules.inDays', { days: ruleDays })}</span>
              </p>
              <Switch
                aria-label={t('chatbot.rules.on', { name: ruleName(rule) })}
                checked={isOn}
                onChange={({ currentTarget }) =>
                  turn.mutate(
                    { params: { id: rule.id }, body: { enabled: currentTarget.checked } },
                    { onError: notSaved },
                  )
                }
              />
            </SortableItem>
          )
        })}
      </SortableList>
    </>
  )
}
