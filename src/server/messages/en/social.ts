import { analytics } from './social/analytics.ts'
import { media } from './social/media.ts'
import { planning } from './social/planning.ts'
import { posts } from './social/posts.ts'
import { publish } from './social/publish.ts'
import { withdrawal } from './social/withdrawal.ts'

export const social = {
  publish,
  connected: 'Social account connected successfully.',
  alreadyConnected: 'This account is already connected.',
  saveFailed: 'Failed to save social account.',
  internalError: 'Something went wrong while connecting.',
  disconnected: 'Disconnected successfully.',
  notSetUp: '{network} is not set up on this install. Set {settings} and start it again.',
  choiceGone:
    'One of the chosen accounts can no longer be posted to. Connect again to see the list as it is now.',
  ending: {
    account: '{name} on {network}',
    ended: '{account} must be connected again.',
    withdrawn: 'Access to {account} was withdrawn at the network. Connect it again to post to it.',
    today: 'Access to {account} ends within 24 hours. Log in again before then.',
    soon: 'Access to {account} ends in {days, plural, one {# day} other {# days}}, on {date}. Log in again before then.',
    waiting: '{count, plural, one {# scheduled post is} other {# scheduled posts are}} waiting.',
    reconnect: 'Reconnect',
    mailEnded: 'Reconnect {name}',
    mailWithdrawn: '{name} was disconnected',
    mailSoon: 'Access to {name} ends soon',
    mailLink: 'Connect it here: {address}',
  },
  analytics,
  media,
  planning,
  posts,
  withdrawal,
} as const
