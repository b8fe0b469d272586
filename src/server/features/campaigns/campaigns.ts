export { forgetSearches } from './plan/forget-searches.ts'
export {
  cancelCampaign,
  finishIfDrained,
  pauseCampaign,
  resumeCampaign,
  retryAsPlanned,
  retryCampaign,
  settleCampaign,
} from './run/control.ts'
export { scheduleCampaign } from './run/schedule.ts'
export { startCampaign } from './run/start.ts'
export { getCampaign } from './view/details.ts'
export { followBusiness } from './view/feed.ts'
export { campaignsIn, findSummary, listCampaigns } from './view/list.ts'
export { paceOf } from './view/pace.ts'
