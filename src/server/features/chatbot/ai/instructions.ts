import prompt from './prompt.json' with { type: 'json' }

export const longestQuestion = 2000

/** The AI is told to say exactly this where the text has no answer. */
export const { unknown } = prompt

export const instructions = (knowledge: string): string =>
  [...prompt.lines, '-----', knowledge, '-----'].join('\n')
