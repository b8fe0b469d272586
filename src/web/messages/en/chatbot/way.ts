export const way = {
  untitled: 'Without a title',
  timeout: 'No answer in {time}',
  next: '{kind, select, question {Answer} template {Sent} http {Success} ai {Answered} other {Next}}',
  other:
    '{port, select, yes {Yes} no {No} invalid {No valid answer} failed {Failed} unknown {Does not know} other {{kind, select, buttons {Something else} list {Something else} other {Next}}}}',
} as const
