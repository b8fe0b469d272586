import {
  IconArrowRightCircle,
  IconBolt,
  IconCircleOff,
  IconClock,
  IconForms,
  IconGitBranch,
  IconHelpCircle,
  IconListDetails,
  IconMessage2,
  IconNote,
  IconPhoto,
  IconRobot,
  IconSquareRoundedCheck,
  IconTag,
  IconTemplate,
  IconUserShare,
  IconUserUp,
  IconWorldUpload,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { t } from '#web/messages/t.ts'

const icons: Record<string, TablerIcon> = {
  start: IconBolt,
  text: IconMessage2,
  media: IconPhoto,
  buttons: IconSquareRoundedCheck,
  list: IconListDetails,
  template: IconTemplate,
  question: IconHelpCircle,
  condition: IconGitBranch,
  tag: IconTag,
  field: IconForms,
  assign: IconUserUp,
  note: IconNote,
  flow: IconArrowRightCircle,
  wait: IconClock,
  http: IconWorldUpload,
  ai: IconRobot,
  hand_over: IconUserShare,
  end: IconCircleOff,
}

export const iconOfKind = (kind: string): TablerIcon => icons[kind] ?? IconMessage2

export const kindName = (kind: string): string => t('chatbot.kind', { kind })

export const kindGroups = (): { name: string; kinds: string[] }[] => [
  { name: t('chatbot.builder.groupSend'), kinds: ['text', 'media', 'buttons', 'list', 'template'] },
  { name: t('chatbot.builder.groupAsk'), kinds: ['question', 'condition', 'wait'] },
  { name: t('chatbot.builder.groupData'), kinds: ['tag', 'field', 'note', 'http'] },
  { name: t('chatbot.builder.groupEnd'), kinds: ['ai', 'assign', 'hand_over', 'flow', 'end'] },
]
