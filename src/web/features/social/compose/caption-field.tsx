import { Popover } from '@mantine/core'
import { IconHash, IconMoodSmile } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { textRules } from '#contract/social/rules.ts'
import { type Platform, type PostFormat, platformNames } from '#contract/social/social.ts'
import { hashtagsIn, type TextProblem, textLength } from '#contract/social/text-length.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { networkIcons } from '../accounts/network-icons.ts'
import { type Composer, captionFor, wordProblems } from './composer-form.ts'
import './caption.css'

const EmojiPicker = lazy(() => import('#web/components/emoji-picker.tsx'))

type Network = { platform: Platform; format: PostFormat }

export const problemSentence = (platform: Platform, { field, code, limit, found }: TextProblem): string =>
  t(`social.compose.problem.${code}`, {
    network: platformNames[platform],
    limit,
    found,
    counting: field === 'caption' ? countings[platform] : 'letters',
  })

/** How a network counts a text, where it is not by its letters. */
const countings: Record<Platform, string> = {
  facebook: 'letters',
  instagram: 'letters',
  youtube: 'bytes',
  linkedin: 'doubled',
}

/** The text for all networks or for one, counted as each network counts. */
export function CaptionField({
  form,
  networks,
  first = null,
  error,
  onChange,
}: {
  form: Composer
  networks: readonly Network[]
  /** The network whose text is open at first. */
  first?: Platform | null | undefined
  error: string | undefined
  onChange: (changes: Partial<Composer>) => void
}) {
  const [tab, setTab] = useState<Platform | null>(first)
  const [emoji, setEmoji] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number | null>(null)
  const id = useId()
  const open = networks.some(({ platform }) => platform === tab) ? tab : null
  const text = open ? captionFor(form, open) : form.caption
  const problems = networks.flatMap(({ platform, format }) =>
    wordProblems(form, platform, format)
      .filter(({ field }) => field === 'caption')
      .map((problem) => ({ platform, problem })),
  )
  useEffect(() => {
    if (caret.current === null) return
    area.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const write = (value: string) =>
    onChange(open ? { captions: { ...form.captions, [open]: value } } : { caption: value })
  const insert = (piece: string) => {
    const start = area.current?.selectionStart ?? text.length
    const end = area.current?.selectionEnd ?? start
    write(text.slice(0, start) + piece + text.slice(end))
    caret.current = start + piece.length
    area.current?.focus()
  }
  const tabs: (Platform | null)[] = [null, ...networks.map(({ platform }) => platform)]
  const step = (by: number) => {
    const next = tabs[(tabs.indexOf(open) + by + tabs.length) % tabs.length] ?? null
    setTab(next)
    document.getElementById(`${id}-${next ?? 'all'}`)?.focus()
  }

  return (
    <section className="sec" aria-labelledby={`${id}-label`}>
      <span className="lab" id={`${id}-label`}>
        {t('social.compose.caption')}
      </span>
      {networks.length > 1 ? (
        <div className="ctabs" role="tablist" aria-labelledby={`${id}-label`}>
          {tabs.map((platform) => (
            <button
              key={platform ?? 'all'}
              type="button"
              role="tab"
              id={`${id}-${platform ?? 'all'}`}
              aria-selected={platform === open}
              aria-controls={`${id}-text`}
              tabIndex={platform === open ? 0 : -1}
              onClick={() => setTab(platform)}
              onKeyDown={({ key }) => {
                if (key === 'ArrowRight') step(1)
                else if (key === 'ArrowLeft') step(-1)
              }}
            >
              {platform ? <Icon of={networkIcons[platform]} size="small" /> : null}
              {platform ? platformNames[platform] : t('social.compose.allNetworks')}
              {platform && form.captions[platform] !== undefined ? (
                <span className="lb">{t('social.compose.edited')}</span>
              ) : null}
            </button>
          ))}
        </div>
      ) : null}
      <div
        className={`cap${networks.length > 1 ? ' under-tabs' : ''}${error || problems.length ? ' wrong' : ''}`}
      >
        <textarea
          ref={area}
          id={`${id}-text`}
          aria-label={
            open
              ? t('social.compose.captionFor', { network: platformNames[open] })
              : t('social.compose.caption')
          }
          aria-invalid={error || problems.length > 0 ? true : undefined}
          aria-describedby={error || problems.length > 0 ? `${id}-wrong` : undefined}
          value={text}
          onChange={({ currentTarget: { value } }) => write(value)}
        />
        <div className="cap-f">
          <Popover opened={emoji} onChange={setEmoji} position="bottom-start" trapFocus returnFocus>
            <Popover.Target>
              <button
                type="button"
                className="cap-b"
                aria-label={t('social.compose.emoji')}
                aria-expanded={emoji}
                onClick={() => setEmoji((now) => !now)}
              >
                <Icon of={IconMoodSmile} />
              </button>
            </Popover.Target>
            <Popover.Dropdown aria-label={t('social.compose.emoji')}>
              <Suspense fallback={<SkeletonLines />}>
                <EmojiPicker
                  onPick={(one) => {
                    setEmoji(false)
                    insert(one)
                  }}
                />
              </Suspense>
            </Popover.Dropdown>
          </Popover>
          <button
            type="button"
            className="cap-b"
            aria-label={t('social.compose.hashtag')}
            onClick={() => insert(/(^|\s)$/.test(text.slice(0, area.current?.selectionStart)) ? '#' : ' #')}
          >
            <Icon of={IconHash} />
          </button>
          {open && form.captions[open] !== undefined ? (
            <Button
              kind="quiet"
              size="small"
              onClick={() => {
                const { [open]: _, ...captions } = form.captions
                onChange({ captions })
              }}
            >
              {t('social.compose.sameAgain')}
            </Button>
          ) : null}
          <span className="counts num">
            {networks
              .filter(({ platform }) => !open || platform === open)
              .map(({ platform, format }) => (
                <Count key={platform} form={form} platform={platform} format={format} />
              ))}
          </span>
        </div>
      </div>
      <div id={`${id}-wrong`}>
        {error ? <p className="hint err">{error}</p> : null}
        {problems.map(({ platform, problem }) => (
          <p className="hint err" key={`${platform} ${problem.code}`}>
            {problemSentence(platform, problem)}
          </p>
        ))}
      </div>
    </section>
  )
}

function Count({ form, platform, format }: { form: Composer } & Network) {
  const rule = textRules[platform]
  const text = captionFor(form, platform)
  const count = textLength(platform, text)
  const tags = hashtagsIn(text).length
  const isOver = wordProblems(form, platform, format).some(({ field }) => field === 'caption')
  if (format === 'story') return null
  return (
    <span className={isOver ? 'bad' : undefined}>
      <Icon of={networkIcons[platform]} />
      <span className="sr">{platformNames[platform]}</span>
      {rule.hashtags === undefined
        ? t('social.compose.count', { count, limit: rule.most, unit: rule.unit })
        : t('social.compose.countHashtags', { count, limit: rule.most, tags, tagLimit: rule.hashtags })}
    </span>
  )
}
