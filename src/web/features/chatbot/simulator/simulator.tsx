import { Textarea } from '@mantine/core'
import { IconCheck, IconClock, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { FlowDefinition } from '#contract/chatbot/flow.ts'
import type { SimulatedEvent, Simulation, TraceEntry } from '#contract/chatbot/simulation.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useUser } from '#web/session/session.ts'
import { useSimulate } from '../chatbot.queries.ts'
import type { Answer, Bubble } from './bubble.ts'
import { bubbleOf } from './effects.ts'
import { TestPhone } from './phone.tsx'
import { SkipMenu } from './skip-menu.tsx'
import { newPerson, TestPerson } from './test-person.tsx'

export type Progress = { here: string | null; taken: ReadonlySet<string> }

/** The flow as a customer meets it: the same engine as for people, with nothing sent. */
export function Simulator({
  flow,
  titleOf,
  wayOf,
  onProgress,
  onShow,
}: {
  flow: FlowDefinition
  titleOf: (step: string) => string
  wayOf: (step: string, port: string) => string
  onProgress: (progress: Progress) => void
  onShow: (step: string) => void
}) {
  const user = useUser()
  const simulate = useSimulate()
  const [bubbles, setBubbles] = useState<readonly Bubble[]>([])
  const [trace, setTrace] = useState<readonly TraceEntry[]>([])
  const [last, setLast] = useState<Simulation | null>(null)
  const [fault, setFault] = useState('')
  const [person, setPerson] = useState(newPerson)

  const run = async (event: SimulatedEvent, said?: string) => {
    const isStart = event.type === 'start'
    const before = isStart ? [] : bubbles
    const own: Bubble[] = said ? [{ id: `c${before.length}`, from: 'customer', text: said }] : []
    setFault('')
    setBubbles([...before, ...own])
    try {
      const { simulation } = await simulate.mutateAsync({
        body: {
          definition: flow,
          state:
            isStart || !last
              ? null
              : {
                  ...last.state,
                  office_open: person.isOpen,
                  templates_fail: person.templatesFail,
                  no_marketing: person.noMarketing,
                },
          event,
        },
      })
      const shown = simulation.effects.flatMap((effect, index) =>
        bubbleOf(effect, `${before.length}.${index}`),
      )
      // The same wait goes on while time is skipped.
      if (simulation.state.waits === 'window' && (isStart || last?.state.waits !== 'window')) {
        shown.push({ id: `${before.length}.w`, from: 'line', text: t('chatbot.test.windowClosed') })
      }
      const steps = [...(isStart ? [] : trace), ...simulation.trace]
      setBubbles([...before, ...own, ...shown])
      setTrace(steps)
      setLast(simulation)
      onProgress({ here: simulation.state.step, taken: new Set(steps.map(({ step }) => step)) })
    } catch (error) {
      setFault(sentenceFor(error, { failed: t('chatbot.test.failed') }))
    }
  }
  const start = (text = '') =>
    void run(
      {
        type: 'start',
        text,
        variables: { name: t('chatbot.test.customer') },
        tags: [...person.tags],
        fields: {},
        office_open: person.isOpen,
        templates_fail: person.templatesFail,
        no_marketing: person.noMarketing,
      },
      text,
    )
  const answer = (given: Answer) => {
    const words = given.kind === 'text' ? given.text : given.title
    if (last === null || last.state.step === null) return start(words)
    void run({ type: 'message', text: words, answer_id: given.kind === 'text' ? null : given.id }, words)
  }
  const waits = last?.state.waits ?? null
  const busy = simulate.isPending

  return (
    <div className="simu">
      <section className="sp-sec" aria-label={t('chatbot.test.title')}>
        <div className="sp-h">
          <h2>{t('chatbot.test.title')}</h2>
          <Button
            kind="quiet"
            size="small"
            icon={<Icon of={IconRefresh} size="small" />}
            disabled={flow.start === null}
            onClick={() => start()}
          >
            {last ? t('chatbot.test.again') : t('chatbot.test.start')}
          </Button>
        </div>
        <TestPerson flow={flow} person={person} onChange={setPerson} />
        <TestPhone
          business={user?.name ?? t('chatbot.test.business')}
          bubbles={bubbles}
          busy={busy || flow.start === null}
          onAnswer={answer}
        />
        {fault ? (
          <p className="hint err" role="alert">
            {fault}
          </p>
        ) : null}
        {waits === 'http' ? (
          <HttpAnswer onAnswer={(json) => void run({ type: 'http_result', json })} />
        ) : waits === 'ai' ? (
          <AiAnswer onAnswer={(text) => void run({ type: 'ai_result', text })} />
        ) : null}
      </section>
      <section className="sp-sec" aria-label={t('chatbot.test.steps')}>
        <div className="sp-h">
          <h3>{t('chatbot.test.steps')}</h3>
          <SkipMenu
            disabled={waits === null || waits === 'window' || busy}
            onSkip={(minutes) => void run({ type: 'advance', minutes })}
          />
        </div>
        {trace.length === 0 ? (
          <p className="sm t3">{t('chatbot.test.noSteps')}</p>
        ) : (
          <ol className="trace">
            {trace.map((entry, index) => {
              const isHere = index === trace.length - 1 && entry.step === last?.state.step
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step may be taken twice
                <li key={index} className={isHere ? 'now' : undefined}>
                  <Icon of={isHere ? IconClock : entry.port === null ? IconPlayerStop : IconCheck} />
                  <button type="button" onClick={() => onShow(entry.step)}>
                    {wordsOf(entry, titleOf, wayOf)}
                  </button>
                  {isHere ? <span className="t3">{t('chatbot.test.waiting')}</span> : null}
                </li>
              )
            })}
          </ol>
        )}
      </section>
      <section className="sp-sec" aria-label={t('chatbot.test.variables')}>
        <div className="sp-h">
          <h3>{t('chatbot.test.variables')}</h3>
        </div>
        {last && Object.keys(last.variables).length > 0 ? (
          <dl className="vrs num">
            {Object.entries(last.variables).map(([name, value]) => [
              <dt key={name}>{name}</dt>,
              <dd key={`${name} value`}>{value}</dd>,
            ])}
          </dl>
        ) : (
          <p className="sm t3">{t('chatbot.test.noVariables')}</p>
        )}
      </section>
    </div>
  )
}

function wordsOf(
  { step, port, answer }: TraceEntry,
  titleOf: (step: string) => string,
  wayOf: (step: string, port: string) => string,
): string {
  const way = answer ?? (port === null ? '' : wayOf(step, port))
  return way ? t('chatbot.test.took', { step: titleOf(step), way }) : titleOf(step)
}

/** What the called address answers: the test calls nobody. */
function HttpAnswer({ onAnswer }: { onAnswer: (json: string | null) => void }) {
  const [json, setJson] = useState('{"status": "sent"}')
  return (
    <div className="sp-list mt2">
      <Textarea
        label={t('chatbot.test.httpAnswer')}
        className="mono"
        spellCheck={false}
        autosize
        minRows={2}
        maxRows={8}
        value={json}
        onChange={({ currentTarget }) => setJson(currentTarget.value)}
      />
      <div className="row">
        <Button size="small" onClick={() => onAnswer(json)}>
          {t('chatbot.test.httpOk')}
        </Button>
        <Button size="small" onClick={() => onAnswer(null)}>
          {t('chatbot.test.httpFails')}
        </Button>
      </div>
    </div>
  )
}

/** What the AI answers: the test asks nobody and costs nothing. */
function AiAnswer({ onAnswer }: { onAnswer: (text: string | null) => void }) {
  const [text, setText] = useState('')
  return (
    <div className="sp-list mt2">
      <Textarea
        label={t('chatbot.test.aiAnswer')}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className="row">
        <Button size="small" disabled={!text.trim()} onClick={() => onAnswer(text)}>
          {t('chatbot.test.aiOk')}
        </Button>
        <Button size="small" onClick={() => onAnswer(null)}>
          {t('chatbot.test.aiUnknown')}
        </Button>
      </div>
    </div>
  )
}
