import type { Series } from '#contract/social/planning.ts'
import type { Platform } from '#contract/social/social.ts'
import { blank, type Composer } from '../compose/composer-form.ts'

/** What most of the texts are; the others are their networks' own. */
function commonCaption(targets: Series['targets']): string {
  const counts = new Map<string, number>()
  for (const { caption } of targets) counts.set(caption, (counts.get(caption) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

/** A recurring post as the composer's fields show it. */
export function formOfSeries({ targets, media, link, ...series }: Series): Composer {
  const caption = commonCaption(targets)
  const youtube = targets.find(({ options }) => options.youtube)?.options.youtube
  const own = targets.filter((target) => target.caption !== caption)
  return {
    ...blank,
    accounts: targets.map(({ account_id }) => account_id),
    files: media.map(({ media_id, alt_text, focal, crops }) => ({
      id: media_id,
      alt: alt_text ?? '',
      focal,
      crops,
    })),
    textOnly: media.length === 0,
    caption,
    captions: Object.fromEntries(own.map((target) => [target.platform, target.caption])) as Partial<
      Record<Platform, string>
    >,
    formats: Object.fromEntries(targets.map(({ platform, format }) => [platform, format])),
    firstComment: targets.find(({ first_comment }) => first_comment)?.first_comment ?? '',
    link: link ?? '',
    title: youtube?.title ?? '',
    privacy: youtube?.privacy ?? blank.privacy,
    madeForKids: youtube?.made_for_kids ?? false,
    tags: (youtube?.tags ?? []).join(', '),
    scheduled: true,
    when: 'repeat',
    time: series.local_time,
    weekdays: series.weekdays,
    until: series.until ?? '',
  }
}
