/** In which part of a person's file a table is, and whether an erasure goes through it; or why not. */
export type PersonTable = { part: string | { none: string }; erased: true | { kept: string } }

const ofConversation = (part: string): PersonTable => ({ part, erased: true })
const ofTeam = (who: string): PersonTable => ({
  part: { none: `of ${who}, not of customers` },
  erased: { kept: 'goes with the business' },
})

/**
 * Each table with a column that names a person: by an address, by their lead, conversation or message, by an e-mail
 * address. A test fails for a table that is missing here.
 */
export const personTables: Readonly<Record<string, PersonTable>> = {
  leads: { part: 'leads', erased: true },
  person_addresses: { part: 'linked_addresses', erased: true },
  consent_changes: { part: 'consent_history', erased: true },
  consent_questions: { part: 'consent_questions', erased: true },
  suppressions: { part: 'opt_outs', erased: true },
  sequence_people: { part: 'sequences', erased: true },
  sequence_members: { part: 'sequence_segments', erased: true },
  lead_replies: { part: 'replies', erased: true },
  lead_import_updates: { part: 'before_imports', erased: true },
  lead_bulk_snapshots: { part: 'before_changes', erased: true },
  lead_search: { part: { none: 'made of the lead for searches' }, erased: true },
  messages: { part: 'messages', erased: true },
  link_clicks: { part: 'link_clicks', erased: true },
  lost_claims: {
    part: { none: 'a keyed hash for messages that a restored database does not have' },
    erased: { kept: 'keeps the person from getting such a message a second time' },
  },
  ad_visits: { part: 'ad_visits', erased: true },
  conversions: { part: 'conversions', erased: true },
  optin_proofs: { part: 'opt_in_proofs', erased: true },
  optin_confirmations: { part: 'opt_in_questions', erased: true },
  conversations: ofConversation('conversations'),
  conversation_addresses: ofConversation('conversation_addresses'),
  conversation_sends: ofConversation('sent_messages'),
  conversation_events: ofConversation('notes'),
  conversation_drafts: ofConversation('drafts'),
  message_reactions: ofConversation('reactions'),
  early_message_changes: ofConversation('early_message_changes'),
  inbound_messages: ofConversation('inbound_messages'),
  chat_files: ofConversation('files'),
  bot_sessions: ofConversation('chatbot_sessions'),
  bot_events: ofConversation('chatbot_answers'),
  bot_ai_answers: ofConversation('ai_answers'),
  bot_handled: { part: { none: 'only says that a message was looked at' }, erased: true },
  test_phones: {
    part: { none: 'a phone of the business itself, to try things with' },
    erased: { kept: 'removed by the business that added it' },
  },
  business_registrations: ofTeam('the business'),
  phone_numbers: ofTeam('numbers of the business'),
  audit_events: ofTeam('who of the team did something, and from which network'),
  sessions: ofTeam('the network of a login'),
  users: ofTeam('the team'),
  team_invitations: ofTeam('whom the team invites'),
  email_confirmations: ofTeam('addresses of the team'),
  help_messages: ofTeam('who of the team asked'),
}
