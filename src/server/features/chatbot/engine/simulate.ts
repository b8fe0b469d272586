import type {
  FlowDefinition,
  SimulatedEvent,
  Simulation,
  SimulationState,
} from '#contract/chatbot/chatbot.ts'
import { t } from '#server/messages/t.ts'
import { advance } from './advance.ts'
import { type Advanced, type Context, newSession } from './session.ts'

/** After each message of the person. Source: …/whatsapp/cloud-api/guides/send-messages#customer-service-windows. */
const windowMs = 24 * 3_600_000

/** Takes a simulated person on: the same engine, with nothing sent, stored or called. */
export function simulate(
  definition: FlowDefinition,
  state: SimulationState | null,
  event: SimulatedEvent,
  { clock, zone }: { clock: Date; zone: string },
  isMarketing: (template: string, language: string) => boolean,
): Simulation {
  const starts = event.type === 'start'
  const { tags, fields, now, office_open, window_until, templates_fail, no_marketing, ...session } =
    state ?? {
      ...newSession(),
      tags: [],
      fields: {},
      office_open: null,
      window_until: null,
      templates_fail: false,
      no_marketing: false,
      now: clock.toISOString(),
    }
  const from = (starts && event.at) || now
  const time = Number.isNaN(Date.parse(from)) ? clock : new Date(from)
  // Without a pause between messages each customer would be taken for a machine.
  const at = new Date(time.getTime() + (event.type === 'advance' ? event.minutes * 60_000 : 5000))
  const wrote = starts || event.type === 'message'
  const until = wrote ? new Date(at.getTime() + windowMs).toISOString() : window_until
  const fails = starts ? event.templates_fail : templates_fail
  const noMarketing = starts ? event.no_marketing : no_marketing
  const context: Context = {
    now: at,
    zone,
    name: 'Asha',
    phone: '+919823041576',
    tags: new Set(starts ? event.tags : tags),
    fields: new Map(Object.entries(starts ? event.fields : fields)),
    // A state of before the window was kept has it open.
    windowOpen: until === null || Date.parse(until) > at.getTime(),
    noMarketing,
    officeOpen: starts ? event.office_open : office_open,
    canSend: (template, language) => !fails && !(noMarketing && isMarketing(template, language)),
    mediaOf: () => 'uploaded',
  }
  const before = starts ? { ...newSession(), variables: event.variables } : session
  const done: Advanced = advance(before, eventOf(event), definition, context)
  return {
    effects: done.effects,
    trace: done.trace,
    variables: done.session.variables,
    state: {
      ...done.session,
      tags: [...context.tags],
      fields: Object.fromEntries(context.fields),
      office_open: context.officeOpen,
      window_until: until,
      templates_fail: fails,
      no_marketing: noMarketing,
      now: context.now.toISOString(),
    },
  }
}

function eventOf(event: SimulatedEvent): Parameters<typeof advance>[1] {
  switch (event.type) {
    case 'start':
      return { type: 'start', text: event.text }
    case 'message':
      return { type: 'message', text: event.text, answerId: event.answer_id }
    case 'advance':
      return { type: 'timer' }
    case 'ai_result':
      return { ...event, sorry: t('chatbot.aiUnknown') }
    default:
      return event
  }
}
