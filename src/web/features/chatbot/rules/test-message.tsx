import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { chatbotRules, type Rule } from '#contract/chatbot/rules.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { call, keyOf } from '#web/net/api.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { useMembers } from '../chatbot.queries.ts'
import { actionWords, ruleName } from './rule-words.ts'
import { TestAnswer } from './test-answer.tsx'

const kinds = ['text', 'button', 'referral'] as const

/** Which rule would act on a message, and why the others would not. */
export function TestMessage({
  rules,
  onHit,
}: {
  rules: readonly Rule[]
  onHit: (rule: number | null) => void
}) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<(typeof kinds)[number]>('text')
  const [isNew, setNew] = useState(true)
  const number = useConnection()?.accounts.flatMap(({ phone_numbers }) => phone_numbers)[0]?.phone_number_id
  const [asked] = useDebouncedValue(text.trim(), 300)
  const members = new Map(useMembers().map(({ id, name }) => [id, name]))
  const body = {
    text: kind === 'referral' ? '' : asked,
    payload: kind === 'button' ? asked : null,
    referral: kind === 'referral' ? asked : null,
    first_message: isNew,
    phone_number_id: number ?? null,
  }
  const test = useQuery({
    queryKey: [...keyOf(chatbotRules.test, body), rules],
    queryFn: ({ signal }) => call(chatbotRules.test, { body }, { signal }),
    enabled: asked !== '',
  })
  const answer = asked === '' ? undefined : test.data
  const failed = asked !== '' && test.isError && !answer
  const hit = answer?.rule_id ?? null
  useEffect(() => onHit(hit), [hit, onHit])
  const hitRule = rules.find(({ id }) => id === hit)
  const byId = new Map(rules.map((rule, index) => [rule.id, { rule, nr: index + 1 }]))
  return (
    <>
      <div className="sec-h">
        <h2>{t('chatbot.rules.test')}</h2>
      </div>
      <div className="tb">
        <div className="tb-q">
          <NativeSelect
            aria-label={t('chatbot.rules.testKindLabel')}
            value={kind}
            data={kinds.map((one) => ({ value: one, label: t('chatbot.rules.testKind', { kind: one }) }))}
            onChange={({ currentTarget }) =>
              setKind(kinds.find((one) => one === currentTarget.value) ?? 'text')
            }
          />
          <TextInput
            aria-label={
              kind === 'text'
                ? t('chatbot.rules.testText')
                : kind === 'button'
                  ? t('chatbot.rules.testButton')
                  : t('chatbot.rules.testAd')
            }
            placeholder={kind === 'text' ? t('chatbot.rules.testHint') : undefined}
            value={text}
            maxLength={4096}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Checkbox
            label={t('chatbot.rules.testNew')}
            checked={isNew}
            onChange={({ currentTarget }) => setNew(currentTarget.checked)}
          />
        </div>
        {failed ? <ErrorState error={test.error} onRetry={() => test.refetch()} /> : null}
        {asked !== '' && !answer && !failed ? <SkeletonLines lines={2} /> : null}
        <div role="status">
          {asked === '' ? (
            <p className="why-none">{t('chatbot.rules.testEmpty')}</p>
          ) : answer === undefined ? null : answer.opt_out ? (
            <p className="why-none">{t('chatbot.rules.optOut')}</p>
          ) : (
            <>
              <ol className="why">
                {answer.checks.map(({ rule_id, reason, word }) => {
                  const known = byId.get(rule_id)
                  if (!known) return null
                  const isHit = rule_id === answer.rule_id
                  return (
                    <li key={rule_id} className={isHit ? 'hit' : undefined}>
                      <Icon of={isHit ? IconCheck : IconMinus} />
                      <span>
                        <b>{t('chatbot.rules.nr', { nr: known.nr, name: ruleName(known.rule) })}</b>
                        <br />
                        {isHit
                          ? actionWords(known.rule, members)
                          : t('chatbot.rules.reason', { reason, word: word ?? '' })}
                      </span>
                    </li>
                  )
                })}
              </ol>
              {hitRule ? <TestAnswer rule={hitRule} text={asked} /> : null}
              {answer.rule_id === null ? <p className="why-none">{t('chatbot.rules.noHit')}</p> : null}
            </>
          )}
        </div>
      </div>
      <p className="hint">{t('chatbot.rules.testHelp')}</p>
    </>
  )
}
