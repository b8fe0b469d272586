export const generalErrors = {
  slowDown: {
    sentence: 'WhatsApp asked us to slow down.',
    advice: 'Nothing to do: sending goes on by itself in a moment.',
  },
  providerFault: {
    sentence: 'WhatsApp had a problem of its own.',
    advice: 'Nothing to do: we try again by ourselves.',
  },
  accessEnded: {
    sentence: 'WhatsApp no longer accepts our access to your account.',
    advice: 'Connect your WhatsApp account again.',
  },
  notAllowed: {
    sentence: 'WhatsApp did not allow this.',
    advice: 'Read what WhatsApp says below, and check your account in WhatsApp Manager.',
  },
  refused: {
    sentence: 'WhatsApp refused this.',
    advice: 'Read what WhatsApp says below: it gives the reason.',
  },
  unreachable: {
    sentence: 'WhatsApp could not be reached.',
    advice: 'Check that this machine is connected to the internet. We try again by ourselves.',
  },
  silent: {
    sentence: 'WhatsApp did not answer in time, so we do not know whether it did this.',
    advice: 'Wait a few minutes: most often the answer comes later.',
  },
  unreadable: {
    sentence: 'WhatsApp gave an answer that we could not read, so we do not know whether it did this.',
    advice: 'Wait a few minutes. If it stays so, something between this machine and WhatsApp is in the way.',
  },
  refusalUnread: {
    sentence: 'WhatsApp refused this, but the reason did not arrive.',
    advice: 'Nothing to do: we try again a few times.',
  },
  intercepted: {
    sentence: 'Something between this machine and WhatsApp answered in its place.',
    advice: 'Check the network of this machine: a firewall or proxy may be in the way. We keep trying.',
  },
  malformed: {
    sentence: 'We could not put this request together.',
    advice: 'The fault is ours: please report it.',
  },
  badToken: {
    sentence: 'This access token is not valid: it has line breaks or other characters in it.',
    advice: 'Copy the access token again, whole and without line breaks, and connect with it.',
  },
} as const
