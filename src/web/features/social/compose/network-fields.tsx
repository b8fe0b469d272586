import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Media } from '#contract/social/media.ts'
import { textRules } from '#contract/social/rules.ts'
import { type Platform, type PostFormat, platformNames } from '#contract/social/social.ts'
import { mostInTags, tagsLength } from '#contract/social/text-length.ts'
import { Label, Two } from '#web/components/forms/field.tsx'
import { formatList } from '#web/format/list.ts'
import { t } from '#web/messages/t.ts'
import { useLinkPreview } from '../social.queries.ts'
import { problemSentence } from './caption-field.tsx'
import { type Composer, formatsFor, tagList, wordProblems } from './composer-form.ts'

/** What single networks need besides: the kind of post, YouTube's title, a first comment, a link. */
export function NetworkFields({
  form,
  networks,
  media,
  titleError,
  onChange,
}: {
  form: Composer
  networks: readonly { platform: Platform; format: PostFormat }[]
  media: readonly Media[]
  titleError: string | undefined
  onChange: (changes: Partial<Composer>) => void
}) {
  const platforms = networks.map(({ platform }) => platform)
  const choices = networks.filter(
    ({ platform }) => media.length > 0 && formatsFor(platform, media).length > 1,
  )
  const commented = networks.filter(
    ({ platform, format }) => textRules[platform].firstComment && format !== 'story',
  )
  const hasYoutube = platforms.includes('youtube')
  const takesLink = media.length === 0 && form.textOnly
  if (choices.length === 0 && commented.length === 0 && !hasYoutube && !takesLink) return null
  const problemOf = (field: 'title' | 'tags' | 'first_comment') => {
    for (const { platform, format } of networks) {
      const problem = wordProblems(form, platform, format).find(
        (one) => one.field === field && one.code !== 'title_missing',
      )
      if (problem) return problemSentence(platform, problem)
    }
    return undefined
  }
  return (
    <section className="sec net-fields" aria-label={t('social.compose.network.title')}>
      {choices.length > 0 ? (
        <div className="two">
          {choices.map(({ platform, format }) => (
            <NativeSelect
              key={platform}
              label={t('social.compose.network.format', { network: platformNames[platform] })}
              description={format === 'story' ? t('social.compose.network.storyNote') : undefined}
              data={formatsFor(platform, media).map((value) => ({
                value,
                label: t(`social.compose.network.formats.${value}`),
              }))}
              value={format}
              onChange={({ currentTarget: { value } }) =>
                onChange({ formats: { ...form.formats, [platform]: value as PostFormat } })
              }
            />
          ))}
        </div>
      ) : null}
      {hasYoutube ? (
        <>
          <TextInput
            label={
              <Label count={form.title.length} of={100}>
                {t('social.compose.network.videoTitle')}
              </Label>
            }
            value={form.title}
            error={titleError ?? problemOf('title')}
            onChange={({ currentTarget: { value } }) => onChange({ title: value })}
          />
          <Two>
            <NativeSelect
              label={t('social.compose.network.privacy')}
              data={(['public', 'unlisted', 'private'] as const).map((value) => ({
                value,
                label: t(`social.compose.network.${value}`),
              }))}
              value={form.privacy}
              onChange={({ currentTarget: { value } }) => onChange({ privacy: value as Composer['privacy'] })}
            />
            <TextInput
              label={
                <Label optional count={tagsLength(tagList(form))} of={mostInTags}>
                  {t('social.compose.network.tags')}
                </Label>
              }
              placeholder={t('social.compose.network.tagsHelp')}
              error={problemOf('tags')}
              value={form.tags}
              onChange={({ currentTarget: { value } }) => onChange({ tags: value })}
            />
          </Two>
          <Checkbox
            label={t('social.compose.network.kids')}
            checked={form.madeForKids}
            onChange={({ currentTarget: { checked } }) => onChange({ madeForKids: checked })}
          />
        </>
      ) : null}
      {commented.length > 0 ? (
        <Textarea
          label={<Label optional>{t('social.compose.firstComment')}</Label>}
          description={t('social.compose.firstCommentHelp', {
            networks: formatList(commented.map(({ platform }) => platformNames[platform])),
          })}
          autosize
          minRows={2}
          maxRows={6}
          error={problemOf('first_comment')}
          value={form.firstComment}
          onChange={({ currentTarget: { value } }) => onChange({ firstComment: value })}
        />
      ) : null}
      {takesLink ? <LinkField link={form.link} onChange={(link) => onChange({ link })} /> : null}
    </section>
  )
}

/** How long typing may pause before the page is read, in ms. */
const pauseMs = 600

function LinkField({ link, onChange }: { link: string; onChange: (link: string) => void }) {
  const preview = useLinkPreview(useSettled(isAddress(link) ? link.trim() : '', pauseMs))
  return (
    <TextInput
      label={<Label optional>{t('social.compose.link')}</Label>}
      type="url"
      inputMode="url"
      placeholder="https://"
      description={preview.isFetching ? t('social.compose.linkReading') : t('social.compose.linkHelp')}
      error={preview.isError ? t('social.compose.linkFailed') : undefined}
      value={link}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  )
}

export const isAddress = (text: string): boolean => /^https?:\/\/[^\s.]+\.\S+$/.test(text.trim())

/** The value once it has not changed for a while. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
