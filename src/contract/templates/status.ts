/** What a status of the provider means for the owner: a word, whether it sends, and what happens next. */
export type StatusMeaning = { label: string; sends: boolean; sentence: string }

const meanings: Record<string, StatusMeaning> = {
  APPROVED: { label: 'Approved', sends: true, sentence: 'WhatsApp approved it: it can be sent.' },
  PENDING: {
    label: 'In review',
    sends: false,
    sentence: 'WhatsApp is reviewing it; that takes minutes, at most a day.',
  },
  REJECTED: { label: 'Rejected', sends: false, sentence: 'WhatsApp did not approve it.' },
  PAUSED: {
    label: 'Paused',
    sends: false,
    sentence:
      'WhatsApp paused it because people blocked or reported it: for three hours the first time, six the second, then for good.',
  },
  DISABLED: {
    label: 'Disabled',
    sends: false,
    sentence: 'WhatsApp switched it off for good. Make a new template with other words.',
  },
  IN_APPEAL: {
    label: 'In appeal',
    sends: false,
    sentence: 'WhatsApp is looking at it again because the rejection was appealed.',
  },
  PENDING_DELETION: { label: 'Being deleted', sends: false, sentence: 'WhatsApp is deleting it.' },
  DELETED: {
    label: 'Deleted at WhatsApp',
    sends: false,
    sentence: 'It was deleted at WhatsApp. Its name stays taken for 30 days if it had been approved.',
  },
  LIMIT_EXCEEDED: {
    label: 'Too many templates',
    sends: false,
    sentence: 'Your account has as many templates as WhatsApp allows. Delete some that you no longer use.',
  },
  ARCHIVED: {
    label: 'Archived',
    sends: false,
    sentence:
      'WhatsApp archived it because it was not used. Bring it back in WhatsApp Manager within 28 days.',
  },
  FLAGGED: {
    label: 'Flagged',
    sends: true,
    sentence: 'People blocked or reported it; if that goes on, WhatsApp pauses it.',
  },
  LOCKED: { label: 'Locked', sends: false, sentence: 'WhatsApp locked it; it cannot be sent or changed.' },
}

/** The statuses in which a template can be sent. */
export const sendingStatuses = Object.keys(meanings).filter((status) => meanings[status]?.sends)

/** Never throws: a status that the provider has invented since is shown in its own word and does not send. */
export function statusMeaning(status: string): StatusMeaning {
  const known = meanings[status.toUpperCase()]
  if (known) return known
  const word = status.replaceAll('_', ' ').toLowerCase()
  return {
    label: word.slice(0, 1).toUpperCase() + word.slice(1),
    sends: false,
    sentence: `WhatsApp calls its state "${word}". Look in WhatsApp Manager for what that means.`,
  }
}

const rejections: Record<string, { reason: string; advice: string }> = {
  ABUSIVE_CONTENT: {
    reason: 'WhatsApp found words in it that it takes for abuse or threats.',
    advice: 'Write it in friendly words, without pressure, insults or threats.',
  },
  INCORRECT_CATEGORY: {
    reason: 'WhatsApp thinks that it belongs to another category.',
    advice:
      'Choose MARKETING if it offers or invites anything; TRANSACTIONAL is only for an order, booking or request that the person made.',
  },
  CATEGORY_NOT_AVAILABLE: {
    reason: 'WhatsApp no longer has the category it was sent in.',
    advice: 'Choose MARKETING, TRANSACTIONAL or OTP and send it again.',
  },
  INVALID_FORMAT: {
    reason: 'WhatsApp found something wrong with its form.',
    advice:
      'Check that each variable has words around it and a fitting sample, that links are whole and of your own website, and that no other template has the same words.',
  },
  PROMOTIONAL: {
    reason: 'WhatsApp takes it for advertising, which this category does not allow.',
    advice: 'Send it as MARKETING, or take out every offer, discount and invitation.',
  },
  SCAM: {
    reason: 'WhatsApp takes it for an attempt to deceive.',
    advice:
      'Say clearly who you are, link only to your own website, and never ask for passwords, card numbers or other secrets.',
  },
  TAG_CONTENT_MISMATCH: {
    reason: 'Its words do not fit its language or category.',
    advice: 'Check that the chosen language is the one it is written in, and that the category fits.',
  },
}

/** Why the provider rejected a template, and what to change, in a sentence each. Undefined where it gave no reason. */
export function rejectionWords(reason: string | null): { reason: string; advice: string } | undefined {
  if (!reason || reason === 'NONE') return undefined
  return (
    rejections[reason.toUpperCase()] ?? {
      reason: `WhatsApp gives the reason "${reason.replaceAll('_', ' ').toLowerCase()}".`,
      advice: 'Look in WhatsApp Manager for details, change the text, and save it to send it again.',
    }
  )
}
