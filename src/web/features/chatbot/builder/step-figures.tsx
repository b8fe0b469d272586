import type { Step, StepKind } from '#contract/chatbot/flow.ts'
import type { FlowFigures } from '#contract/chatbot/flows.ts'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'

const takesAnswers: ReadonlySet<StepKind> = new Set(['question', 'buttons', 'list'])

/** What people did at a step: how many came, went on and were handed over, and what they answered. */
export function StepFigures({ step, figures }: { step: Step; figures: FlowFigures }) {
  const own = figures.steps.find((one) => one.step === step.id)
  if (!own) return <p className="hint step-figs-none">{t('chatbot.builder.nobodyYet')}</p>
  const answers = takesAnswers.has(step.kind) ? own.answers : []
  const answered = answers.reduce((sum, { count }) => sum + count, 0)
  const counts = [
    ['entered', own.entered],
    ['left', own.left],
    ...(step.kind === 'end' || own.completed > 0 ? [['completed', own.completed] as const] : []),
    ['handed_over', own.handed_over],
  ] as const
  return (
    <section className="step-figs" aria-label={t('chatbot.builder.stepFigures')}>
      <dl className="vrs num">
        {counts.map(([kind, count]) => [
          <dt key={kind}>{t('chatbot.builder.figure', { kind })}</dt>,
          <dd key={`${kind} count`}>{formatNumber(count)}</dd>,
        ])}
      </dl>
      {answers.length > 0 ? (
        <>
          <h3>{t('chatbot.builder.answers')}</h3>
          <dl className="vrs num">
            {answers.map(({ answer, count }) => [
              <dt key={answer}>{answer}</dt>,
              <dd key={`${answer} count`}>
                {t('chatbot.builder.answerShare', {
                  count: formatNumber(count),
                  share: formatPercent(count, answered),
                })}
              </dd>,
            ])}
          </dl>
        </>
      ) : null}
    </section>
  )
}
