import { facebookLogin, pageTokenCare } from './facebook/connect.ts'
import { type FacebookOptions, openFacebookGraph } from './facebook/facebook-graph.ts'
import { facebookInsights } from './facebook/insights.ts'
import { facebookPublisher } from './facebook/publish.ts'
import { readSignedRequest, type SignedRequest } from './facebook/signed-request.ts'
import type { InsightsClient } from './insights.ts'
import { type InstagramOptions, instagramLogin, instagramTokenCare } from './instagram/connect.ts'
import { instagramInsights } from './instagram/insights.ts'
import { instagramPublisher } from './instagram/publish.ts'
import { type LinkedinOptions, linkedinLogin, linkedinTokenCare } from './linkedin/connect.ts'
import { linkedinInsights } from './linkedin/insights.ts'
import { linkedinPublisher } from './linkedin/publish.ts'
import type { NetworkLogin, SocialPlatform, TokenCare, TokenKind, Way } from './network-login.ts'
import { readPicture } from './picture.ts'
import type { PublishAccount, Publisher } from './publishing.ts'
import { createAskNetwork, type SocialExchange } from './social-http.ts'
import { createUsageMeter, type Restraint } from './usage.ts'
import { googleTokenCare, type YoutubeOptions, youtubeLogin } from './youtube/connect.ts'
import { youtubeInsights } from './youtube/insights.ts'
import { youtubePublisher } from './youtube/publish.ts'

export type SocialOptions = {
  facebook: FacebookOptions
  instagram: InstagramOptions
  youtube: YoutubeOptions
  linkedin: LinkedinOptions
  record?: ((exchange: SocialExchange) => void) | undefined
}

/** The social networks: how people log in at each, and how each kind of token is kept alive. */
export type Social = {
  logins: Record<Way, NetworkLogin>
  care: Record<TokenKind, TokenCare>
  publishers: Record<SocialPlatform, Publisher>
  insights: Record<SocialPlatform, InsightsClient>
  /** Who a signed request of Meta is about; undefined where our app at that network did not sign it. */
  signedRequest: (network: 'facebook' | 'instagram', text: string) => SignedRequest | undefined
  /** What Meta's rate limits demand before calls for this account. */
  restraint: (account: PublishAccount, now: number) => Restraint
  /** A profile picture as a small data address; undefined where there is none that we would show. */
  picture: (url: string) => Promise<string | undefined>
}

export function createSocial(options: SocialOptions): Social {
  const usage = createUsageMeter()
  const ask = createAskNetwork(options.record, usage.note)
  const graph = openFacebookGraph(ask, options.facebook)
  return {
    logins: {
      facebook: facebookLogin(graph, 'pages'),
      instagram_page: facebookLogin(graph, 'instagram'),
      instagram: instagramLogin(ask, options.instagram),
      youtube: youtubeLogin(ask, options.youtube),
      linkedin: linkedinLogin(ask, options.linkedin),
    },
    care: {
      page: pageTokenCare(graph),
      instagram: instagramTokenCare(ask, options.instagram),
      google: googleTokenCare(ask, options.youtube),
      linkedin: linkedinTokenCare(ask, options.linkedin),
    },
    publishers: {
      facebook: facebookPublisher(graph),
      instagram: instagramPublisher(graph, ask, options.instagram),
      youtube: youtubePublisher(ask, options.youtube),
      linkedin: linkedinPublisher(ask, options.linkedin),
    },
    insights: {
      facebook: facebookInsights(graph),
      instagram: instagramInsights(graph, ask, options.instagram),
      youtube: youtubeInsights(ask, options.youtube),
      linkedin: linkedinInsights,
    },
    signedRequest: (network, text) => readSignedRequest(text, options[network].appSecret),
    restraint({ tokenKind, externalId, pageId }, now) {
      if (tokenKind === 'page')
        return usage.restraint(options.facebook.graphUrl, [externalId, ...(pageId ? [pageId] : [])], now)
      if (tokenKind === 'instagram') return usage.restraint(options.instagram.graphUrl, [externalId], now)
      return { kind: 'none' }
    },
    picture: (url) => readPicture(url, options),
  }
}
