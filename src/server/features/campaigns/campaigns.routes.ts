import { campaignDrafts } from '#contract/campaigns/drafts.ts'
import { prices } from '#contract/campaigns/prices.ts'
import { campaigns } from '#contract/campaigns.ts'
import { segments } from '#contract/growth/segments.ts'
import { messages } from '#contract/messages.ts'
import type { App } from '#server/app.ts'
import { listReplies } from '#server/features/leads/leads.ts'
import { getMessageLife } from '#server/features/messages/messages.ts'
import { t } from '#server/messages/t.ts'
import { notFound } from '#server/platform/errors.ts'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import { route } from '#server/platform/http/route.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import type { Http } from '#server/platform/http/server.ts'
import { decideByOwner, resumeWithTrial } from './decide/decide.ts'
import { checkDraft } from './plan/check.ts'
import { getPriceList, removePeriod, resetPriceList, savePriceList } from './plan/cost/own-list.ts'
import { exportRates, importRates } from './plan/cost/rate-file.ts'
import { estimateSend } from './plan/counts/estimate.ts'
import { countExpected } from './plan/counts/expected.ts'
import { deleteDraft, listDrafts, openDraft, saveDraft } from './plan/drafts/form-drafts.ts'
import { getDraft } from './plan/drafts/stored-draft.ts'
import { listPeople, previewMessages, sendTest } from './plan/preview.ts'
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  retryCampaign,
  settleCampaign,
  undoCampaign,
} from './run/control.ts'
import { resendMessage, settleMessages } from './run/resend.ts'
import { type Scheduled, scheduleCampaign, updateCampaign } from './run/schedule.ts'
import { getCampaign } from './view/details.ts'
import { exportCampaign } from './view/export.ts'
import { followCampaign } from './view/feed.ts'
import { findSummary, listCampaigns } from './view/list.ts'

export function campaignsRoutes(http: Http, app: App): void {
  const toContract = async (businessId: number, id: number) => ({
    campaign: await getCampaign(app, businessId, id),
  })

  route(http, prices.get, async ({ caller, query }) => ({
    list: await getPriceList(app, caller.businessId, query.day),
  }))
  route(http, prices.save, async ({ caller, body }) => ({
    list: await savePriceList(app, caller.businessId, body),
    message: t('campaigns.done.prices'),
  }))
  route(http, prices.importCsv, ({ caller, body }) => importRates(app, caller.businessId, body))
  route(http, prices.exportCsv, ({ caller, request, reply }) =>
    sendExport(request, reply, {
      media: app.media,
      log: app.log,
      owner: caller.businessId,
      what: 'price list',
      fileName: 'price-list.csv',
      source: () => exportRates(app, caller.businessId),
    }),
  )
  route(http, prices.remove, async ({ caller, params }) => ({
    list: await removePeriod(app, caller.businessId, params.from),
  }))
  route(http, prices.reset, async ({ caller }) => ({ list: await resetPriceList(app, caller.businessId) }))
  route(http, campaigns.list, ({ caller, query }) => listCampaigns(app, caller.businessId, query))
  const scheduled = async (businessId: number, { campaignId, counts, notice }: Scheduled) => {
    const campaign = await findSummary(app, businessId, campaignId)
    const { selected, will_receive, left_out } = counts
    return {
      message: t('campaigns.done.scheduled'),
      campaign: campaign!,
      audience: { selected, will_receive, left_out },
      notice,
    }
  }

  route(http, campaigns.schedule, async ({ caller, body }) =>
    scheduled(caller.businessId, await scheduleCampaign(app, caller, body)),
  )
  route(http, campaigns.update, async ({ caller, params, body }) =>
    scheduled(caller.businessId, await updateCampaign(app, caller, params.id, body)),
  )
  route(http, campaigns.draft, async ({ caller, params }) => ({
    draft: await getDraft(app, caller.businessId, params.id),
  }))
  route(http, campaignDrafts.list, async ({ caller }) => ({
    drafts: await listDrafts(app, caller.businessId),
  }))
  route(http, campaignDrafts.open, async ({ caller, params }) => ({
    draft: await openDraft(app, caller.businessId, params.id),
  }))
  route(http, campaignDrafts.save, async ({ caller, body }) => ({
    draft: await saveDraft(app, caller, body),
  }))
  route(http, campaignDrafts.change, async ({ caller, params, body }) => ({
    draft: await saveDraft(app, caller, body, params.id),
  }))
  route(http, campaignDrafts.remove, async ({ caller, params }) => {
    await deleteDraft(app, caller.businessId, params.id)
    return {}
  })
  route(http, campaigns.undo, async ({ caller, params }) => {
    await undoCampaign(app, caller, params.id)
    return await toContract(caller.businessId, params.id)
  })
  route(http, campaigns.replies, async ({ caller, params, query }) => {
    if (!(await findSummary(app, caller.businessId, params.id))) throw notFound('campaign')
    return await listReplies(app.db, caller.businessId, params.id, query)
  })
  route(http, campaigns.check, async ({ caller, body }) => ({
    checks: await checkDraft(app, caller.businessId, body),
  }))
  route(http, segments.estimate, async ({ caller, body }) => ({
    estimate: await estimateSend(app, caller.businessId, body.rules),
  }))
  route(http, campaigns.preview, ({ caller, body }) => previewMessages(app, caller.businessId, body))
  route(http, campaigns.people, ({ caller, body }) => listPeople(app, caller.businessId, body))
  route(http, campaigns.testSend, ({ caller, body }) => sendTest(app, caller.businessId, body))
  route(http, campaigns.get, ({ caller, params }) => toContract(caller.businessId, params.id))
  route(http, campaigns.expected, async ({ caller, params }) => ({
    audience: await countExpected(app, caller.businessId, params.id),
  }))
  route(http, campaigns.live, async ({ caller, params, request, reply }) => {
    const { businessId } = caller
    // A campaign that is not theirs answers 404 before the stream opens.
    await getCampaign(app, businessId, params.id)
    const stream = openEventStream(request, reply, caller)
    followCampaign(app, stream, { businessId, campaignId: params.id }, () =>
      getCampaign(app, businessId, params.id),
    )
  })
  route(http, campaigns.pause, async ({ caller, params }) => {
    await pauseCampaign(app, caller, params.id)
    return await toContract(caller.businessId, params.id)
  })
  route(http, campaigns.resume, async ({ caller, params }) => {
    await resumeWithTrial(app, caller, params.id)
    return await toContract(caller.businessId, params.id)
  })
  route(http, campaigns.useNewVersion, async ({ caller, params, body }) => {
    await resumeCampaign(app, caller, params.id, body.parameters)
    return await toContract(caller.businessId, params.id)
  })
  route(http, campaigns.decide, async ({ caller, params, body }) => {
    await decideByOwner(app, caller, params.id, body.variant)
    return await toContract(caller.businessId, params.id)
  })
  route(http, campaigns.cancel, async ({ caller, params }) => {
    await cancelCampaign(app, caller, params.id)
    return await toContract(caller.businessId, params.id)
  })
  route(http, campaigns.retryFailed, async ({ caller, params, body }) => {
    const { queued, later, laterAt } = await retryCampaign(app, caller, params.id, body)
    const later_at = laterAt?.toISOString() ?? null
    return { ...(await toContract(caller.businessId, params.id)), queued, later, later_at }
  })
  route(http, campaigns.settleUnknown, async ({ caller, params, body }) => {
    const settled = await settleCampaign(app, caller, params.id, body)
    return { ...(await toContract(caller.businessId, params.id)), settled }
  })
  route(http, messages.resend, async ({ caller, params }) => {
    await resendMessage(app, caller, params.id)
    return {
      log: await getMessageLife(app, caller.businessId, params.id),
      message: t('campaigns.done.resent'),
    }
  })
  route(http, messages.settleUnknown, async ({ caller, body }) => {
    const settled = await settleMessages(app, caller, body)
    const done = body.as === 'send_again' ? 'messages.settled.sentAgain' : 'messages.settled.failed'
    return { message: t(done, { count: settled }), settled }
  })
  route(http, campaigns.exportCsv, ({ caller, params, request, reply }) =>
    exportCampaign(app, caller.businessId, params.id, request, reply),
  )
}
