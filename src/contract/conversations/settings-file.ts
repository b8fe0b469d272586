import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { NewField } from '../leads/fields.ts'
import { OfficeHours } from '../office-hours.ts'
import { ConversationFilter, Label, ShortName } from './filter.ts'
import { LabelColour, mostLabels, mostViews } from './organise.ts'
import { Shortcut, Text } from './outgoing.ts'
import { ChatSettings } from './settings.ts'

/** Members, numbers and campaigns have other ids elsewhere: a file names them. */
const PortableFilter = ConversationFilter.omit({
  assigned_to: true,
  phone_number_id: true,
  campaign_id: true,
}).extend({
  /** The member's e-mail address. */
  assigned_to: z.string().max(320).optional(),
  phone_number: z.string().max(40).optional(),
  campaign: z.string().max(200).optional(),
})
export type PortableFilter = z.infer<typeof PortableFilter>

export const fileFormat = 'tidings-inbox'
export const fileVersion = 1

/** The settings of an inbox as a file. A part that is left out stays as it is. */
export const SettingsFile = z
  .object({
    format: z.literal(fileFormat),
    version: z.literal(fileVersion),
    settings: ChatSettings.partial().optional(),
    quick_replies: z
      .array(z.object({ shortcut: Shortcut, text: Text }))
      .max(1000)
      .default([]),
    labels: z
      .array(z.object({ name: Label, colour: LabelColour }))
      .max(mostLabels)
      .default([]),
    fields: z.array(NewField).max(50).default([]),
    office_hours: z
      .array(z.object({ phone_number: z.string().max(40), hours: OfficeHours }))
      .max(200)
      .default([]),
    /** Those that the whole team sees. */
    views: z
      .array(z.object({ name: ShortName(40), filter: PortableFilter }))
      .max(mostViews)
      .default([]),
  })
  .meta({ id: 'InboxSettingsFile' })
export type SettingsFile = z.infer<typeof SettingsFile>

export const filePart = z.enum(['quick_replies', 'labels', 'fields', 'office_hours', 'views', 'settings'])
export type FilePart = z.infer<typeof filePart>

export const SettingsImport = z
  .object({
    /** What came, by part: what was not there, what became another, and what was the same already. */
    parts: z.array(
      z.object({
        part: filePart,
        added: z.number().int(),
        changed: z.number().int(),
        same: z.number().int(),
      }),
    ),
    /** What does not fit this business, and why. */
    left_out: z.array(z.object({ part: filePart, name: z.string(), why: z.string() })),
  })
  .meta({ id: 'InboxSettingsImport' })
export type SettingsImport = z.infer<typeof SettingsImport>

const body = z.object({ file: z.unknown() })

/** The settings of the inbox as a file. */
export const inboxFile = endpoints({
  get: {
    method: 'GET',
    path: '/marketing/api/inbox-settings/file',
    summary: 'The settings of the inbox as a file',
    description:
      'Quick replies, labels, custom fields of leads, office hours, the saved views of the team, and how the inbox answers.',
    response: answer({ file: SettingsFile }),
  },
  check: {
    method: 'POST',
    path: '/marketing/api/inbox-settings/file/check',
    summary: 'What an import of a file would change',
    body,
    response: answer({ result: SettingsImport }),
  },
  import: {
    method: 'POST',
    path: '/marketing/api/inbox-settings/file',
    audit: 'settings_imported',
    summary: 'Import the settings of an inbox from a file',
    description:
      'What has the same name or shortcut becomes as in the file; nothing is deleted. All or nothing is written; what names a member, number or campaign that is not here is left out and listed.',
    body,
    response: answer({ result: SettingsImport }),
  },
})
