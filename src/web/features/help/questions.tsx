import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The five questions of the help center. */
export const questions: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'How do I connect my WhatsApp number?',
    answer: (
      <>
        Open <Link to="/meta/waba-setup">WABA Setup</Link> and log in with Facebook, or paste a token that you
        already have. Then choose the account and the number. In test mode nothing leaves this machine, also
        with a connected account. Test mode ends when <code>META_APP_ID</code> is set on the server;{' '}
        <Link to="/meta/waba-setup#real">Go live</Link> says how.
      </>
    ),
  },
  {
    question: 'Why is my template still pending?',
    answer: (
      <>
        WhatsApp looks at each template before it may be sent. That takes from a minute to a day. When it says
        no, you find its reason at the template in <Link to="/templates">Templates</Link>; change the text and
        it is looked at again.
      </>
    ),
  },
  {
    question: 'Whom may I write to?',
    answer: (
      <>
        Those who agreed to hear from you. Say how they agreed when you add or import them in{' '}
        <Link to="/lead-generator">Lead Generator</Link>. People who reply STOP are left out of all later
        campaigns, by themselves and at once.
      </>
    ),
  },
  {
    question: 'Why did a message not arrive?',
    answer: (
      <>
        Open it in <Link to="/message-logs">Logs</Link>: the reason stands there in plain words, with the one
        thing that helps. Often the person is not on WhatsApp with that number, or had enough marketing
        messages that day. Nothing is ever sent twice blindly.
      </>
    ),
  },
  {
    question: 'What does a message cost?',
    answer: (
      <>
        WhatsApp charges you for each message that it delivers, by country and kind; Tidings adds nothing. A
        campaign says about how much before you send it, and what you used stands under{' '}
        <Link to="/subscription-plans">Subscription</Link>.
      </>
    ),
  },
]
