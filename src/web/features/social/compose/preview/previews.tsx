import {
  IconBookmark,
  IconDots,
  IconHeart,
  IconMessageCircle,
  IconRepeat,
  IconSend,
  IconShare3,
  IconThumbUp,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Media } from '#contract/social/media.ts'
import { type Platform, type PostFormat, platformNames, type SocialAccount } from '#contract/social/social.ts'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { AccountFace } from '../../accounts/account-face.tsx'
import { networkIcons } from '../../accounts/network-icons.ts'
import { useLinkPreview } from '../../social.queries.ts'
import { type Composer, captionFor } from '../composer-form.ts'
import { isAddress, useSettled } from '../network-fields.tsx'
import { PreviewPicture } from './preview-picture.tsx'
import '../caption.css'
import './preview.css'

type Shown = { platform: Platform; format: PostFormat; account: SocialAccount }

/** The post as each network shows it. */
export function Previews({
  form,
  known,
  networks,
}: {
  form: Composer
  known: ReadonlyMap<number, Media>
  networks: readonly Shown[]
}) {
  const [chosen, setChosen] = useState<Platform | null>(null)
  const shown = networks.find(({ platform }) => platform === chosen) ?? networks[0]
  return (
    <section aria-labelledby="preview-title">
      <div className="sec-h">
        <h2 id="preview-title">{t('social.compose.preview.title')}</h2>
        {shown ? <span className="sm t3">{t(`social.compose.network.formats.${shown.format}`)}</span> : null}
      </div>
      {networks.length > 1 ? (
        // biome-ignore lint/a11y/useSemanticElements: a row of toggle buttons, not a form's fieldset
        <div className="pvs" role="group" aria-label={t('social.compose.preview.networks')}>
          {networks.map(({ platform }) => (
            <button
              key={platform}
              type="button"
              className="cap-b"
              aria-pressed={platform === shown?.platform}
              aria-label={platformNames[platform]}
              onClick={() => setChosen(platform)}
            >
              <Icon of={networkIcons[platform]} />
              {platform === shown?.platform ? platformNames[platform] : null}
            </button>
          ))}
        </div>
      ) : null}
      {shown ? (
        <Card form={form} known={known} shown={shown} />
      ) : (
        <p className="sm t3">{t('social.compose.preview.none')}</p>
      )}
    </section>
  )
}

type CardProps = { form: Composer; known: ReadonlyMap<number, Media>; shown: Shown }

function Card(props: CardProps) {
  const { shown } = props
  if (shown.format === 'story' || shown.format === 'reel' || shown.format === 'short')
    return <UprightCard {...props} />
  if (shown.platform === 'instagram') return <InstagramCard {...props} />
  return shown.platform === 'youtube' ? <YoutubeCard {...props} /> : <FeedCard {...props} />
}

const nameOf = ({ account }: Shown) => account.handle ?? account.page_name

function Head({ shown, under }: { shown: Shown; under?: string }) {
  const isInstagram = shown.platform === 'instagram'
  return (
    <div className="pv-h">
      <AccountFace account={shown.account} glyph={false} />
      <span className="grow">
        <b>{isInstagram ? nameOf(shown) : shown.account.page_name}</b>
        {under ? <small>{under}</small> : null}
      </span>
      <Icon of={IconDots} />
    </div>
  )
}

function InstagramCard({ form, known, shown }: CardProps) {
  return (
    <div className="pv">
      <Head shown={shown} />
      <Pictures form={form} known={known} shown={shown} className="p-45" />
      <div className="ig-a">
        <Icon of={IconHeart} />
        <Icon of={IconMessageCircle} />
        <Icon of={IconSend} />
        <span className="grow" />
        <Icon of={IconBookmark} />
      </div>
      <Text form={form} shown={shown} lead={nameOf(shown)} />
      {form.firstComment ? <Comment shown={shown} text={form.firstComment} /> : null}
    </div>
  )
}

/** Facebook and LinkedIn: the text above, the picture below, a row of actions. */
function FeedCard({ form, known, shown }: CardProps) {
  const isLinkedin = shown.platform === 'linkedin'
  return (
    <div className="pv">
      <Head shown={shown} under={t('social.compose.preview.now')} />
      <Text form={form} shown={shown} />
      {form.files.length > 0 ? (
        <Pictures form={form} known={known} shown={shown} className="p-free" />
      ) : (
        <LinkCard link={form.link} />
      )}
      <div className="pv-a">
        <span>
          <Icon of={IconThumbUp} size="small" />
          {t('social.compose.preview.like')}
        </span>
        <span>
          <Icon of={IconMessageCircle} size="small" />
          {t('social.compose.preview.comment')}
        </span>
        <span>
          <Icon of={isLinkedin ? IconRepeat : IconShare3} size="small" />
          {isLinkedin ? t('social.compose.preview.repost') : t('social.compose.preview.share')}
        </span>
        {isLinkedin ? (
          <span>
            <Icon of={IconSend} size="small" />
            {t('social.compose.preview.send')}
          </span>
        ) : null}
      </div>
      {form.firstComment && !isLinkedin ? <Comment shown={shown} text={form.firstComment} /> : null}
    </div>
  )
}

function YoutubeCard({ form, known, shown }: CardProps) {
  return (
    <div className="pv">
      <Pictures form={form} known={known} shown={shown} className="p-169" />
      <p className="pv-t">
        <b>{form.title || t('social.compose.network.videoTitle')}</b>
        <small>
          {t('social.compose.preview.views')} · {t('social.compose.preview.now')}
        </small>
      </p>
      <div className="pv-h">
        <AccountFace account={shown.account} glyph={false} />
        <b className="grow">{shown.account.page_name}</b>
        <span className="pv-sub">{t('social.compose.preview.subscribe')}</span>
      </div>
      <Text form={form} shown={shown} />
    </div>
  )
}

/** A reel, story or short: the picture fills the phone, the words lie on it. */
function UprightCard({ form, known, shown }: CardProps) {
  return (
    <div className="pv upright">
      <Pictures form={form} known={known} shown={shown} className="p-916" />
      <div className="up-t">
        <b>{nameOf(shown)}</b>
        {shown.format === 'story' ? null : (
          <span className="clamp">
            {shown.platform === 'youtube' ? form.title : captionFor(form, shown.platform)}
          </span>
        )}
      </div>
      {shown.format === 'story' ? null : (
        <div className="up-a">
          <Icon of={IconHeart} />
          <Icon of={IconMessageCircle} />
          <Icon of={IconSend} />
        </div>
      )}
    </div>
  )
}

function Text({ form, shown, lead }: { form: Composer; shown: Shown; lead?: string }) {
  const [open, setOpen] = useState(false)
  const text = captionFor(form, shown.platform)
  if (!text && !lead) return null
  const isLong = text.length > 140 || text.split('\n').length > 3
  return (
    <div className="pv-p">
      <p className={open ? undefined : 'clamp'}>
        {lead ? <b>{lead} </b> : null}
        {text}
      </p>
      {isLong && !open ? (
        <button type="button" className="pv-more" onClick={() => setOpen(true)}>
          {t('social.compose.preview.more')}
        </button>
      ) : null}
    </div>
  )
}

const Comment = ({ shown, text }: { shown: Shown; text: string }) => (
  <div className="pv-c">
    <AccountFace account={shown.account} glyph={false} />
    <p>
      <b>{nameOf(shown)}</b> {text}
    </p>
  </div>
)

function Pictures({ form, known, shown, className }: CardProps & { className: string }) {
  const [at, setAt] = useState(0)
  const { files } = form
  const file = files[Math.min(at, files.length - 1)]
  const media = file && known.get(file.id)
  if (!file || !media)
    return <div className={`p-art p-none ${className}`}>{t('social.compose.preview.noFile')}</div>
  return (
    <div className={`p-art ${className}`}>
      <PreviewPicture file={file} media={media} platform={shown.platform} format={shown.format} />
      {files.length > 1 ? (
        <div className="p-dots">
          {files.map(({ id }, index) => (
            <button
              key={id}
              type="button"
              aria-label={t('social.compose.preview.file', { position: index + 1, count: files.length })}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            />
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** How long typing may pause before the page is read, in ms. */
const pauseMs = 600

function LinkCard({ link }: { link: string }) {
  const preview = useLinkPreview(useSettled(isAddress(link) ? link.trim() : '', pauseMs)).data?.preview
  if (!preview || !link) return null
  return (
    <div className="pv-l">
      {preview.image ? <img src={preview.image} alt="" /> : null}
      <div>
        <small>{preview.site_name}</small>
        <b>{preview.title}</b>
        {preview.description ? <span className="clamp">{preview.description}</span> : null}
      </div>
    </div>
  )
}
