export const dashboard = {
  testPhone: {
    none: 'This install has no test phone.',
    notStarted: 'Send a test message to the test phone first.',
    notReady: 'The test number is not ready yet. Try again in a moment.',
    leadName: 'Test phone',
  },
  turn: {
    signups: 'WhatsApp account {account}',
    signupsMore: 'WhatsApp account {account} and {count, number} more',
    signupsReason: 'Somebody signed up on Meta’s page and waits. Say whose account it is.',
    assign: 'Assign account',
    blocked: 'Nothing can be sent.',
    unregistered: 'Nothing can be sent until the number is registered.',
    needs: {
      code: 'Verify',
      registration: 'Register',
      pin: 'Enter PIN',
    },
    paused: 'You paused it. Resume or cancel it.',
    openCampaign: 'Open campaign',
    single: 'Single messages',
    unknown:
      '{count, plural, one {# message has no answer from WhatsApp. Decide whether to send it again.} other {# messages have no answer from WhatsApp. Decide whether to send them again.}}',
    decide: 'Decide',
    wentBack: 'The database went back to {date}',
    wentBackMessages:
      '{unknown, plural, =0 {No message is in doubt.} one {# message may have been sent and is not sent again.} other {# messages may have been sent and are not sent again.}}',
    wentBackMissing:
      'The record of what was sent after that is missing on this machine. Campaigns wait for you.',
    wentBackHeld: '{count, plural, one {# campaign waits for you.} other {# campaigns wait for you.}}',
    wentBackOptOuts:
      '{count, plural, one {# opt-out or possible opt-out was recovered.} other {# opt-outs and possible opt-outs were recovered.}}',
    seeMessages: 'See messages',
    botStopped: 'The chatbot stopped because it went round in circles. Answer this person.',
    openConversation: 'Open conversation',
    openTemplate: 'Open template',
    rejected:
      '{count, plural, one {# row was rejected. Fix it and import it again.} other {# rows were rejected. Fix them and import them again.}}',
    seeRows: 'See rows',
    next: 'Next step',
    addLeads: 'Your number is connected. Now add the people you want to write to.',
    addCustomers: 'Add your customers',
    write: 'Your customers are here. Choose a template and send it to them.',
    writeMessage: 'Write your message',
  },
} as const
