// Generated from the migrated database by `npm run generate`. Not edited by hand.

import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccountBlocks {
  blocked_at: Timestamp;
  blocked_until: Timestamp | null;
  business_id: number;
  cause: string;
  ended_at: Timestamp | null;
  reason: Json;
  waba_id: string;
}

export interface AccountWarnings {
  at: Timestamp;
  business_id: number;
  details: Json;
  dismissed_at: Timestamp | null;
  ended_at: Timestamp | null;
  id: Generated<number>;
  kind: string;
  subject: Generated<string>;
  waba_id: string;
}

export interface AdVisits {
  address: string;
  at: Timestamp;
  business_id: number;
  click_id: string | null;
  conversation_id: number;
  headline: string | null;
  inbound_id: number;
  source_id: string;
  source_type: string;
  url: string | null;
}

export interface Alerts {
  business_id: number;
  details: Json;
  ended_at: Timestamp | null;
  kind: string;
  mailed_at: Timestamp | null;
  seen_at: Timestamp;
  since: Timestamp;
  subject: Generated<string>;
}

export interface AnalyticsBlocks {
  block: number;
  business_id: number;
  checked_at: Timestamp;
  counted_at: Timestamp;
  kind: string;
}

export interface AnalyticsDrifts {
  block: number;
  business_id: number;
  found_at: Timestamp;
  id: Generated<number>;
  kind: string;
  wrong_rows: number;
}

export interface AnalyticsLeads {
  block: number;
  business_id: number;
  count: number;
  day: Timestamp;
  earlier_day: Timestamp | null;
  id: Generated<number>;
  kind: string;
  what: string;
}

export interface AnalyticsMarks {
  block: number;
  business_id: number;
  id: Generated<number>;
  kind: string;
  tallied: Generated<boolean>;
}

export interface AnalyticsMessages {
  block: number;
  business_id: number;
  campaign_id: number | null;
  category: string;
  charged: number;
  clicked: number;
  country: string | null;
  day: Timestamp;
  delivered: number;
  failed: number;
  failure: string | null;
  free: Generated<number>;
  hour: number;
  id: Generated<number>;
  opted_out: number;
  phone_number_id: string;
  read: number;
  replied: number;
  sent: number;
  template_name: string;
  their_hour: number;
  their_weekday: number;
  unknown: number;
  variant: number | null;
}

export interface AnalyticsTagged {
  block: number;
  business_id: number;
  campaign_id: number | null;
  category: string;
  charged: number;
  clicked: number;
  country: string | null;
  day: Timestamp;
  delivered: number;
  failed: number;
  failure: string | null;
  free: Generated<number>;
  hour: number;
  id: Generated<number>;
  opted_out: number;
  phone_number_id: string;
  read: number;
  replied: number;
  sent: number;
  tag: string;
  template_name: string;
  their_hour: number;
  their_weekday: number;
  unknown: number;
  variant: number | null;
}

export interface ApiKeys {
  business_id: number;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  id: Generated<string>;
  key_hash: Buffer;
  last_used_at: Timestamp | null;
  name: string;
  prefix: string;
  revoked_at: Timestamp | null;
  scopes: string[];
  user_id: number;
  window_calls: Generated<number>;
  window_started_at: Timestamp;
}

export interface AttributionSettings {
  bought_tag: string | null;
  business_id: number;
  count_reads: Generated<boolean>;
  exchange_rates: Generated<Json>;
  window_days: number;
}

export interface AuditEvents {
  address: string | null;
  api_key_id: string | null;
  at: Timestamp;
  business_id: number;
  email: string | null;
  id: Generated<number>;
  kind: string;
  member_id: number | null;
  subject: string | null;
  user_agent: string | null;
  user_id: number | null;
}

export interface BotAiAnswers {
  answer: string | null;
  at: Timestamp;
  business_id: number;
  conversation_id: number;
  cost: Numeric | null;
  currency: string | null;
  estimated: boolean | null;
  given: string;
  id: Generated<number>;
  input_tokens: number | null;
  model: string;
  ms: number;
  outcome: string;
  output_tokens: number | null;
  question: string;
  tokens: number | null;
}

export interface BotAiCosts {
  at: Timestamp;
  business_id: number;
  cost: Numeric;
  currency: string;
  estimated: Generated<boolean>;
  id: Generated<number>;
}

export interface BotEvents {
  answer: string | null;
  at: Timestamp;
  business_id: number;
  conversation_id: number;
  flow_id: number;
  id: Generated<number>;
  kind: string;
  step: string | null;
  version: number;
}

export interface BotFlows {
  archived_at: Timestamp | null;
  business_id: number;
  created_at: Timestamp;
  draft: Json;
  id: Generated<number>;
  name: string;
  published_revision: number | null;
  published_version: number | null;
  revision: Generated<number>;
  secrets_moved: Generated<boolean>;
  updated_at: Timestamp;
}

export interface BotFlowVersions {
  business_id: number;
  definition: Json;
  flow_id: number;
  published_at: Timestamp;
  published_by: number | null;
  version: number;
}

export interface BotHandled {
  acted_at: Timestamp | null;
  business_id: number;
  conversation_id: number;
  inbound_id: number;
  rule_id: number | null;
  taken_at: Generated<Timestamp | null>;
}

export interface BotRules {
  action: Json;
  business_id: number;
  created_at: Timestamp;
  enabled: boolean;
  id: Generated<number>;
  match: Json;
  name: string;
  phone_number_id: string | null;
  position: number;
  updated_at: Timestamp;
}

export interface BotSecrets {
  business_id: number;
  host: string;
  id: string;
  made_at: Timestamp;
  secret_ciphertext: Buffer;
  secret_key_id: string;
}

export interface BotSessions {
  business_id: number;
  cause: string | null;
  conversation_id: number;
  due: Timestamp | null;
  expires_at: Timestamp | null;
  flow_id: number | null;
  paused_until: Timestamp | null;
  resumed_at: Timestamp | null;
  run: Generated<number>;
  state: Json;
  stop_reason: string | null;
  stopped_at: Timestamp | null;
  updated_at: Timestamp;
  version: number | null;
  waits: string | null;
}

export interface BotSettings {
  active_since: Timestamp;
  ai_asked: Generated<number>;
  ai_asked_on: Timestamp | null;
  ai_cost_day: Numeric | null;
  ai_cost_month: Numeric | null;
  ai_currency: string | null;
  ai_daily_limit: Generated<number>;
  ai_enabled: Generated<boolean>;
  ai_endpoint: Generated<string>;
  ai_key_ciphertext: Buffer | null;
  ai_key_id: string | null;
  ai_knowledge: Generated<string>;
  ai_model: Generated<string>;
  ai_person_limit: Generated<number>;
  ai_price_in: Numeric | null;
  ai_price_out: Numeric | null;
  ai_revision: Generated<number>;
  business_id: number;
  enabled: Generated<boolean>;
  pause_minutes: number | null;
  session_hours: Generated<number>;
}

export interface BusinessDeletions {
  asked_at: Timestamp;
  asked_by: number | null;
  business_id: number;
  due_at: Timestamp;
  finished_at: Timestamp | null;
  id: Generated<number>;
  progressed_at: Timestamp | null;
  rows_deleted: Generated<number>;
  started_at: Timestamp | null;
  taken_back_at: Timestamp | null;
}

export interface Businesses {
  country: string;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  name: string;
  provider_key_ciphertext: Buffer | null;
  provider_key_id: string | null;
  timezone: string;
}

export interface BusinessRegistrations {
  business_id: number;
  business_name: string | null;
  category: string | null;
  created_at: Generated<Timestamp>;
  mode: string;
  phone_number: string | null;
  updated_at: Generated<Timestamp>;
}

export interface CallbackTags {
  first_used_at: Generated<Timestamp>;
  tag: string;
}

export interface CampaignDrafts {
  business_id: number;
  created_by: number;
  form: Json;
  id: Generated<number>;
  name: string;
  updated_at: Timestamp;
}

export interface CampaignEvents {
  at: Generated<Timestamp>;
  business_id: number;
  campaign_id: number;
  code: string | null;
  id: Generated<number>;
  kind: string;
  text: Json;
  user_id: number | null;
}

export interface Campaigns {
  audience: Json;
  business_id: number;
  consent_statement: Json | null;
  content_id: number;
  count_clicks: Generated<boolean>;
  created_at: Generated<Timestamp>;
  created_by: number;
  custom_message: string | null;
  finished_at: Timestamp | null;
  forecast: Json | null;
  free_prefixes: Json | null;
  id: Generated<number>;
  mapping: Generated<Json>;
  name: string;
  paused_at: Timestamp | null;
  phone_number_id: string;
  planned_at: Timestamp | null;
  prefixes: Json | null;
  quiet: Json | null;
  retry_at: Timestamp | null;
  retry_codes: number[] | null;
  revision: Generated<number>;
  scheduled_at: Timestamp;
  started_at: Timestamp | null;
  status: string;
  status_code: string | null;
  status_reason: Json | null;
  template_id: number;
  their_clock: string | null;
  timezone: string;
  undo_until: Timestamp | null;
}

export interface CampaignTrials {
  after_minutes: number;
  business_id: number;
  campaign_id: number;
  decide: string;
  decide_at: Timestamp | null;
  decided_at: Timestamp | null;
  decided_by: number | null;
  kind: string;
  last_id: number | null;
  max_blocked: number | null;
  max_failed: number | null;
  max_opted_out: number | null;
  measure: string;
  measured_from: Timestamp | null;
  min_rate: number | null;
  people: number | null;
  percent: number | null;
  rest_at: Timestamp | null;
  stage: string;
  winner: number | null;
}

export interface CampaignVariants {
  business_id: number;
  campaign_id: number;
  content_id: number | null;
  custom_message: string | null;
  later_minutes: Generated<number>;
  mapping: Generated<Json>;
  stop_code: string | null;
  stop_reason: Json | null;
  stopped_at: Timestamp | null;
  template_id: number;
  variant: number;
}

export interface ChatFiles {
  attempts: Generated<number>;
  business_id: number;
  bytes: number | null;
  conversation_id: number | null;
  created_at: Timestamp;
  file_name: string | null;
  hash: Buffer | null;
  height: number | null;
  id: Generated<number>;
  inbound_id: number | null;
  kind: string;
  mime: string | null;
  provider_media_id: string | null;
  provider_media_until: Timestamp | null;
  provider_phone_number_id: string | null;
  reason: string | null;
  small_bytes: number | null;
  small_hash: Buffer | null;
  state: string;
  stored_at: Timestamp | null;
  uploaded_by: number | null;
  width: number | null;
}

export interface ChatSettings {
  business_id: number;
  tell_read: boolean;
  tell_typing: boolean;
  undo_seconds: number;
  updated_at: Timestamp;
}

export interface ChatTallies {
  block: number;
  business_id: number;
  category: string;
  charged: number;
  country: string | null;
  day: Timestamp;
  delivered: number;
  free: number;
  free_service: number;
  id: Generated<number>;
  phone_number_id: string;
}

export interface ConsentChanges {
  at: Generated<Timestamp>;
  business_id: number;
  consent: string;
  details: string | null;
  id: Generated<number>;
  import_id: number | null;
  lead_id: number | null;
  message_id: number | null;
  phone: string | null;
  source: string;
  user_id: number | null;
}

export interface ConsentQuestions {
  about: string;
  address: string;
  answer: string | null;
  answered_at: Timestamp | null;
  asked_at: Timestamp | null;
  business_id: number;
  id: Generated<number>;
  language: string;
  lead_id: number | null;
  phone_number_id: string | null;
  reply: string;
  said_at: Timestamp;
  state: string;
}

export interface ConversationAddresses {
  address: string;
  business_id: number;
  conversation_id: number;
  phone_number_id: string;
}

export interface ConversationChanges {
  at: Timestamp;
  before: Json;
  business_id: number;
  change: Json;
  id: Generated<number>;
  undone_at: Timestamp | null;
  user_id: number;
}

export interface ConversationDrafts {
  business_id: number;
  conversation_id: number;
  text: string;
  updated_at: Timestamp;
  user_id: number;
}

export interface ConversationEvents {
  at: Timestamp;
  business_id: number;
  conversation_id: number;
  details: Generated<Json>;
  id: Generated<number>;
  kind: string;
  text: string | null;
  user_id: number | null;
}

export interface ConversationLabels {
  business_id: number;
  colour: Generated<string>;
  created_at: Timestamp;
  name: string;
}

export interface Conversations {
  address: string;
  assigned_to: number | null;
  business_id: number;
  created_at: Timestamp;
  id: Generated<number>;
  labels: Generated<string[]>;
  last_at: Timestamp;
  last_inbound_at: Timestamp | null;
  last_inbound_id: Generated<number>;
  lead_id: number | null;
  phone_number_id: string;
  read_inbound_id: Generated<number>;
  snoozed_until: Timestamp | null;
  state: Generated<string>;
  window_until: Timestamp | null;
}

export interface ConversationSends {
  at: Timestamp;
  bot_flow_id: number | null;
  bot_step: string | null;
  business_id: number;
  conversation_id: number;
  file_id: number | null;
  message_id: number;
  reaction_to: string | null;
  reply_to: string | null;
  search: string | null;
  send_key: string;
  text: string | null;
  undo_until: Timestamp | null;
  user_id: number | null;
}

export interface ConversationViews {
  business_id: number;
  created_at: Timestamp;
  filter: Json;
  id: Generated<number>;
  made_by: number | null;
  name: string;
  user_id: number | null;
}

export interface Conversions {
  ad_id: string | null;
  address: string;
  amount: number | null;
  at: Timestamp;
  both_touches: Generated<boolean>;
  business_id: number;
  campaign_id: number | null;
  counts: Generated<boolean>;
  created_at: Timestamp;
  currency: string | null;
  event: string;
  form_id: number | null;
  id: Generated<number>;
  key: string;
  lead_id: number | null;
  message_at: Timestamp | null;
  message_id: number | null;
  paid_back: Generated<number>;
  read_ad_id: string | null;
  read_campaign_id: number | null;
  read_form_id: number | null;
  read_message_id: number | null;
  read_sequence_id: number | null;
  read_touch: string | null;
  refund_of: string | null;
  sequence_id: number | null;
  source: string;
  touch: string | null;
  touched_at: Timestamp | null;
}

export interface ConversionSources {
  business_id: number;
  created_at: Timestamp;
  id: string;
  last_at: Timestamp | null;
  name: string;
  refused_at: Timestamp | null;
  refused_code: string | null;
  secret_ciphertext: Buffer;
  secret_key_id: string;
  user_id: number;
}

export interface DatabaseGuard {
  awaited: Generated<string[]>;
  beat: Generated<number>;
  beat_at: Generated<Timestamp>;
  before_epoch: Generated<number>;
  cause: string | null;
  checking_at: Timestamp | null;
  epoch: Generated<number>;
  identity: string | null;
  single: Generated<boolean>;
  state: Generated<string>;
}

export interface DirectoryAnswers {
  answer: Json;
  fetched_at: Generated<Timestamp>;
  request: string;
}

export interface DirectoryTurns {
  next_at: Generated<Timestamp>;
  server: string;
}

export interface Dispatches {
  business_id: number;
  campaign_id: number;
  clock: Json | null;
  content_id: number;
  content_ids: ArrayType<number> | null;
  cursor_id: number;
  drained_at: Timestamp | null;
  first_id: number;
  held_at: Timestamp | null;
  hold_code: string | null;
  hold_reason: Json | null;
  last_id: number;
  moves: Generated<number>;
  opened_at: Generated<Timestamp>;
  part_id: number | null;
  part_sent_at: Timestamp | null;
  phone_number_id: string;
  state: string;
  tally: Json | null;
  tally_moves: number | null;
  turn_at: Generated<Timestamp>;
}

export interface DoctorReports {
  business_id: number;
  checked_at: Timestamp;
  checks: Json;
  verdict: string;
}

export interface DoctorRequests {
  business_id: number;
  wanted_at: Timestamp;
}

export interface EarlyMessageChanges {
  at: Timestamp;
  business_id: number;
  change: string;
  conversation_id: number;
  from_us: boolean;
  text: string | null;
  wamid: string;
}

export interface EmailConfirmations {
  business_id: number;
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  id: Generated<number>;
  token_hash: Buffer;
  used_at: Timestamp | null;
  user_id: number;
}

export interface ErasedAddresses {
  at: Timestamp;
  business_id: number;
  hash: Buffer;
}

export interface Erasures {
  business_id: number;
  cursor_id: Generated<number>;
  finished_at: Timestamp | null;
  id: Generated<number>;
  messages: Generated<number>;
  person_ciphertext: Buffer | null;
  person_key_id: string | null;
  progressed_at: Timestamp;
  started_at: Timestamp;
  status: string;
  user_id: number;
  webhooks: Generated<number>;
}

export interface FirstRuns {
  business_id: number;
  dismissed_at: Timestamp;
}

export interface GoneLinks {
  gone_at: Timestamp;
  hash: Buffer;
}

export interface HelpMessages {
  business_id: number;
  created_at: Generated<Timestamp>;
  email: string;
  id: Generated<number>;
  mailed_at: Timestamp | null;
  message: string;
  read_at: Timestamp | null;
  user_id: number;
}

export interface HookDeliveries {
  attempts: Generated<number>;
  business_id: number;
  claimed_until: Timestamp | null;
  created_at: Timestamp;
  duration_ms: number | null;
  endpoint_id: string;
  fault: string | null;
  id: Generated<number>;
  items: Json;
  kind: string;
  last_at: Timestamp | null;
  next_at: Timestamp | null;
  state: Generated<string>;
  status: number | null;
  tries: Generated<number>;
  webhook_id: Generated<string>;
}

export interface HookEndpoints {
  api_key_id: string | null;
  batch: number;
  business_id: number;
  created_at: Timestamp;
  failing_since: Timestamp | null;
  id: Generated<string>;
  kinds: string[];
  name: string;
  off_at: Timestamp | null;
  off_reason: string | null;
  old_secret_ciphertext: Buffer | null;
  old_secret_key_id: string | null;
  old_secret_until: Timestamp | null;
  secret_ciphertext: Buffer;
  secret_key_id: string;
  url: string;
  user_id: number;
}

export interface HookEvents {
  at: Timestamp;
  business_id: number;
  data: Json | null;
  id: Generated<number>;
  kind: string;
  subject: string;
}

export interface HostedSignupIntents {
  business_id: number;
  expires_at: Timestamp;
  opened_at: Generated<Timestamp>;
}

export interface HostedSignups {
  business_id: number | null;
  claimed_at: Timestamp | null;
  portfolio_id: string;
  received_at: Generated<Timestamp>;
  waba_id: string;
}

export interface IdempotencyKeys {
  answer_ciphertext: Buffer | null;
  answer_key_id: string | null;
  business_id: number;
  claim_id: string;
  claimed_at: Timestamp;
  fingerprint: Buffer | null;
  held_until: Timestamp;
  key: string;
  status: number | null;
}

export interface InboundMessages {
  at: Timestamp;
  business_id: number;
  content: Json;
  conversation_id: number;
  deleted_at: Timestamp | null;
  echo: Generated<boolean>;
  edited_at: Timestamp | null;
  forwarded: Generated<boolean>;
  id: Generated<number>;
  kind: string;
  received_at: Timestamp;
  referral: Json | null;
  reply_to: string | null;
  search: string | null;
  text: string | null;
  wamid: string;
  webhook_event_id: number | null;
}

export interface InstallMarks {
  made_at: Generated<Timestamp>;
  name: string;
  value: string;
}

export interface InstallSecrets {
  created_at: Generated<Timestamp>;
  name: string;
  secret_ciphertext: Buffer;
  secret_key_id: string;
}

export interface Journals {
  beat_at: Generated<Timestamp>;
  behind_ms: Generated<number>;
  epoch: number;
  id: string;
  machine: string;
  reaches: Generated<boolean>;
}

export interface Lanes {
  business_id: number;
  fence: Generated<number>;
  limit_reason: Json | null;
  limited_at: Timestamp | null;
  limited_until: Timestamp | null;
  owner: string | null;
  pause_code: string | null;
  pause_reason: Json | null;
  paused_at: Timestamp | null;
  paused_until: Timestamp | null;
  phone_number_id: string;
  progressed_at: Timestamp | null;
  reports_missing_at: Timestamp | null;
  reserved: Generated<number>;
  reserved_until: Timestamp | null;
}

export interface LeadBulkChanges {
  action: string;
  applied_at: Timestamp;
  audience: Json;
  business_id: number;
  changed: Generated<number>;
  cursor_id: Generated<number>;
  details: string | null;
  finished_at: Timestamp | null;
  id: Generated<number>;
  kept: Generated<number>;
  last_id: number;
  leads: number;
  leads_done: Generated<number>;
  progressed_at: Timestamp;
  status: string;
  tag: string | null;
  undo_until: Timestamp;
  undone: Generated<number>;
  user_id: number | null;
}

export interface LeadBulkSnapshots {
  before: Json | null;
  business_id: number;
  change_id: number;
  lead_id: number;
}

export interface LeadFields {
  business_id: number;
  choices: Generated<string[]>;
  created_at: Timestamp;
  id: Generated<number>;
  kind: string;
  name: string;
}

export interface LeadImports {
  analysis: Json;
  applied_at: Timestamp | null;
  begun_at: Timestamp | null;
  business_id: number;
  bytes: number;
  consent: Json | null;
  created: Generated<number>;
  created_at: Generated<Timestamp>;
  created_by: number | null;
  error: string | null;
  fault: Json | null;
  file_name: string;
  finished_at: Timestamp | null;
  id: Generated<number>;
  kept: number | null;
  kind: string;
  progressed_at: Timestamp | null;
  reasons: Generated<Json>;
  rejected: Generated<number>;
  rows_done: Generated<number>;
  search_key: string | null;
  search_place: string | null;
  settings: Json;
  skipped: Generated<number>;
  started_at: Timestamp | null;
  status: string;
  stored_as: string | null;
  tag: string | null;
  undo_until: Timestamp | null;
  unquoted: Generated<boolean>;
  updated: Generated<number>;
  writable: number | null;
}

export interface LeadImportUpdates {
  before: Json;
  business_id: number;
  import_id: number;
  lead_id: number;
}

export interface LeadReplies {
  address: string;
  at: Timestamp;
  business_id: number;
  campaign_id: number | null;
  id: Generated<number>;
  kind: string;
  lead_id: number | null;
  meaning: string | null;
  message_id: number | null;
  text: string | null;
  wamid: string | null;
}

export interface Leads {
  attributes: Generated<Json>;
  attribution: string | null;
  bsuid: string | null;
  business_id: number;
  consent: Generated<string>;
  consent_at: Timestamp | null;
  consent_source: string | null;
  created_at: Generated<Timestamp>;
  email: string | null;
  id: Generated<number>;
  import_id: number | null;
  last_inbound_at: Timestamp | null;
  name: string;
  phone: string | null;
  source: Generated<string>;
  tags: Generated<string[]>;
  unreachable_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
  username: string | null;
}

export interface LeadSearch {
  business_id: number;
  lead_id: number;
  words: string;
}

export interface LeadSearchBusinesses {
  business_id: number;
  since: Generated<Timestamp>;
}

export interface LeadSearchPending {
  business_id: number;
  first_id: number;
  id: Generated<number>;
  last_id: number;
}

export interface LeadTagAliases {
  alias: string;
  business_id: number;
  merged_at: Generated<Timestamp>;
  tag: string;
}

export interface LeadTagChecks {
  business_id: number;
  due_at: Generated<Timestamp>;
}

export interface LeadTags {
  business_id: number;
  last_used_at: Generated<Timestamp>;
  tag: string;
}

export interface LeadTagTallies {
  block: number;
  business_id: number;
  count: number;
  id: Generated<number>;
  tag: string;
}

export interface LeadTallies {
  block: number;
  business_id: number;
  consent: string;
  count: number;
  day: Timestamp;
  id: Generated<number>;
  is_unreachable: boolean;
  source: string;
}

export interface LinkClicks {
  business_id: number;
  campaign_id: number | null;
  clicked_at: Timestamp;
  from_provider: boolean;
  id: Generated<number>;
  kind: string;
  lead_id: number | null;
  link: number;
  message_id: number;
}

export interface LoginFailures {
  at: Generated<Timestamp>;
  subject: string;
}

export interface LostClaims {
  attempt: number;
  business_id: number;
  campaign_id: number | null;
  claimed_at: Timestamp;
  content_id: number;
  message_id: number;
  origin: string | null;
  recipient: string;
  wamid: string | null;
}

export interface MessageArchiveCursors {
  business_id: number;
  next_id: number;
}

export interface MessageArchives {
  business_id: number;
  first_id: number;
  last_id: number;
  messages: number;
  month: Timestamp;
  packed: Buffer;
  packed_at: Timestamp;
}

export interface MessageContents {
  business_id: number;
  category: string;
  components: Json;
  created_at: Generated<Timestamp>;
  fixed: Generated<Json>;
  id: Generated<number>;
  language: string;
  parameter_format: Generated<string>;
  provider_template_id: string | null;
  slots: Generated<Json>;
  template_id: number | null;
  template_name: string;
  variable_names: Generated<string[]>;
}

export interface MessageRates {
  authentication: Numeric | null;
  business_id: number;
  currency: string;
  marketing: Numeric | null;
  updated_at: Generated<Timestamp>;
  utility: Numeric | null;
}

export interface MessageReactions {
  at: Timestamp;
  business_id: number;
  conversation_id: number;
  emoji: string | null;
  from_us: boolean;
  reaction_wamid: string | null;
  wamid: string;
}

export interface Messages {
  accepted_at: Timestamp | null;
  attempts: Generated<number>;
  business_id: number;
  campaign_id: number | null;
  claimed_at: Timestamp | null;
  content_id: number;
  created_at: Generated<Timestamp>;
  delivered_at: Timestamp | null;
  due_at: Timestamp | null;
  error_code: number | null;
  error_details: string | null;
  error_title: string | null;
  failed_at: Timestamp | null;
  id: Generated<number>;
  lead_id: number | null;
  origin: string | null;
  phone_number_id: string;
  price_category: string | null;
  price_type: string | null;
  provider_status: string | null;
  quiet_hours: Json | null;
  read_at: Timestamp | null;
  reason: string | null;
  recipient_phone: string;
  retries: Generated<number>;
  sent_at: Timestamp | null;
  sequence_id: number | null;
  sequence_person_id: number | null;
  sequence_step: number | null;
  status: string;
  undelivered: Generated<string | null>;
  unknown_at: Timestamp | null;
  variables: Generated<string[]>;
  variant: number | null;
  wamid: string | null;
  webhook_event_ids: Generated<ArrayType<number>>;
}

export interface MessageTallies {
  block: number;
  business_id: number;
  count: number;
  day: Timestamp;
  id: Generated<number>;
}

export interface MetaEvents {
  amount: number | null;
  at: Timestamp;
  attempts: Generated<number>;
  business_id: number;
  currency: string | null;
  due_at: Timestamp;
  error_code: number | null;
  error_title: string | null;
  event: string;
  event_id: string;
  id: Generated<number>;
  inbound_id: number;
  last_at: Timestamp | null;
  state: string;
  waba_id: string;
}

export interface MetaEventSettings {
  business_id: number;
  dataset_id: string;
  is_on: boolean;
  on_since: Timestamp;
  stop_code: string | null;
  stopped_at: Timestamp | null;
  token_ciphertext: Buffer;
  token_key_id: string;
}

export interface MetaLogins {
  business_id: number;
  created_at: Generated<Timestamp>;
  token_ciphertext: Buffer;
  token_expires_at: Timestamp | null;
  token_key_id: string;
  token_kind: string;
  token_scopes: Generated<string[]>;
}

export interface NumberHealth {
  at: Timestamp;
  business_id: number;
  id: Generated<number>;
  messaging_limit: number | null;
  phone_number_id: string;
  quality_rating: string;
  throughput_per_second: number | null;
}

export interface OauthStates {
  business_id: number;
  details: Generated<Json>;
  expires_at: Timestamp;
  provider: string;
  redirect_uri: string;
  session_id: string;
  state_hash: Buffer;
  used_at: Timestamp | null;
  user_id: number;
}

export interface OfficeHours {
  business_id: number;
  holidays: Json;
  phone_number_id: string;
  timezone: string;
  updated_at: Timestamp;
  week: Json;
}

export interface OptinAttempts {
  business_id: number;
  count: number;
  hour: Timestamp;
  subject: string;
}

export interface OptinCodes {
  business_id: number;
  code: string;
  form_id: number;
  language: string | null;
  version: number | null;
}

export interface OptinConfirmations {
  address: string;
  asked_at: Timestamp;
  business_id: number;
  button: string;
  details: Json | null;
  expires_at: Timestamp;
  form_id: number;
  further: Generated<Json>;
  id: Generated<number>;
  language: string;
  message_id: number;
  name: string;
  settled_at: Timestamp | null;
  state: string;
  version: number;
}

export interface OptinForms {
  business_id: number;
  code: string;
  confirm: Json | null;
  created_at: Timestamp;
  id: Generated<number>;
  is_open: boolean;
  join_code: Generated<string>;
  keyword: string | null;
  name: string;
  photo: Buffer | null;
  photo_hash: string | null;
  revision: Generated<number>;
  short_link: string | null;
  short_link_phone_number_id: string | null;
  short_link_text: string | null;
  sites: Generated<string[]>;
  tag: string | null;
  updated_at: Timestamp;
  version: number;
  ways_off: Generated<string[]>;
}

export interface OptinFormVersions {
  business_id: number;
  content: Json;
  created_at: Timestamp;
  form_id: number;
  version: number;
}

export interface OptinProofs {
  address: string;
  answers: Json;
  at: Timestamp;
  business_id: number;
  form_id: number | null;
  id: Generated<number>;
  language: string | null;
  lead_id: number | null;
  network: string | null;
  outcome: string;
  page_id: string;
  site: string | null;
  user_agent: string | null;
  version: number | null;
  wamid: string | null;
  way: string;
  wording_sha256: Buffer | null;
}

export interface OptinVisitors {
  business_id: number;
  day: Timestamp;
  form_id: number;
  visitor: Buffer;
  way: string | null;
}

export interface OptinVisits {
  business_id: number;
  by_link: Generated<number>;
  by_qr: Generated<number>;
  by_widget: Generated<number>;
  day: Timestamp;
  form_id: number;
  pages: number;
  people: number;
}

export interface PasskeyChallenges {
  business_id: number | null;
  challenge: string;
  expires_at: Timestamp;
  id: string;
  user_id: number | null;
}

export interface Passkeys {
  business_id: number;
  created_at: Timestamp;
  credential_id: string;
  id: Generated<number>;
  name: string;
  public_key: Buffer;
  rp_id: string;
  sign_count: number;
  transports: string[];
  used_at: Timestamp | null;
  user_id: number;
}

export interface PasswordResets {
  business_id: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  id: Generated<number>;
  token_hash: Buffer;
  used_at: Timestamp | null;
  user_id: number;
}

export interface PersonAddresses {
  address: string;
  business_id: number;
  left_at: Timestamp | null;
  linked_at: Generated<Timestamp>;
  person_id: number;
  returned_at: Timestamp | null;
  several_phones: Generated<boolean>;
}

export interface PhoneNumbers {
  business_id: number;
  checked_at: Timestamp | null;
  code_verification_status: string | null;
  created_at: Generated<Timestamp>;
  disconnected_at: Timestamp | null;
  display_phone_number: string;
  is_default: Generated<boolean>;
  limit_at: Timestamp | null;
  messaging_limit: Generated<number | null>;
  name_at: Timestamp | null;
  name_status: string | null;
  on_business_app: Generated<boolean>;
  phone: string;
  phone_number_id: string;
  pin_ciphertext: Buffer | null;
  pin_key_id: string | null;
  quality_rating: Generated<string>;
  register_error: Json | null;
  register_error_code: number | null;
  registered_at: Timestamp | null;
  status: string;
  throughput_per_second: Generated<number | null>;
  verified_name: string;
  waba_id: string;
}

export interface PriceLists {
  business_id: number;
  currency: string;
  lines: Json;
  updated_at: Generated<Timestamp>;
}

export interface ProviderTemplates {
  business_id: number;
  category: string;
  category_at: Timestamp | null;
  category_changed_at: Timestamp | null;
  category_learned_at: Timestamp | null;
  components: Json;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  detected_category: string | null;
  edit_begun_at: Timestamp | null;
  edited_at: Generated<ArrayType<Timestamp>>;
  id: string;
  language: string;
  name: string;
  next_category: string | null;
  next_category_at: Timestamp | null;
  parameter_format: Generated<string>;
  previous_category: string | null;
  quality: Generated<string>;
  quality_at: Timestamp | null;
  rejected_reason: string | null;
  source: string | null;
  status: string;
  status_at: Timestamp | null;
  status_details: string | null;
  synced_at: Generated<Timestamp>;
  waba_id: string;
  warning: string | null;
}

export interface QuickReplies {
  business_id: number;
  id: Generated<number>;
  shortcut: string;
  text: string;
  updated_at: Timestamp;
}

export interface Recoveries {
  accepted: Generated<number>;
  at: Generated<Timestamp>;
  back_to: Timestamp;
  business_id: number;
  epoch: number;
  held: Generated<number>;
  missing: Generated<boolean>;
  opt_outs: Generated<number>;
  unknown: Generated<number>;
  without_row: Generated<number>;
}

export interface RecoveryCodes {
  business_id: number;
  code_hash: Buffer;
  used_at: Timestamp | null;
  user_id: number;
}

export interface RetentionRuns {
  at: Timestamp;
  bytes: number;
  kind: string;
  removed: number;
}

export interface RetentionSettings {
  changed_at: Timestamp;
  days: number;
  kind: string;
}

export interface Segments {
  business_id: number;
  counted_at: Timestamp | null;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  from_report: Generated<boolean>;
  id: Generated<number>;
  name: string;
  people: number | null;
  rules: Json;
  updated_at: Timestamp;
}

export interface SendingSettings {
  business_id: number;
  cap_days: number | null;
  cap_messages: number | null;
  reconcile_seconds: Generated<number>;
  settling_seconds: Generated<number>;
  unknown_action: Generated<string>;
}

export interface SequenceContents {
  business_id: number;
  content_id: number;
  sequence_id: number;
  source_sha256: Buffer;
  step: number;
  version: number;
}

export interface SequenceMembers {
  business_id: number;
  lead_id: number;
  sequence_id: number;
}

export interface SequencePeople {
  business_id: number;
  due_at: Timestamp | null;
  ended_at: Timestamp | null;
  entered_at: Timestamp;
  id: Generated<number>;
  lead_id: number | null;
  occasion: Timestamp | null;
  passed_over: Generated<number>;
  reason: string | null;
  sequence_id: number;
  state: string;
  step: number;
  version: number;
}

export interface Sequences {
  again: boolean;
  agreed_at: Timestamp | null;
  business_id: number;
  created_at: Timestamp;
  enters_from: Timestamp | null;
  id: Generated<number>;
  look_at: Timestamp | null;
  members_of: Buffer | null;
  name: string;
  phone_number_id: string | null;
  started_at: Timestamp | null;
  state: string;
  trigger_form_id: number | null;
  trigger_on: string;
  trigger_segment_id: number | null;
  trigger_tag: string | null;
  trigger_value: string | null;
  updated_at: Timestamp;
  version: number;
  wait_reason: Json | null;
  waits_since: Timestamp | null;
}

export interface SequenceVersions {
  agreed_components: Json | null;
  business_id: number;
  content: Json;
  created_at: Timestamp;
  sequence_id: number;
  version: number;
}

export interface Sessions {
  address: string | null;
  business_id: number;
  by_passkey: Generated<boolean>;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: string;
  revoked_at: Timestamp | null;
  seen_at: Timestamp | null;
  signing_key_id: string | null;
  user_agent: string | null;
  user_id: number;
}

export interface SocialAccountNotices {
  account_id: number;
  business_id: number;
  ends_at: Timestamp;
  kind: string;
  made_at: Timestamp;
  mailed_at: Timestamp | null;
}

export interface SocialAccounts {
  business_id: number;
  care_at: Timestamp | null;
  care_failures: Generated<number>;
  care_until: Timestamp | null;
  checked_at: Timestamp | null;
  connected_at: Timestamp;
  connected_by: number;
  data_access_ends_at: Timestamp | null;
  disconnected_at: Timestamp | null;
  external_id: string;
  followers: number | null;
  granted_at: Timestamp | null;
  granted_by: string | null;
  handle: string | null;
  id: Generated<number>;
  name: string;
  page_id: string | null;
  picture: string | null;
  platform: string;
  refresh_ciphertext: Buffer | null;
  refresh_expires_at: Timestamp | null;
  refresh_key_id: string | null;
  scopes_granted: Generated<string[]>;
  status: string;
  status_at: Timestamp;
  status_reason: string | null;
  token_ciphertext: Buffer | null;
  token_expires_at: Timestamp | null;
  token_issued_at: Timestamp | null;
  token_key_id: string | null;
  token_kind: string;
  token_version: Generated<number>;
}

export interface SocialDrafts {
  business_id: number;
  created_by: number;
  form: Json;
  id: Generated<number>;
  revision: Generated<number>;
  updated_at: Timestamp;
}

export interface SocialInsightRuns {
  account_id: number;
  asked_at: Timestamp | null;
  business_id: number;
  claim: string | null;
  claimed_until: Timestamp | null;
  due_at: Timestamp;
  failures: Generated<number>;
  finished_at: Timestamp | null;
  problem: string | null;
  waits_until: Timestamp | null;
}

export interface SocialInsights {
  account_id: number;
  business_id: number;
  fetched_at: Timestamp;
  metric: string;
  publication_id: number;
  reason: string | null;
  value: number | null;
}

export interface SocialLogins {
  business_id: number;
  expires_at: Timestamp;
  grant_ciphertext: Buffer;
  grant_key_id: string;
  id: string;
  platform: string;
  user_id: number;
}

export interface SocialMedia {
  business_id: number;
  bytes: number;
  created_at: Timestamp;
  created_by: number;
  duration_ms: number | null;
  file_name: string;
  hash: Buffer;
  height: number | null;
  id: Generated<number>;
  kind: string;
  mime: string;
  probe: Generated<Json>;
  removed_at: Timestamp | null;
  used_at: Generated<Timestamp>;
  width: number | null;
}

export interface SocialMediaVariants {
  attempts: Generated<number>;
  business_id: number;
  bytes: number | null;
  claim: string | null;
  claimed_until: Timestamp | null;
  duration_ms: number | null;
  hash: Buffer | null;
  height: number | null;
  made_at: Timestamp | null;
  media_id: number;
  mime: string | null;
  reason: string | null;
  recipe: string;
  state: string;
  width: number | null;
}

export interface SocialOccurrences {
  account_id: number;
  business_id: number;
  on_day: Timestamp;
  publication_id: number | null;
  recurrence_id: number;
}

export interface SocialPostFigures {
  account_id: number;
  business_id: number;
  clicks: number | null;
  comments: number | null;
  engagement: number | null;
  fetched_at: Timestamp;
  likes: number | null;
  platform: string;
  publication_id: number;
  reach: number | null;
  reasons: Generated<Json>;
  saves: number | null;
  shares: number | null;
  views: number | null;
}

export interface SocialPostImportRows {
  account_ids: Generated<ArrayType<number>>;
  attempts: Generated<number>;
  business_id: number;
  cells: Json;
  due_at: Timestamp | null;
  import_id: number;
  problems: Generated<Json>;
  publication_ids: Generated<ArrayType<number>>;
  row_number: number;
  state: string;
  timezone: string | null;
}

export interface SocialPostImports {
  business_id: number;
  confirmed_at: Timestamp | null;
  created_at: Timestamp;
  created_by: number;
  file_name: string;
  finished_at: Timestamp | null;
  id: Generated<number>;
  state: string;
  total: number;
}

export interface SocialPostMedia {
  alt_text: string | null;
  business_id: number;
  crops: Generated<Json>;
  focal_x: number | null;
  focal_y: number | null;
  media_id: number;
  position: number;
  post_id: number;
}

export interface SocialPostNotices {
  business_id: number;
  made_at: Timestamp;
  mailed_at: Timestamp | null;
  publication_id: number;
  state: string;
}

export interface SocialPosts {
  business_id: number;
  caption: string;
  captions: Generated<Json>;
  created_at: Timestamp;
  created_by: number;
  deleted_at: Timestamp | null;
  first_comment: string | null;
  group_id: number | null;
  id: Generated<number>;
  link: string | null;
  options: Generated<Json>;
  recurrence_id: number | null;
  revision: Generated<number>;
  timezone: string;
  updated_at: Timestamp;
}

export interface SocialPublications {
  account_id: number;
  attempts: Generated<number>;
  business_id: number;
  claim: string | null;
  claimed_until: Timestamp | null;
  container_id: string | null;
  content_hash: Buffer;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  deleted_by: number | null;
  detail: string | null;
  due_at: Timestamp;
  external_post_id: string | null;
  first_comment_id: string | null;
  first_comment_state: string | null;
  format: string;
  id: Generated<number>;
  insights_at: Timestamp | null;
  insights_due_at: Timestamp | null;
  marker: string;
  permalink: string | null;
  platform: string;
  post_id: number;
  posted_at: Timestamp | null;
  privacy: string | null;
  publish_sent_at: Timestamp | null;
  reason: string | null;
  retry_at: Timestamp | null;
  state: string;
  state_at: Timestamp;
  steps: Generated<Json>;
}

export interface SocialPublicationSteps {
  at: Timestamp;
  business_id: number;
  detail: string | null;
  id: Generated<number>;
  publication_id: number;
  reason: string | null;
  state: string;
}

export interface SocialQueueSlots {
  account_id: number | null;
  business_id: number;
  id: Generated<number>;
  local_time: string;
  weekday: number;
}

export interface SocialRecurrences {
  business_id: number;
  created_at: Timestamp;
  created_by: number;
  id: Generated<number>;
  local_time: string;
  made_until: Timestamp | null;
  next_at: Timestamp | null;
  revision: Generated<number>;
  starts_on: Timestamp | null;
  stopped_at: Timestamp | null;
  timezone: string;
  until: Timestamp | null;
  weekdays: number[];
}

export interface SocialRecurrenceTargets {
  account_id: number;
  business_id: number;
  format: string;
  post_id: number;
  recurrence_id: number;
}

export interface SocialRequests {
  business_id: number;
  group_id: number | null;
  made_at: Timestamp;
  recurrence_id: number | null;
  request_id: string;
}

export interface SocialWithdrawals {
  accounts: number;
  code: string;
  done_at: Timestamp;
  issued_at: Timestamp;
  kind: string;
  platform: string;
  request_hash: Buffer;
}

export interface Suppressions {
  address: string;
  at: Generated<Timestamp>;
  business_id: number;
  details: string | null;
  reason: string;
}

export interface TeamInvitations {
  business_id: number;
  created_at: Timestamp;
  email: string | null;
  expires_at: Timestamp;
  id: Generated<number>;
  invited_by: number;
  mailed_at: Timestamp | null;
  revoked_at: Timestamp | null;
  token_hash: Buffer;
  used_at: Timestamp | null;
  used_by: number | null;
}

export interface TemplateMedia {
  business_id: number;
  bytes: number;
  created_at: Generated<Timestamp>;
  file_name: string;
  handle: string | null;
  handle_at: Timestamp | null;
  id: Generated<number>;
  kind: string;
  mime_type: string;
  sha256: string;
}

export interface TemplateMediaUploads {
  business_id: number;
  expires_at: Timestamp;
  media_id: number;
  phone_number_id: string;
  provider_media_id: string;
}

export interface Templates {
  business_id: number;
  buttons: Generated<Json>;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  extras: Generated<Json>;
  footer: Generated<string>;
  header: Json | null;
  id: Generated<number>;
  imported: Generated<boolean>;
  language: Generated<string>;
  message: string;
  name: string;
  otp: Json | null;
  predefined_name: string | null;
  provider_template_id: string | null;
  refused: Generated<boolean>;
  samples: Generated<Json>;
  submit_error: Json | null;
  submit_retried: Generated<boolean>;
  submitted_at: Timestamp | null;
  title: string;
  type: string;
  updated_at: Generated<Timestamp>;
}

export interface TemplateSyncs {
  business_id: number;
  error: Json | null;
  finished_at: Timestamp | null;
  waba_id: string;
}

export interface TestPhones {
  address: string;
  business_id: number;
  greeting_id: number;
  phone_number_id: string;
}

export interface TwoFactors {
  business_id: number;
  confirmed_at: Timestamp | null;
  last_step: Generated<number>;
  secret_ciphertext: Buffer;
  secret_key_id: string;
  user_id: number;
}

export interface Users {
  avatar: Generated<boolean>;
  browser_language: string | null;
  business_id: number;
  created_at: Generated<Timestamp>;
  email: string;
  email_confirmed_at: Timestamp | null;
  id: Generated<number>;
  language: string | null;
  name: string;
  password_hash: string;
  removed_at: Timestamp | null;
  seen_at: Timestamp | null;
}

export interface WebhookEvents {
  body: Buffer;
  business_id: number | null;
  fields: Generated<string[]>;
  id: Generated<number>;
  packed_from: number | null;
  problem: string | null;
  provider: Generated<string>;
  received_at: Generated<Timestamp>;
  signature_form: Generated<string>;
}

export interface WebhookPacking {
  packed_to: number;
  singleton: Generated<boolean>;
}

export interface WebhookQueue {
  id: number;
  is_report: Generated<boolean>;
  partition: Generated<number>;
}

export interface WebhookRefusals {
  count: number;
  last_at: Timestamp;
  reason: string;
}

export interface WhatsappAccounts {
  account_review_status: string | null;
  app_subscribed_at: Timestamp | null;
  blocked_at: Timestamp | null;
  blocked_reason: Json | null;
  blocked_until: Timestamp | null;
  business_id: number;
  business_verification_status: string | null;
  checked_at: Timestamp | null;
  connected_at: Generated<Timestamp>;
  country: string | null;
  currency: string | null;
  disconnected_at: Timestamp | null;
  for_test_phone: Generated<boolean>;
  marketing_endpoint: Generated<string>;
  name: string;
  portfolio_id: string | null;
  reviewed_at: Timestamp | null;
  status: string;
  status_reason: Json | null;
  test: Generated<boolean>;
  token_ciphertext: Buffer | null;
  token_expires_at: Timestamp | null;
  token_key_id: string | null;
  token_kind: string | null;
  token_scopes: Generated<string[]>;
  waba_id: string;
}

export interface Tables {
  account_blocks: AccountBlocks;
  account_warnings: AccountWarnings;
  ad_visits: AdVisits;
  alerts: Alerts;
  analytics_blocks: AnalyticsBlocks;
  analytics_drifts: AnalyticsDrifts;
  analytics_leads: AnalyticsLeads;
  analytics_marks: AnalyticsMarks;
  analytics_messages: AnalyticsMessages;
  analytics_tagged: AnalyticsTagged;
  api_keys: ApiKeys;
  attribution_settings: AttributionSettings;
  audit_events: AuditEvents;
  bot_ai_answers: BotAiAnswers;
  bot_ai_costs: BotAiCosts;
  bot_events: BotEvents;
  bot_flow_versions: BotFlowVersions;
  bot_flows: BotFlows;
  bot_handled: BotHandled;
  bot_rules: BotRules;
  bot_secrets: BotSecrets;
  bot_sessions: BotSessions;
  bot_settings: BotSettings;
  business_deletions: BusinessDeletions;
  business_registrations: BusinessRegistrations;
  businesses: Businesses;
  callback_tags: CallbackTags;
  campaign_drafts: CampaignDrafts;
  campaign_events: CampaignEvents;
  campaign_trials: CampaignTrials;
  campaign_variants: CampaignVariants;
  campaigns: Campaigns;
  chat_files: ChatFiles;
  chat_settings: ChatSettings;
  chat_tallies: ChatTallies;
  consent_changes: ConsentChanges;
  consent_questions: ConsentQuestions;
  conversation_addresses: ConversationAddresses;
  conversation_changes: ConversationChanges;
  conversation_drafts: ConversationDrafts;
  conversation_events: ConversationEvents;
  conversation_labels: ConversationLabels;
  conversation_sends: ConversationSends;
  conversation_views: ConversationViews;
  conversations: Conversations;
  conversion_sources: ConversionSources;
  conversions: Conversions;
  database_guard: DatabaseGuard;
  directory_answers: DirectoryAnswers;
  directory_turns: DirectoryTurns;
  dispatches: Dispatches;
  doctor_reports: DoctorReports;
  doctor_requests: DoctorRequests;
  early_message_changes: EarlyMessageChanges;
  email_confirmations: EmailConfirmations;
  erased_addresses: ErasedAddresses;
  erasures: Erasures;
  first_runs: FirstRuns;
  gone_links: GoneLinks;
  help_messages: HelpMessages;
  hook_deliveries: HookDeliveries;
  hook_endpoints: HookEndpoints;
  hook_events: HookEvents;
  hosted_signup_intents: HostedSignupIntents;
  hosted_signups: HostedSignups;
  idempotency_keys: IdempotencyKeys;
  inbound_messages: InboundMessages;
  install_marks: InstallMarks;
  install_secrets: InstallSecrets;
  journals: Journals;
  lanes: Lanes;
  lead_bulk_changes: LeadBulkChanges;
  lead_bulk_snapshots: LeadBulkSnapshots;
  lead_fields: LeadFields;
  lead_import_updates: LeadImportUpdates;
  lead_imports: LeadImports;
  lead_replies: LeadReplies;
  lead_search: LeadSearch;
  lead_search_businesses: LeadSearchBusinesses;
  lead_search_pending: LeadSearchPending;
  lead_tag_aliases: LeadTagAliases;
  lead_tag_checks: LeadTagChecks;
  lead_tag_tallies: LeadTagTallies;
  lead_tags: LeadTags;
  lead_tallies: LeadTallies;
  leads: Leads;
  link_clicks: LinkClicks;
  login_failures: LoginFailures;
  lost_claims: LostClaims;
  message_archive_cursors: MessageArchiveCursors;
  message_archives: MessageArchives;
  message_contents: MessageContents;
  message_rates: MessageRates;
  message_reactions: MessageReactions;
  message_tallies: MessageTallies;
  messages: Messages;
  meta_event_settings: MetaEventSettings;
  meta_events: MetaEvents;
  meta_logins: MetaLogins;
  number_health: NumberHealth;
  oauth_states: OauthStates;
  office_hours: OfficeHours;
  optin_attempts: OptinAttempts;
  optin_codes: OptinCodes;
  optin_confirmations: OptinConfirmations;
  optin_form_versions: OptinFormVersions;
  optin_forms: OptinForms;
  optin_proofs: OptinProofs;
  optin_visitors: OptinVisitors;
  optin_visits: OptinVisits;
  passkey_challenges: PasskeyChallenges;
  passkeys: Passkeys;
  password_resets: PasswordResets;
  person_addresses: PersonAddresses;
  phone_numbers: PhoneNumbers;
  price_lists: PriceLists;
  provider_templates: ProviderTemplates;
  quick_replies: QuickReplies;
  recoveries: Recoveries;
  recovery_codes: RecoveryCodes;
  retention_runs: RetentionRuns;
  retention_settings: RetentionSettings;
  segments: Segments;
  sending_settings: SendingSettings;
  sequence_contents: SequenceContents;
  sequence_members: SequenceMembers;
  sequence_people: SequencePeople;
  sequence_versions: SequenceVersions;
  sequences: Sequences;
  sessions: Sessions;
  social_account_notices: SocialAccountNotices;
  social_accounts: SocialAccounts;
  social_drafts: SocialDrafts;
  social_insight_runs: SocialInsightRuns;
  social_insights: SocialInsights;
  social_logins: SocialLogins;
  social_media: SocialMedia;
  social_media_variants: SocialMediaVariants;
  social_occurrences: SocialOccurrences;
  social_post_figures: SocialPostFigures;
  social_post_import_rows: SocialPostImportRows;
  social_post_imports: SocialPostImports;
  social_post_media: SocialPostMedia;
  social_post_notices: SocialPostNotices;
  social_posts: SocialPosts;
  social_publication_steps: SocialPublicationSteps;
  social_publications: SocialPublications;
  social_queue_slots: SocialQueueSlots;
  social_recurrence_targets: SocialRecurrenceTargets;
  social_recurrences: SocialRecurrences;
  social_requests: SocialRequests;
  social_withdrawals: SocialWithdrawals;
  suppressions: Suppressions;
  team_invitations: TeamInvitations;
  template_media: TemplateMedia;
  template_media_uploads: TemplateMediaUploads;
  template_syncs: TemplateSyncs;
  templates: Templates;
  test_phones: TestPhones;
  two_factors: TwoFactors;
  users: Users;
  webhook_events: WebhookEvents;
  webhook_packing: WebhookPacking;
  webhook_queue: WebhookQueue;
  webhook_refusals: WebhookRefusals;
  whatsapp_accounts: WhatsappAccounts;
}

