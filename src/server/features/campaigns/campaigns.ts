export { forgetSearches } from './audience/forget-searches.ts'
export {
  cancelCampaign,
  finishIfDrained,
  pauseCampaign,
  resumeCampaign,
  retryAsPlanned,
  retryCampaign,
  settleCampaign,
} from './control.ts'
export { getCampaign } from './details.ts'
export { followBusiness } from './feed.ts'
export { campaignsIn, findSummary, listCampaigns } from './list.ts'
export { paceOf } from './pace.ts'
export { scheduleCampaign } from './schedule.ts'
export { startCampaign } from './start.ts'
