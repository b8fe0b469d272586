import type { Translated } from '#contract/messages/shape.ts'
import type { leadFields as english } from '../en/lead-fields.ts'

export const leadFields: Translated<typeof english> = {
  required: 'Preencha este campo.',
  oneLine: 'Use uma só linha, sem caracteres ocultos.',
  choiceLength: 'Uma opção tem no máximo 100 caracteres.',
  mostChoices: 'Um campo tem no máximo 50 opções.',
  nameLength: 'Um nome tem no máximo 60 caracteres.',
}
