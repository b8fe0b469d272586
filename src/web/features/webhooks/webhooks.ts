/** What other screens show of the webhooks. */
export { WebhookTester } from './webhook-tester.tsx'
