import { OfficeHours } from '#contract/office-hours.ts'

type Spans = OfficeHours['week'][number]
type Holidays = OfficeHours['holidays']

const Day = OfficeHours.shape.week.element
const { holidays: Holidays } = OfficeHours.shape

/** `09:00-13:00, 14:00-18:00` */
export const spansText = (spans: Spans): string => spans.map(({ from, to }) => `${from}-${to}`).join(', ')

/** Null: it cannot be read. Hours may have one digit, and any dash is taken. */
export function readSpans(text: string): Spans | null {
  if (text.trim() === '') return []
  const spans = text.split(',').map((part) => {
    const found = /^\s*(\d{1,2}:\d{2})\s*[-–—]\s*(\d{1,2}:\d{2})\s*$/.exec(part)
    return { from: found?.[1]?.padStart(5, '0') ?? '', to: found?.[2]?.padStart(5, '0') ?? '' }
  })
  return Day.safeParse(spans).data ?? null
}

/** One holiday a line: the date, its name, and its open times in brackets where there are any. */
export const holidaysText = (holidays: Holidays): string =>
  holidays
    .map(({ date, name, spans }) =>
      `${date} ${name}${spans.length > 0 ? ` (${spansText(spans)})` : ''}`.trim(),
    )
    .join('\n')

export function readHolidays(text: string): Holidays | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map((line) => {
    const found = /^\s*(\S+)(.*?)(?:\(([^()]*)\)\s*)?$/.exec(line)
    const spans = readSpans(found?.[3] ?? '')
    return { date: found?.[1] ?? '', name: found?.[2]?.trim() ?? '', spans: spans ?? null }
  })
  return Holidays.safeParse(read).data ?? null
}
