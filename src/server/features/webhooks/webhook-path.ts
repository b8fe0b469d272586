/** Where Meta posts to, under the install's public address. */
export const webhookPath = '/marketing/api/webhooks/meta'
