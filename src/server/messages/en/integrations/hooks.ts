export const hooks = {
  address: {
    invalid: 'Enter a full address, such as https://example.com/hooks.',
    https: 'Use an address that begins with https://.',
    notListed: 'This install opens only the sites that its operator allows.',
    notPublic: 'This address is not on the public internet. Use another one.',
  },
  tooMany: 'You have {count, number} webhooks. Remove one first.',
  removed: 'Webhook removed.',
  off: 'This webhook is off. Switch it on first.',
  stillWaiting: 'This call is still waiting. It is made by itself.',
  mail: {
    subject: 'A webhook was switched off',
    off: 'Hello {name}, Tidings could not deliver events to {url} and has switched this webhook off.',
    do: 'Fix the address, then switch the webhook on and send the failed calls again: {link}',
  },
} as const
