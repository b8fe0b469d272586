export { type Priced, type Rates, ratesOf } from './plan/cost/cost.ts'
export { type KeptForecast, plannedFor } from './plan/cost/planned-for.ts'
export { type Draft, draftOf, problemOf } from './plan/draft.ts'
export { forgetSearches } from './plan/forget-searches.ts'
export { valuesSql } from './plan/variables.ts'
export {
  cancelCampaign,
  finishIfDrained,
  pauseCampaign,
  resumeCampaign,
  retryAsPlanned,
  retryCampaign,
  settleCampaign,
} from './run/control.ts'
export { holdForOwner, pauseAllCampaigns } from './run/pause-all.ts'
export { scheduleCampaign } from './run/schedule.ts'
export { startCampaign } from './run/start.ts'
export { getCampaign } from './view/details.ts'
export { followBusiness } from './view/feed.ts'
export { campaignsIn, findSummary, listCampaigns } from './view/list.ts'
export { paceOf } from './view/pace.ts'
