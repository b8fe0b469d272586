import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { checkFlow, type FlowProblem, isWarning, stillHolds, variablesSet } from '#contract/chatbot/check.ts'
import { builtInVariables, type FlowDefinition, limits, Step, type StepKind } from '#contract/chatbot/flow.ts'
import type { Flow } from '#contract/chatbot/flows.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { useFigures, useFlows, useMembers } from '../chatbot.queries.ts'
import { type Progress, Simulator } from '../simulator/simulator.tsx'
import { type Card, cardHeight, cardWidth } from './card.ts'
import { cardsOf } from './cards.ts'
import { FaultList } from './fault-list.tsx'
import { FlowView, type View } from './flow-view.tsx'
import { useHistory } from './model/history.ts'
import { arrange, columnGap, freePlace } from './model/layout.ts'
import { hasOwnUndo } from './model/own-undo.ts'
import { StepPanel } from './step-panel.tsx'
import { problemWords, titleOf, wayName } from './step-words.ts'
import { added, connected, copyOf, newStep, placed, replaced, startId, without } from './steps.ts'
import { TopBar } from './top-bar.tsx'
import { useAutosave } from './use-autosave.ts'

const stepKinds = new Set<string>(Step.options.map(({ shape }) => shape.kind.value))
const isKind = (kind: string): kind is StepKind => stepKinds.has(kind)

const noNames = { flows: new Map<number, string>(), members: new Map<number, string>() }

/** A flow whose cards would cover each other, as one from a file may, is arranged when it is opened. */
function spread(flow: FlowDefinition): FlowDefinition {
  const cards = cardsOf(flow, [], undefined, noNames, new Map()).filter(({ isStart }) => !isStart)
  const covers = cards.some((one, index) =>
    cards
      .slice(index + 1)
      .some(
        (other) =>
          Math.abs(one.at.x - other.at.x) < cardWidth &&
          one.at.y < other.at.y + cardHeight(other) &&
          other.at.y < one.at.y + cardHeight(one),
      ),
  )
  return covers ? placed(flow, arrange(cards, flow.start)) : flow
}

/** The draft of a flow: canvas or outline, the form of the chosen step, and the test. */
export function FlowEditor({
  flow,
  found,
  onTakeTheirs,
}: {
  flow: Flow
  /** What the server found wrong with the draft that it has. */
  found: readonly FlowProblem[]
  onTakeTheirs: () => Promise<void>
}) {
  const [first] = useState(() => spread(flow.draft))
  const history = useHistory<FlowDefinition>(first)
  const [name, setName] = useState(flow.name)
  const [selected, setSelected] = useState<string | null>(null)
  const [show, setShow] = useState<string | null>(null)
  const [view, setView] = useState<View>('canvas')
  const [fitKey, setFitKey] = useState('')
  const [progress, setProgress] = useState<Progress>({ here: null, taken: new Set() })
  const phone = useMediaQuery('(max-width: 45em)', false, { getInitialValueInEffect: false })
  const draft = history.now
  const saving = useAutosave(flow, first, name, draft)
  const byId = useMemo(() => new Map(draft.steps.map((step) => [step.id, step])), [draft])
  const problems = useMemo(
    () => [...checkFlow(draft), ...found.filter((one) => stillHolds(one, byId.get(one.step ?? '')))],
    [draft, found, byId],
  )
  const figures = useFigures(flow.id, flow.published_version)
  const flows = useFlows().data?.flows
  const members = useMembers()
  const names = useMemo(
    () => ({
      flows: new Map((flows ?? []).map((one) => [one.id, one.name])),
      members: new Map(members.map((one) => [one.id, one.name])),
    }),
    [flows, members],
  )
  const last = useRef<ReadonlyMap<string, Card>>(new Map())
  const cards = useMemo(() => {
    const next = cardsOf(draft, problems, figures, names, last.current)
    last.current = new Map(next.map((card) => [card.id, card]))
    return next
  }, [draft, problems, figures, names])
  const variables = useMemo(
    () => [...new Set([...builtInVariables, ...draft.steps.flatMap(variablesSet)])],
    [draft],
  )
  const step = selected === null ? undefined : byId.get(selected)
  const card = selected === null ? undefined : cards.find(({ id }) => id === selected)

  const { change, undo, redo } = history
  const connect = useCallback(
    (from: string, port: string, to: string | null) => change((now) => connected(now, from, port, to)),
    [change],
  )
  const remove = useCallback(
    (ids: readonly string[]) => {
      change((now) => without(now, ids))
      setSelected((id) => (id !== null && ids.includes(id) ? null : id))
    },
    [change],
  )
  const move = useCallback(
    (places: ReadonlyMap<string, { x: number; y: number }>) => change((now) => placed(now, places)),
    [change],
  )
  const add = (kind: string, from?: { id: string; port: string }, at?: { x: number; y: number }) => {
    if (!isKind(kind)) return
    const beside = byId.get(from?.id ?? selected ?? '') ?? draft.steps.at(-1)
    const right = beside ? { x: beside.x + cardWidth + columnGap, y: beside.y } : { x: 0, y: 0 }
    const made = newStep(kind, at ?? freePlace(cards, right))
    const more = added(draft, made, from)
    if (!more) return toast.error(t('chatbot.builder.full', { count: limits.steps }))
    change(more)
    setSelected(made.id)
    setShow(made.id)
  }
  const select = useCallback((id: string | null) => setSelected(id === startId ? null : id), [])
  const duplicate = () => {
    if (!step) return
    const copy = copyOf(step)
    const more = added(draft, copy)
    if (!more) return toast.error(t('chatbot.builder.full', { count: limits.steps }))
    change(more)
    setSelected(copy.id)
  }
  const tidy = () => {
    change((now) =>
      placed(
        now,
        arrange(
          cards.filter(({ isStart }) => !isStart),
          now.start,
        ),
      ),
    )
    setFitKey(String(Date.now()))
  }
  const jump = (id: string) => {
    setSelected(id)
    setShow(null)
    requestAnimationFrame(() => setShow(id))
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    if (key !== 'z' && !isRedo) return
    if (event.target instanceof Element && hasOwnUndo(event.target)) return
    event.preventDefault()
    if (isRedo) redo()
    else undo()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    // Before the field's own undo: what is typed for a step is a change of the flow too.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])

  const nameOf = (id: string) => {
    const one = byId.get(id)
    return one ? titleOf(one) : id
  }
  return (
    <div className="fb">
      <TopBar
        flow={flow}
        name={name}
        draft={draft}
        problems={problems.filter((one) => !isWarning(one)).length}
        warnings={problems.filter(isWarning).length}
        saving={saving}
        onRename={setName}
        onTakeTheirs={onTakeTheirs}
        onRestore={(definition) => {
          change(definition)
          setSelected(null)
        }}
        onProblems={() => setSelected(null)}
      />
      <div className="fb-b">
        <main id="main" className="fb-m" tabIndex={-1}>
          <FlowView
            view={view}
            phone={phone ?? false}
            onView={setView}
            onAdd={add}
            cards={cards}
            selected={selected}
            here={progress.here}
            taken={progress.taken}
            show={show}
            fitKey={fitKey}
            history={history}
            onArrange={tidy}
            onSelect={select}
            onMove={move}
            onConnect={connect}
            onDelete={remove}
            onDrop={(kind, at) => add(kind, undefined, at)}
          />
          {figures && figures.entered > 0 ? (
            <p className="flow-sum">
              {t.rich('chatbot.builder.figures', {
                entered: figures.entered,
                completed: figures.completed,
                handed: figures.handed_over,
                left: figures.left,
                b: (text) => <b>{text}</b>,
              })}
            </p>
          ) : null}
        </main>
        <aside className="fb-side" aria-label={t('chatbot.builder.panel')}>
          {step && card ? (
            <StepPanel
              key={step.id}
              step={step}
              card={card}
              cards={cards}
              problems={problems}
              figures={figures}
              variables={variables}
              onChange={(next, key) => change((now) => replaced(now, next), key && `${next.id} ${key}`)}
              onConnect={(port, to) => connect(step.id, port, to)}
              onDelete={() => remove([step.id])}
              onDuplicate={duplicate}
              onClose={() => setSelected(null)}
            />
          ) : null}
          {problems.length > 0 && !step ? (
            <section className="sp-sec" aria-label={t('chatbot.builder.faultsTitle')}>
              <div className="sp-h">
                <h2>{t('chatbot.builder.faultsTitle')}</h2>
              </div>
              <FaultList
                faults={problems.map((problem) => ({
                  step: problem.step,
                  level: isWarning(problem) ? 'warning' : 'error',
                  text: problemWords(problem, problem.step === null ? undefined : byId.get(problem.step)),
                }))}
                titleOf={nameOf}
                onShow={jump}
              />
            </section>
          ) : null}
          <div hidden={step !== undefined}>
            <Simulator
              flow={draft}
              titleOf={nameOf}
              wayOf={(id, port) => {
                const one = byId.get(id)
                return one ? wayName(one, port) : ''
              }}
              onProgress={setProgress}
              onShow={jump}
            />
          </div>
        </aside>
      </div>
    </div>
  )
}
