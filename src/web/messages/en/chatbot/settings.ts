export const settings = {
  title: 'When the bot waits',
  lede: 'A person who answers pauses the bot in that conversation.',
  pause: 'The bot comes back',
  pauseChoice:
    '{choice, select, closed {When the conversation is closed} hour {An hour after the answer} four {4 hours after the answer} day {A day after the answer} other {{minutes, number} minutes after the answer}}',
  session: 'A flow ends without an answer after',
  hours: '{count, plural, one {# hour} other {# hours}}',
  saved: 'Saved.',
} as const
