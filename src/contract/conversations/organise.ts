import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Id } from '../values.ts'
import { ConversationFilter, Label, ShortName } from './filter.ts'

/** How many of each a business keeps at most. */
export const mostViews = 50
export const mostLabels = 200

/** A filter of the inbox that is kept under a name. */
export const SavedView = z.object({
  id: z.number(),
  name: z.string(),
  /** The whole team sees it; otherwise only who made it. */
  shared: z.boolean(),
  /** Who made it. */
  by: z.string().nullable(),
  filter: ConversationFilter,
})
export type SavedView = z.infer<typeof SavedView>

export const LabelColour = z.enum(['grey', 'red', 'orange', 'green', 'blue', 'violet'])
export type LabelColour = z.infer<typeof LabelColour>

export const ChatLabel = z.object({
  name: z.string(),
  colour: LabelColour,
  conversations: z.number().int(),
})
export type ChatLabel = z.infer<typeof ChatLabel>

const id = z.object({ id: Id })
const view = z.object({
  name: ShortName(40),
  shared: z.boolean(),
  filter: ConversationFilter,
})

/** Saved views and labels of the inbox. */
export const inboxOrder = endpoints({
  views: {
    method: 'GET',
    path: '/marketing/api/conversation-views',
    summary: 'Saved views of the inbox: those of the business, and your own',
    response: answer({ views: z.array(SavedView) }),
  },
  addView: {
    method: 'POST',
    path: '/marketing/api/conversation-views',
    audit: 'view_saved',
    summary: 'Keep a filter of the inbox under a name',
    body: view,
    response: answer({ view: SavedView }),
  },
  changeView: {
    method: 'PATCH',
    path: '/marketing/api/conversation-views/{id}',
    audit: 'view_saved',
    summary: 'Rename a saved view, share it, or change its filter',
    params: id,
    body: view.partial(),
    response: answer({ view: SavedView }),
  },
  removeView: {
    method: 'DELETE',
    path: '/marketing/api/conversation-views/{id}',
    audit: 'view_deleted',
    summary: 'Delete a saved view',
    params: id,
    response: answer({}),
  },
  labels: {
    method: 'GET',
    path: '/marketing/api/conversation-labels',
    scope: 'conversations:read',
    summary: 'Labels of conversations, and how many conversations have each',
    response: answer({ labels: z.array(ChatLabel) }),
  },
  addLabel: {
    method: 'POST',
    path: '/marketing/api/conversation-labels',
    audit: 'label_added',
    summary: 'Add a label for conversations',
    body: z.object({ name: Label, colour: LabelColour.default('grey') }),
    response: answer({ label: ChatLabel }),
  },
  changeLabel: {
    method: 'PATCH',
    path: '/marketing/api/conversation-labels',
    audit: 'label_changed',
    summary: 'Rename or colour a label, or merge it into another one',
    description:
      'Conversations and saved views follow. A new name that another label has is refused, but with `merge`: then that label takes over.',
    body: z.object({
      name: Label,
      new_name: Label.optional(),
      colour: LabelColour.optional(),
      merge: z.boolean().default(false),
    }),
    response: answer({ label: ChatLabel }),
  },
  removeLabel: {
    method: 'POST',
    path: '/marketing/api/conversation-labels/remove',
    audit: 'label_deleted',
    summary: 'Delete a label and take it off its conversations',
    body: z.object({ name: Label }),
    /** To undo it. */
    response: answer({ change_id: z.number() }),
  },
})
