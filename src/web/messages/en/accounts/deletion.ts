export const deletion = {
  title: 'Delete the business',
  loading: 'Loading',
  help: 'Everything of this business is deleted for good {days, plural, one {# day} other {# days}} after you ask for it. Until then any member can take it back.',
  start: 'Delete the business',
  goes: 'All leads, messages, campaigns, templates, posts, chats, pictures, opt-ins, accounts of members, keys, stored access and the activity log go. Running and scheduled campaigns and scheduled posts stop now.',
  stays:
    'What stays: the date of the deletion and the number of rows, without names; that a public link existed, so that it can say it is gone; backups that you made; and what Meta and the social networks hold, where you can remove the app.',
  name: 'To go on, type the name: <b>{name}</b>',
  confirm: 'Delete the business',
  asking: 'Asking...',
  planned: '{by} asked to delete this business. Everything goes on {time}.',
  operator: 'The operator of this installation',
  until: 'Export what you need until then. No campaign can be started and nothing is posted.',
  keep: 'Keep the business',
  keeping: 'Keeping...',
  kept: 'The business stays. Resume the campaigns that shall go on, and decide on the posts that are late.',
} as const
