import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'
import { Id } from '../values.ts'
import { CampaignAudience } from './audience.ts'
import { FilledBy } from './parts.ts'
import { KeptQuiet } from './timing.ts'
import { TrialDraft } from './trials.ts'

/** A campaign as its form takes it: what an edit or a copy begins with. */
export const CampaignDraft = z.object({
  id: Id,
  name: z.string(),
  /** Whether it can still be edited: no message of it is planned. */
  editable: z.boolean(),
  /** How often it was changed. */
  revision: z.number().int(),
  template_id: Id,
  phone_number_id: z.string(),
  audience: CampaignAudience,
  audience_text: z.string(),
  parameters: z.record(z.string(), FilledBy),
  custom_message: z.string().nullable(),
  consent_statement: z.string().nullable(),
  count_clicks: z.boolean(),
  trial: TrialDraft.nullable(),
  scheduled_at: z.string(),
  /** The start was wanted at once, not at a time of the owner's choice. */
  starts_now: z.boolean(),
  timezone: z.string(),
  by_their_clock: z.boolean(),
  quiet: KeptQuiet.nullable(),
})
export type CampaignDraft = z.infer<typeof CampaignDraft>

/** The largest form that is kept, in characters of its JSON: 20,000 people picked by hand. */
const formMax = 200_000
/** A half-filled form of the Campaign Manager, as the browser left it. */
const DraftForm = z
  .record(z.string().max(60), z.unknown())
  .refine((form) => JSON.stringify(form).length <= formMax, {
    error: () => t('campaigns.draftMax'),
  })
const SavedDraftInput = z.object({
  name: z
    .string()
    .trim()
    .max(150, { error: () => t('campaigns.nameMax', { count: 150 }) }),
  form: DraftForm,
})
/** A form that its owner put aside. */
export const SavedDraft = z.object({ id: Id, name: z.string(), updated_at: z.string() })
export type SavedDraft = z.infer<typeof SavedDraft>

const OneDraft = z.object({ id: Id })

export const campaignDrafts = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/campaign_drafts',
    summary: 'Forms of campaigns that were put aside, the latest first; at most 100',
    response: answer({ drafts: z.array(SavedDraft) }),
  },
  save: {
    method: 'POST',
    path: '/marketing/api/campaign_drafts',
    summary: 'Put a half-filled campaign form aside',
    body: SavedDraftInput,
    response: answer({ draft: SavedDraft }),
  },
  open: {
    method: 'GET',
    path: '/marketing/api/campaign_drafts/{id}',
    summary: 'A form that was put aside',
    params: OneDraft,
    response: answer({ draft: SavedDraft.extend({ form: z.record(z.string(), z.unknown()) }) }),
  },
  change: {
    method: 'PUT',
    path: '/marketing/api/campaign_drafts/{id}',
    summary: 'Put a form aside in place of an earlier state of it',
    params: OneDraft,
    body: SavedDraftInput,
    response: answer({ draft: SavedDraft }),
  },
  remove: {
    method: 'DELETE',
    path: '/marketing/api/campaign_drafts/{id}',
    summary: 'Delete a draft',
    params: OneDraft,
    response: answer({}),
  },
})
