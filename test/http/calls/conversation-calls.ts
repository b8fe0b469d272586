import { randomUUID } from 'node:crypto'
import { pixel } from '../business-conversations.ts'
import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

const one = (of: WholeBusiness) => of.conversations.conversation
const spare = (of: WholeBusiness) => of.conversations.spareConversation
const params = (of: WholeBusiness) => ({ params: { id: one(of) } })
const ids = { 'params.id': one }
const atNumber = (of: WholeBusiness) => ({ params: { phone_number_id: of.account.phone_number_id } })
const numberId = { 'params.phone_number_id': (of: WholeBusiness) => of.account.phone_number_id }

/** The calls of the inbox. */
export const conversationCalls: Record<string, EndpointCall> = {
  'conversations.list': {
    own: (own) => ({ query: { phone_number_id: own.account.phone_number_id } }),
    ids: {
      'query.phone_number_id': (of) => of.account.phone_number_id,
      'query.assigned_to': (of) => of.person.userId,
      'query.campaign_id': (of) => of.campaign,
    },
    finds: 'nothing',
  },
  'conversations.activity': {
    own: (own) => ({ query: { user_id: own.person.userId } }),
    ids: { 'query.user_id': (of) => of.person.userId },
    finds: 'nothing',
  },
  'conversations.foundCampaigns': { own: () => ({ query: { search: 'campaign' } }) },
  'conversations.counts': { own: () => ({}), mute: true },
  'conversations.get': { own: params, ids },
  'conversations.person': { own: params, ids },
  'conversations.timeline': { own: params, ids },
  'conversations.send': {
    own: (own) => ({
      ...params(own),
      body: { send_key: randomUUID(), message: { type: 'text', text: 'Yes, until nine' } },
    }),
    ids: { ...ids, 'body.message.file_id': (of) => of.conversations.file },
    also: {
      'an answer to a message of another': (own, other) => ({
        ...params(own),
        body: {
          send_key: randomUUID(),
          message: { type: 'text', text: 'Yes' },
          reply_to: other.conversations.inboundWamid,
        },
      }),
      'a file of another': (own, other) => ({
        ...params(own),
        body: { send_key: randomUUID(), message: { type: 'file', file_id: other.conversations.file } },
      }),
      'a reaction on a message of another': (own, other) => ({
        ...params(own),
        body: {
          send_key: randomUUID(),
          message: { type: 'reaction', wamid: other.conversations.inboundWamid, emoji: '👍' },
        },
      }),
    },
  },
  'conversations.undo': {
    own: (own) => ({ params: { id: one(own), message_id: own.conversations.message } }),
    status: 409,
    ids: { ...ids, 'params.message_id': (of) => of.conversations.message },
  },
  'sends.find': {
    own: (own) => ({ params: { id: one(own), send_key: randomUUID() } }),
    ids,
    mute: true,
  },
  'conversations.settings': { own: () => ({}), mute: true },
  'conversations.saveSettings': { own: () => ({ body: { tell_typing: true } }) },
  'conversations.presence': { own: (own) => ({ ...params(own), body: { state: 'viewing' } }), ids },
  'conversations.attach': {
    own: (own) => ({
      ...params(own),
      form: { file: { name: 'a.png', content: Buffer.concat([pixel, Buffer.from(own.word)]) } },
    }),
    ids,
  },
  'conversations.file': {
    own: (own) => ({ params: { id: own.conversations.file } }),
    ids: { 'params.id': (of) => of.conversations.file },
    mute: true,
  },
  'conversations.fileAddress': {
    own: (own) => ({ params: { id: own.conversations.film }, body: {} }),
    ids: { 'params.id': (of) => of.conversations.film },
  },
  'conversations.playFile': {
    own: ({ conversations: { film, filmKey } }) => ({ params: { id: film }, query: { key: filmKey } }),
    ids: { 'params.id': (of) => of.conversations.film },
    mute: true,
  },
  'conversations.fetchFile': {
    own: (own) => ({ params: { id: own.conversations.file } }),
    ids: { 'params.id': (of) => of.conversations.file },
  },
  'conversations.note': { own: (own) => ({ ...params(own), body: { text: 'A note' } }), ids },
  'conversations.update': {
    own: (own) => ({ ...params(own), body: { labels: ['Order'], assigned_to: own.person.userId } }),
    ids: { ...ids, 'body.assigned_to': (of) => of.person.userId },
    also: {
      'a member of another': (own, other) => ({ ...params(own), body: { assigned_to: other.team.member } }),
    },
  },
  'conversations.bulk': {
    own: (own) => ({ body: { ids: [spare(own)], label: 'Bulk' } }),
    ids: {
      'body.ids[]': spare,
      'body.assigned_to': (of) => of.team.member,
      'body.filter.assigned_to': (of) => of.person.userId,
      'body.filter.phone_number_id': (of) => of.account.phone_number_id,
      'body.filter.campaign_id': (of) => of.campaign,
    },
    finds: 'nothing',
    settles: true,
    also: {
      'a member of another': (own, other) => ({
        body: { ids: [spare(own)], assigned_to: other.team.member },
      }),
      'a filter by a campaign of another': (_own, other) => ({
        body: { filter: { campaign_id: other.campaign }, state: 'closed' },
      }),
    },
  },
  'conversations.undoBulk': {
    own: (own) => ({ params: { id: own.conversations.change } }),
    ids: { 'params.id': (of) => of.conversations.change },
  },
  'inboxFile.get': { own: () => ({}) },
  'inboxFile.check': { own: () => ({ body: { file: { format: 'tidings-inbox', version: 1 } } }) },
  'inboxFile.import': {
    own: () => ({
      body: {
        file: {
          format: 'tidings-inbox',
          version: 1,
          quick_replies: [{ shortcut: 'from_a_file', text: 'Thank you' }],
        },
      },
    }),
  },
  'inboxOrder.views': { own: () => ({}) },
  'inboxOrder.addView': {
    own: (own) => ({ body: { name: 'New view', shared: true, filter: { labels: [own.word] } } }),
    ids: {
      'body.filter.assigned_to': (of) => of.person.userId,
      'body.filter.phone_number_id': (of) => of.account.phone_number_id,
      'body.filter.campaign_id': (of) => of.campaign,
    },
  },
  'inboxOrder.changeView': {
    own: (own) => ({ params: { id: own.conversations.view }, body: { shared: true } }),
    ids: {
      'params.id': (of) => of.conversations.view,
      'body.filter.assigned_to': (of) => of.person.userId,
      'body.filter.phone_number_id': (of) => of.account.phone_number_id,
      'body.filter.campaign_id': (of) => of.campaign,
    },
  },
  'inboxOrder.removeView': {
    own: (own) => ({ params: { id: own.conversations.spareView } }),
    ids: { 'params.id': (of) => of.conversations.spareView },
  },
  'inboxOrder.labels': { own: () => ({}) },
  'inboxOrder.addLabel': { own: () => ({ body: { name: 'Delivery', colour: 'blue' } }) },
  'inboxOrder.changeLabel': {
    own: (own) => ({ body: { name: `${own.word} label`, colour: 'red' } }),
    also: {
      'a label of another': (_own, other) => ({ body: { name: `${other.word} label`, colour: 'red' } }),
    },
  },
  'inboxOrder.removeLabel': {
    own: (own) => ({ body: { name: `${own.word} spare label` } }),
    also: {
      'a label of another': (_own, other) => ({ body: { name: `${other.word} label` } }),
    },
  },
  'conversations.read': { own: (own) => ({ ...params(own), body: {} }), ids },
  'conversations.draft': { own: (own) => ({ ...params(own), body: { text: 'Dear' } }), ids },
  'conversations.start': {
    own: (own) => ({ body: { lead_id: own.leads[0], phone_number_id: own.account.phone_number_id } }),
    ids: { 'body.lead_id': (of) => of.leads[0]!, 'body.phone_number_id': (of) => of.account.phone_number_id },
    settles: true,
  },
  'conversations.members': { own: () => ({}) },
  'conversations.quickReplies': { own: () => ({}) },
  'conversations.saveQuickReply': {
    own: () => ({ body: { shortcut: 'new', text: 'Hello' } }),
    ids: { 'body.id': (of) => of.conversations.quickReply },
  },
  'conversations.deleteQuickReply': {
    own: (own) => ({ params: { id: own.conversations.spareQuickReply } }),
    ids: { 'params.id': (of) => of.conversations.spareQuickReply },
  },

  'fields.list': { own: () => ({}) },
  'fields.add': { own: () => ({ body: { name: crypto.randomUUID(), kind: 'number' } }) },
  'fields.change': {
    own: (own) => ({ params: { id: own.conversations.field }, body: { choices: ['One', own.word] } }),
    ids: { 'params.id': (of) => of.conversations.field },
  },
  'fields.remove': {
    own: (own) => ({ params: { id: own.conversations.spareField } }),
    ids: { 'params.id': (of) => of.conversations.spareField },
  },
  'officeHours.get': { own: atNumber, ids: numberId },
  'officeHours.save': {
    own: (own) => ({
      ...atNumber(own),
      body: { timezone: 'UTC', week: [[], [], [], [], [], [], []], holidays: [] },
    }),
    ids: numberId,
  },
  'officeHours.remove': { own: atNumber, ids: numberId },
}
