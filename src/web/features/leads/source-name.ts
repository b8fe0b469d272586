import { t } from '#web/messages/t.ts'

const sources = ['manual', 'csv', 'api', 'openstreetmap', 'inbound', 'number_changed'] as const
const isKnown = (source: string): source is (typeof sources)[number] =>
  (sources as readonly string[]).includes(source)

/** Where a lead came from; a program may give a source of its own. */
export const sourceName = (source: string): string =>
  isKnown(source) ? t(`leads.sources.${source}`) : source
