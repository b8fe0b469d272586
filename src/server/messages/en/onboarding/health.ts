export const health = {
  alert: {
    lane_stopped: 'No messages are being sent from {number}.',
    token_dying: 'The access to WhatsApp account {account} ends soon.',
    token_dead: 'The access to WhatsApp account {account} has ended.',
    webhook_silence: 'No delivery reports arrive from WhatsApp.',
    disk_full: 'The disk of {machine} is nearly full: {gb, number} GB are free.',
    database_lagging: 'The database is {seconds, plural, one {# second} other {# seconds}} behind.',
  },
  remedy: {
    lane_stopped: 'Your messages are safe. Open the doctor to see what to do.',
    token_dying: 'Connect the account again, so that messages can still be sent.',
    token_dead: 'Connect the account again, so that messages can be sent.',
    webhook_silence: 'Open the doctor: it checks the address that WhatsApp reports to.',
    disk_full: 'Delete old backups and logs, or get a larger disk. A full disk stops everything.',
    database_lagging: 'Check the database server: its load, its disk and its standbys.',
  },
  check: {
    title: {
      sending: 'Sending',
      processes: 'Processes',
      database: 'Database',
      webhooks: 'Webhooks',
      disk: 'Disk',
      unknown: 'Unknown messages',
    },
    sending: {
      good: 'No number is stopped.',
    },
    processes: {
      good: '{count, plural, one {# process is running.} other {# processes are running.}}',
    },
    database: {
      good: 'It answers in {ms, number} ms.',
      comparing: 'It is not in the state it was in. Sending waits.',
      comparingMeans: 'What was sent is being compared. This takes up to a minute.',
    },
    webhooks: {
      good: 'All webhooks are applied.',
      late: '{count, plural, one {# webhook waits} other {# webhooks wait}}, the oldest for {seconds, number} s.',
      lateMeans: 'Check that a worker is running. Delivery reports and replies show late.',
      failed: '{count, plural, one {# webhook} other {# webhooks}} of the last 3 days could not be applied.',
      failedMeans: 'They may hold opt-outs. Tidings tries again every hour. Open them in Stored webhooks.',
    },
    disk: {
      good: '{gb, number} GB are free.',
      full: 'Nearly full: {gb, number} GB are free.',
    },
    unknown: {
      good: '{count, plural, =0 {No message has an unknown status.} one {# message has an unknown status.} other {# messages have an unknown status.}}',
      many: '{count, number} messages have an unknown status.',
      manyMeans: 'Many at once show a problem on the way to WhatsApp.',
    },
  },
  mail: {
    subject: '{count, number} problems need your attention',
    link: 'See what to do: {link}',
  },
  openDoctor: 'Open doctor',
} as const
