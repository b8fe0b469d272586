import type { App } from '#server/app.ts'
import type { Sender } from '#server/features/onboarding/onboarding.ts'
import { cardMediaFor, headerMediaFor } from '#server/features/templates/templates.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { installTag } from '../../model/callback-data.ts'
import type { LaneKey } from '../../model/lane-pause.ts'
import type { Claimed } from './claim.ts'
import { followTemplate } from './moved-template.ts'
import { getContent, linksOf, prepareContent, type WriteMessage } from './prepared-content.ts'

/** What a lane's messages say, made ready once for each content. */
export type Contents = {
  /** Makes ready what these messages say. */
  load: (messages: readonly Claimed[]) => Promise<void>
  /** The writer, or why the content's file could not be brought to the provider. */
  writer: (contentId: number) => WriteMessage | MetaError
  isMarketing: (contentId: number) => boolean
}

/** An upload that failed is tried again after so long; the provider forgets uploads after weeks. */
const retryUploadMs = 10_000
const keptMs = 6 * 3600_000

export function createContents(app: App, lane: LaneKey, sender: () => Sender): Contents {
  const ready = new Map<number, { writer: WriteMessage | MetaError; until: number; isMarketing: boolean }>()
  const prepare = async (message: Claimed): Promise<void> => {
    const { contentId } = message
    const content = await getContent(app, lane.businessId, contentId)
    const isMarketing = (await followTemplate(app, lane, content, message)).toUpperCase() === 'MARKETING'
    try {
      const { media, media_id, card_media_ids } = content.fixed
      const template = { ...content, components: content.components as never }
      const files = {
        header:
          media ??
          (await headerMediaFor(app, lane.businessId, { ...template, header_media_id: media_id }, sender())),
        cards: await cardMediaFor(app, lane.businessId, { ...template, card_media_ids }, sender()),
      }
      const writer = prepareContent(content, files, installTag(app), linksOf(app, lane.businessId, content))
      ready.set(contentId, { writer, isMarketing, until: performance.now() + keptMs })
    } catch (error) {
      if (!(error instanceof MetaError)) throw error
      ready.set(contentId, { writer: error, isMarketing, until: performance.now() + retryUploadMs })
    }
  }
  return {
    async load(messages) {
      for (const message of messages) {
        const known = ready.get(message.contentId)
        if (!known || known.until < performance.now()) await prepare(message)
      }
    },
    writer: (contentId) => ready.get(contentId)!.writer,
    isMarketing: (contentId) => ready.get(contentId)!.isMarketing,
  }
}
