export const retention = {
  title: 'How long things are kept',
  help: 'For all businesses on this installation. Only you, its operator, can change it. Older items are deleted every night and cannot be restored.',
  loading: 'Loading how long things are kept',
  messages: 'Searchable messages',
  messagesHelp: 'Older months move to the archive: out of search, still in logs, exports and totals.',
  message_archives: 'Message archive',
  message_archivesHelp: 'Deletes phone numbers and personal values for good. Totals stay.',
  webhooks: 'Stored webhooks',
  webhooksHelp:
    'What Meta sent, as it came. Statuses, replies, opt-outs and their proofs stay, and so do webhooks that wait to be applied.',
  chat_files: 'Files of chats',
  chat_filesHelp:
    'Pictures, videos, voice messages and documents. The messages stay and say that their file was removed.',
  hook_deliveries: 'Delivery log of outgoing webhooks',
  hook_deliveriesHelp:
    'Which calls went out and what they were answered. Per address, the newest 1,000 successes and 10,000 failures are kept at most.',
  usual: 'Usual: {days, plural, =0 {for ever} one {# day} other {# days}}',
  usualDeliveries: 'Usual: 7 days, failures 30',
  forever: 'For ever',
  days: '{days, plural, one {# day} other {# days}}',
  since:
    'Oldest webhook: {day} ({weeks, plural, one {# week} other {# weeks}}). They are deleted one week at a time.',
  last: 'Last removed {time}: {count, plural, one {# entry} other {# entries}}, {bytes}',
  noLast: 'Nothing was removed yet.',
  lastArchived: 'Last archived {time}: {count, plural, one {# message} other {# messages}}',
  noLastArchived: 'Nothing archived yet.',
  other:
    "The activity log stays as long as its business. Exports go after 6 hours. Lines of the server's log are not kept by Tidings.",
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved. It holds from the next night.',
  failed: 'This did not work. Try again.',
  confirmTitle: 'Keep less?',
  confirmText: 'In the next night, older items are archived or deleted. You cannot undo this: {what}.',
  confirmYes: 'Keep less',
} as const
