export const summary = {
  tag: '{change, select, add {Add "{tag}"} other {Remove "{tag}"}}',
  field: '{field}: {value}',
  toTeam: 'To nobody: the team decides',
  ai: 'Answers from your own text',
  hasTag: 'Has the tag "{tag}"',
  compare:
    '{is, select, is {{name} is "{value}"} is_not {{name} is not "{value}"} contains {{name} contains "{value}"} greater {{name} is more than {value}} less {{name} is less than {value}} is_set {{name} is known} other {{name} is not known}}',
  open: 'You are open now',
  time: 'Between {from} and {to}',
} as const
