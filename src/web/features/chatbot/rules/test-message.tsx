import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { chatbotRules, type Rule } from '#contract/chatbot/rules.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { browserZone, instantOf, wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, keyOf } from '#web/net/api.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { useMembers } from '../chatbot.queries.ts'
import { actionWords, ruleName } from './rule-words.ts'
import { TestAnswer } from './test-answer.tsx'

const kinds = ['text', 'button', 'media'] as const

/** The date and time of now, to be changed. */
function startMoment(): string {
  const now = wallClock(new Date(), browserZone())
  return now ? `${now.date}T${now.time}` : ''
}

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
  const [fromAd, setFromAd] = useState(false)
  const [ad, setAd] = useState('')
  const [chosen, setChosen] = useState('')
  /** Date and time by the clock of this browser; null: now. */
  const [moment, setMoment] = useState<string | null>(null)
  const numbers = useConnection()?.accounts.flatMap(({ phone_numbers }) => phone_numbers) ?? []
  const number = numbers.find((one) => one.phone_number_id === chosen) ?? numbers[0]
  const [{ asked, source }] = useDebouncedValue({ asked: text.trim(), source: ad.trim() }, 300)
  const [day = '', time = ''] = moment?.split('T') ?? []
  const at = moment === null ? undefined : (instantOf(day, time, browserZone()) ?? undefined)
  const isReady = (asked !== '' || kind === 'media' || fromAd) && (moment === null || at !== undefined)
  const members = new Map(useMembers().map(({ id, name }) => [id, name]))
  const body = {
    text: asked,
    payload: kind === 'button' && asked !== '' ? asked : null,
    referral: fromAd ? source : null,
    first_message: isNew,
    phone_number_id: number?.phone_number_id ?? null,
    at,
  }
  const test = useQuery({
    queryKey: [...keyOf(chatbotRules.test, body), rules],
    queryFn: ({ signal }) => call(chatbotRules.test, { body }, { signal }),
    enabled: isReady,
  })
  const answer = isReady ? test.data : undefined
  const failed = isReady && test.isError && !answer
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
                  : t('chatbot.rules.testCaption')
            }
            placeholder={
              kind === 'button'
                ? undefined
                : t(kind === 'text' ? 'chatbot.rules.testHint' : 'chatbot.rules.testCaption')
            }
            value={text}
            maxLength={4096}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Checkbox
            label={t('chatbot.rules.testNew')}
            checked={isNew}
            onChange={({ currentTarget }) => setNew(currentTarget.checked)}
          />
          <Checkbox
            label={t('chatbot.rules.testFromAd')}
            checked={fromAd}
            onChange={({ currentTarget }) => setFromAd(currentTarget.checked)}
          />
          {fromAd ? (
            <TextInput
              label={t('chatbot.rules.testAd')}
              description={t('chatbot.rules.sourceHelp')}
              value={ad}
              maxLength={500}
              onChange={({ currentTarget }) => setAd(currentTarget.value)}
            />
          ) : null}
          {numbers.length > 1 ? (
            <NativeSelect
              label={t('chatbot.rules.testNumber')}
              value={number?.phone_number_id ?? ''}
              data={numbers.map((one) => ({
                value: one.phone_number_id,
                label: one.display_phone_number,
              }))}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          ) : null}
          <NativeSelect
            label={t('chatbot.rules.testWhen')}
            value={moment === null ? 'now' : 'at'}
            data={[
              { value: 'now', label: t('chatbot.rules.testNow') },
              { value: 'at', label: t('chatbot.rules.testAt') },
            ]}
            onChange={({ currentTarget }) => setMoment(currentTarget.value === 'at' ? startMoment() : null)}
          />
          {moment === null ? null : (
            <TextInput
              type="datetime-local"
              label={t('chatbot.rules.testMoment')}
              description={t('chatbot.rules.testZone', { zone: browserZone() })}
              value={moment}
              error={at === undefined ? t('chatbot.rules.testMomentNeeded') : undefined}
              onChange={({ currentTarget }) => setMoment(currentTarget.value)}
            />
          )}
        </div>
        {failed ? <ErrorState error={test.error} onRetry={() => test.refetch()} /> : null}
        {isReady && !answer && !failed ? <SkeletonLines lines={2} /> : null}
        <div role="status">
          {!isReady ? (
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
              {hitRule ? (
                <TestAnswer rule={hitRule} text={asked} at={at} isOpen={answer.office_open} />
              ) : null}
              {answer.rule_id === null ? <p className="why-none">{t('chatbot.rules.noHit')}</p> : null}
            </>
          )}
        </div>
      </div>
      <p className="hint">{t('chatbot.rules.testHelp')}</p>
    </>
  )
}
