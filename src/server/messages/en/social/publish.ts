export const publish = {
  notToDecide: 'This post can no longer be decided. Reload the page.',
  notice: {
    failed:
      '{count, plural, one {# post was not published.} other {# posts were not published.}} Open Post History to see why.',
    unknown:
      "{count, plural, one {We can't tell whether # post was published.} other {We can't tell whether # posts were published.}} Check the network, then decide in Post History.",
    late: '{count, plural, one {# post is more than 6 hours late.} other {# posts are more than 6 hours late.}} Publish or cancel in Post History.',
    open: 'Open Post History',
  },
  mail: {
    subject: '{count, plural, one {# post needs your attention} other {# posts need your attention}}',
    post: '“{caption}” for {account} on {network}, {time}',
    words: '{network} says: {words}',
    more: 'And {count, plural, one {# more} other {# more}}.',
    link: 'See them here: {address}',
  },
} as const
