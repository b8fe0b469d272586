export const chat = {
  title: 'Chatbot',
  active: 'The chatbot answers here: {flow}',
  activeRule: 'The chatbot answers here.',
  paused: 'The chatbot is paused until this is closed.',
  pausedUntil: 'The chatbot is paused until {time}.',
  pause: 'Pause',
  pauseFor: '{choice, select, hour {For an hour} day {For a day} other {Until this is closed}}',
  resume: 'Let the bot answer',
  pausedDone: 'Chatbot paused.',
  resumed: 'The chatbot answers again.',
  reason:
    '{reason, select, no_next_step {Handed over: nothing came next in the flow.} invalid_answer {Handed over: their answers did not fit.} window_closed {Handed over: 24 hours passed without a message.} message_unknown {Handed over: nobody knows whether the question arrived.} message_failed {Handed over: the question was not delivered.} missing_variable {Handed over: a variable was not known.} template_failed {Handed over: the template could not be sent.} http_failed {Handed over: the address did not answer.} wait_failed {Handed over: the wait was over and the flow did not go on.} file_failed {Handed over: the file could not be sent.} ai_unknown {Handed over: the AI did not know.} ai_failed {Handed over: the AI did not answer.} flow_not_published {Handed over: the next flow is not published.} too_many_messages {Stopped: 20 messages without an answer.} same_message {Stopped: the same message three times.} automatic_sender {Stopped: another machine is answering.} too_many_steps {Stopped: the flow went round.} other {The chatbot handed this over to you.}}',
} as const
