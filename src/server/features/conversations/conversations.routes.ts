import { sends } from '#contract/conversations/sends.ts'
import { conversations } from '#contract/conversations.ts'
import { officeHours } from '#contract/office-hours.ts'
import type { App } from '#server/app.ts'
import { listMembers } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { addNote, changeConversation, draftOf, keepDraft, markRead } from './act/change.ts'
import { tellPresence } from './act/presence.ts'
import { deleteQuickReply, listQuickReplies, saveQuickReply } from './act/quick-replies.ts'
import { findSend, sendInConversation, undoSend } from './act/send.ts'
import { getChatSettings, saveChatSettings } from './act/settings.ts'
import { startConversation } from './act/start.ts'
import { tellCustomer } from './act/tell-customer.ts'
import { attachFile } from './files/attach.ts'
import { fetchAgain } from './files/fetch-file.ts'
import { addressOfFile, readAddress } from './files/file-address.ts'
import { serveChatFile } from './files/serve-file.ts'
import { uploadedFile } from './files/uploaded-file.ts'
import { followConversations } from './follow.ts'
import { getOfficeHours, removeOfficeHours, saveOfficeHours } from './office-hours/office-hours.ts'
import { changeMany, undoMany } from './order/bulk.ts'
import { orderRoutes } from './order/order.routes.ts'
import { settingsFileRoutes } from './settings-file/settings-file.routes.ts'
import { listChatActivity } from './view/activity.ts'
import { findCampaigns } from './view/found-campaigns.ts'
import { countConversations, getConversation, listConversations, otherConversations } from './view/list.ts'
import { readPerson } from './view/person.ts'
import { readTimeline } from './view/timeline.ts'

export function conversationsRoutes(http: Http, app: App): void {
  route(http, officeHours.get, ({ caller, params }) =>
    getOfficeHours(app, caller.businessId, params.phone_number_id),
  )
  route(http, officeHours.save, ({ caller, params, body }) =>
    saveOfficeHours(app, caller.businessId, params.phone_number_id, body),
  )
  route(http, officeHours.remove, async ({ caller, params }) => {
    await removeOfficeHours(app, caller.businessId, params.phone_number_id)
    return {}
  })
  route(http, conversations.list, ({ caller, query: { label, ...query } }) =>
    listConversations(app, caller, { ...query, ...(label && { labels: label }) }),
  )
  route(http, conversations.activity, ({ caller, query }) => listChatActivity(app, caller.businessId, query))
  route(http, conversations.counts, ({ caller }) => countConversations(app, caller))
  route(http, conversations.live, async ({ caller, request, reply }) =>
    followConversations(app, openEventStream(request, reply, caller), caller),
  )
  route(http, conversations.members, async ({ caller }) => ({
    members: await listMembers(app, caller.businessId),
  }))
  route(http, conversations.foundCampaigns, ({ caller, query }) =>
    findCampaigns(app, caller.businessId, query.search),
  )
  route(http, conversations.get, async ({ caller, params }) => {
    const conversation = await getConversation(app, caller.businessId, params.id)
    return {
      conversation,
      draft: await draftOf(app, caller, params.id),
      now: app.now().toISOString(),
      others: await otherConversations(app, caller.businessId, conversation),
    }
  })
  route(http, conversations.person, ({ caller, params }) => readPerson(app, caller.businessId, params.id))
  route(http, conversations.timeline, ({ caller, params, query }) =>
    readTimeline(app, caller.businessId, params.id, query),
  )
  route(http, conversations.send, ({ caller, params, body }) =>
    sendInConversation(app, caller, params.id, body),
  )
  route(http, sends.find, ({ caller, params }) =>
    findSend(app, caller.businessId, params.id, params.send_key),
  )
  route(http, conversations.undo, async ({ caller, params }) => {
    await undoSend(app, caller, params.id, params.message_id)
    return {}
  })
  route(http, conversations.settings, async ({ caller }) => ({
    settings: await getChatSettings(app, caller.businessId),
  }))
  route(http, conversations.saveSettings, async ({ caller, body }) => ({
    settings: await saveChatSettings(app, caller.businessId, body),
  }))
  route(http, conversations.presence, async ({ caller, params, body }) => {
    await tellPresence(app, caller, params.id, body.state)
    if (body.state === 'typing') void tellCustomer(app, caller.businessId, params.id, 'typing')
    return {}
  })
  route(http, conversations.attach, async ({ caller, params, query, request }) => {
    const given = { ...(await uploadedFile(request)), recorded: query.recorded === true }
    return { file: await attachFile(app, caller, params.id, given) }
  })
  route(http, conversations.file, ({ caller, params, query, request, reply }) =>
    serveChatFile(app, caller.businessId, params.id, {
      request,
      reply,
      playable: query.playable === true,
      small: query.size === 'small',
    }),
  )
  route(http, conversations.fileAddress, ({ caller, params, body }) =>
    addressOfFile(app, caller, params.id, body.playable),
  )
  route(http, conversations.playFile, async ({ params, query, request, reply }) => {
    const { businessId, playable } = await readAddress(app, params.id, query.key)
    const played = await serveChatFile(app, businessId, params.id, {
      request,
      reply,
      playable,
      small: false,
    })
    // The address is in the browser's hands: neither kept nor named to others, nor read by another site's page.
    reply
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-resource-policy', 'same-origin')
    return played
  })
  route(http, conversations.fetchFile, async ({ caller, params }) => {
    await fetchAgain(app, caller.businessId, params.id)
    return {}
  })
  route(http, conversations.note, async ({ caller, params, body }) => {
    await addNote(app, caller, params.id, body.text)
    return {}
  })
  route(http, conversations.update, async ({ caller, params, body }) => {
    await changeConversation(app, caller, params.id, body)
    return { conversation: await getConversation(app, caller.businessId, params.id) }
  })
  route(http, conversations.bulk, async ({ caller, body }) => {
    const done = await changeMany(app, caller, body)
    return { ...done, message: t('conversations.changed', { count: done.changed }) }
  })
  route(http, conversations.undoBulk, ({ caller, params }) => undoMany(app, caller, params.id))
  orderRoutes(http, app)
  settingsFileRoutes(http, app)
  route(http, conversations.read, async ({ caller, params, body }) => {
    await markRead(app, caller.businessId, params.id, body.unread)
    if (!body.unread) void tellCustomer(app, caller.businessId, params.id, 'read')
    return {}
  })
  route(http, conversations.draft, async ({ caller, params, body }) => {
    await keepDraft(app, caller, params.id, body.text)
    return {}
  })
  route(http, conversations.start, async ({ caller, body }) => {
    const id = await startConversation(app, caller.businessId, body.lead_id, body.phone_number_id)
    return { conversation: await getConversation(app, caller.businessId, id) }
  })
  route(http, conversations.quickReplies, async ({ caller }) => ({
    quick_replies: await listQuickReplies(app, caller.businessId),
  }))
  route(http, conversations.saveQuickReply, async ({ caller, body }) => ({
    quick_reply: await saveQuickReply(app, caller.businessId, body),
  }))
  route(http, conversations.deleteQuickReply, async ({ caller, params }) => {
    await deleteQuickReply(app, caller.businessId, params.id)
    return {}
  })
}
