export const retention = {
  title: 'How long things are kept',
  help: 'For all businesses on this installation. Only you, its operator, can change it. Older things are removed each night, for good. Messages go to the archive first.',
  loading: 'Loading how long things are kept',
  messages: 'Messages that can be searched',
  messagesHelp:
    'Older months are packed into the archive. The logs, exports and totals still show them, and conversations stay whole. Searches, segments, filters by tag and the pages of leads no longer find them, and nothing of a campaign that was archived can be sent again.',
  message_archives: 'Archive of messages',
  message_archivesHelp:
    'Who got the messages of these months, and the values in their texts, are deleted for good. Counted from when the messages were planned. Totals stay.',
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
  since: 'Kept since {day}: {weeks, plural, one {# week} other {# weeks}}. Whole weeks are deleted at once.',
  last: 'Last removed {time}: {count, plural, one {# entry} other {# entries}}, {bytes}',
  noLast: 'Nothing was removed yet.',
  lastArchived: 'Last archived {time}: {count, plural, one {# message} other {# messages}}',
  noLastArchived: 'Nothing was archived yet.',
  other:
    "The activity log stays as long as its business. Exports go after 6 hours. Lines of the server's log are not kept by Tidings.",
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved. It holds from the next night.',
  failed: 'This did not work. Try again.',
  confirmTitle: 'Keep less?',
  confirmText: 'What is older than you chose is archived or deleted in the next night, for good: {what}.',
  confirmYes: 'Keep less',
} as const
