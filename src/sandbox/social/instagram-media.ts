import type { SocialToken } from '../world/social-world.ts'
import type { SocialAnswer, SocialRequest } from './social-exchange.ts'

/** Containers and media of an Instagram account, on both hosts; undefined: the path is none of these. */
export async function answerInstagramMedia(
  _request: SocialRequest,
  _path: string,
  _token: SocialToken,
  _accountIds: readonly string[],
): Promise<SocialAnswer | undefined> {
  return undefined
}
