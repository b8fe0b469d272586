export const help = {
  title: 'Help Center',
  lede: 'Answers to the most common questions, and a way to ask your own. We reply <b>within 24 hours</b>.',
  questions: {
    title: 'Frequently asked questions',
    connect: {
      question: 'How do I connect my WhatsApp number?',
      answer:
        'Open <setup>WABA Setup</setup> and log in with Facebook, or paste a token that you already have. Then choose the account and the number. In test mode no message leaves this machine, even with a connected account. To end test mode, set <code>META_APP_ID</code> on the server; <live>Go live</live> explains how.',
    },
    pending: {
      question: 'Why is my template still pending?',
      answer:
        'WhatsApp reviews every template before you can send it. This takes from a minute to a day. If a template is rejected, you find the reason in <templates>Templates</templates>. Change the text, and WhatsApp reviews it again.',
    },
    recipients: {
      question: 'Who can I message?',
      answer:
        'Everyone who agreed to receive your messages. Say how they agreed when you add or import them in <leads>Lead Generator</leads>. People who reply STOP are left out of all later campaigns at once.',
    },
    failed: {
      question: 'Why was a message not delivered?',
      answer:
        'Open it in <logs>Logs</logs> to see the reason and how to fix it. Often the person is not on WhatsApp with that number, or got too many marketing messages that day. A message is never sent twice by itself.',
    },
    cost: {
      question: 'How much does a message cost?',
      answer:
        'WhatsApp charges you for each delivered message, by country and category. Tidings adds nothing. You see the estimated cost before you send a campaign, and your usage in <usage>Subscription</usage>.',
    },
  },
  ask: {
    label: 'Contact',
    title: 'Ask us',
    email: 'Email',
    message: 'Message',
    send: 'Send message',
    sent: 'Thank you! Your message has been sent. We will reply within 24 hours.',
    failed: "We didn't get your message. It is still in the form: please send it again.",
    unreachable:
      "We didn't get your message because the server can't be reached. It is still in the form: please send it again.",
  },
  contact: {
    title: 'Support contact',
    write: 'Write to <mail>{email}</mail>.',
    form: 'Use the form above. It reaches the person who runs this installation.',
    doctor:
      'If something is wrong with your number, open the <doctor>doctor</doctor> first. It shows the problem and how to fix it.',
  },
  inbox: {
    title: 'Help messages',
    lede: 'Messages that people sent you. You promised a reply within 24 hours.',
    loading: 'Loading messages',
    emptyTitle: 'No messages yet',
    empty: 'Messages from the Help Center appear here.',
    new: 'New',
  },
} as const
