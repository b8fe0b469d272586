export {
  checkFlow,
  diffFlows,
  type FlowProblem,
  isWarning,
  problemCodes,
  variablesIn,
  variablesSet,
} from './check.ts'
export * from './flow.ts'
export * from './flows.ts'
export * from './rules.ts'
export * from './secrets.ts'
export * from './settings.ts'
export * from './simulation.ts'
