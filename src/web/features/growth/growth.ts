/** What other screens show of opt-ins. */
export { LeadProofs } from './optins/proof-list.tsx'
