import type { Series } from '#contract/social/planning.ts'
import { formatList } from '#web/format/list.ts'
import { t } from '#web/messages/t.ts'
import { weekdayNames } from '../compose/weekdays.ts'

/** On which days and at what time a series goes out. */
export const seriesRule = ({ weekdays, local_time, timezone }: Series): string =>
  t('social.scheduled.series.rule', {
    days: formatList(
      weekdayNames()
        .filter(({ day }) => weekdays.includes(day))
        .map(({ name }) => name),
    ),
    time: local_time,
    zone: timezone,
  })
