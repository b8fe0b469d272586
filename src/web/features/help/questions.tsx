import type { ReactNode } from 'react'
import { linkTo, tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'

/** The five questions of the help center. */
export const questions = (): { question: string; answer: ReactNode }[] => [
  {
    question: t('help.questions.connect.question'),
    answer: t.rich('help.questions.connect.answer', {
      code: tags.code,
      setup: linkTo('/meta/waba-setup'),
      live: linkTo('/meta/waba-setup#real'),
    }),
  },
  {
    question: t('help.questions.pending.question'),
    answer: t.rich('help.questions.pending.answer', { templates: linkTo('/templates') }),
  },
  {
    question: t('help.questions.recipients.question'),
    answer: t.rich('help.questions.recipients.answer', { leads: linkTo('/lead-generator') }),
  },
  {
    question: t('help.questions.failed.question'),
    answer: t.rich('help.questions.failed.answer', { logs: linkTo('/message-logs') }),
  },
  {
    question: t('help.questions.cost.question'),
    answer: t.rich('help.questions.cost.answer', { usage: linkTo('/subscription-plans') }),
  },
]
