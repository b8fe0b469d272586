import type { Step } from '#contract/chatbot/flow.ts'

export type FormProps<S extends Step> = {
  step: S
  variables: readonly string[]
  onChange: (step: Step, key: string | null) => void
}
