import type { SocialOptions } from './providers/social/social.ts'

/** Our apps at the social networks, as the environment names them. */
export type SocialApps = {
  META_APP_ID?: string | undefined
  META_APP_SECRET?: string | undefined
  META_SOCIAL_CONFIG_ID?: string | undefined
  META_BUSINESS_ID?: string | undefined
  INSTAGRAM_APP_ID?: string | undefined
  INSTAGRAM_APP_SECRET?: string | undefined
  GOOGLE_CLIENT_ID?: string | undefined
  GOOGLE_CLIENT_SECRET?: string | undefined
  LINKEDIN_CLIENT_ID?: string | undefined
  LINKEDIN_CLIENT_SECRET?: string | undefined
  LINKEDIN_VERSION?: string | undefined
}

/** Where the networks are, and which of them this install has an app at. */
export function networkOptions(apps: SocialApps, graphUrl: string, version: string): SocialOptions {
  return {
    facebook: {
      graphUrl,
      dialogUrl: 'https://www.facebook.com',
      version,
      appId: apps.META_APP_ID,
      appSecret: apps.META_APP_SECRET,
      configId: apps.META_SOCIAL_CONFIG_ID,
      businessId: apps.META_BUSINESS_ID,
    },
    instagram: {
      dialogUrl: 'https://www.instagram.com',
      tokenUrl: 'https://api.instagram.com',
      graphUrl: 'https://graph.instagram.com',
      version,
      appId: apps.INSTAGRAM_APP_ID,
      appSecret: apps.INSTAGRAM_APP_SECRET,
    },
    youtube: {
      accountsUrl: 'https://accounts.google.com',
      tokenUrl: 'https://oauth2.googleapis.com',
      apiUrl: 'https://www.googleapis.com',
      clientId: apps.GOOGLE_CLIENT_ID,
      clientSecret: apps.GOOGLE_CLIENT_SECRET,
    },
    linkedin: {
      webUrl: 'https://www.linkedin.com',
      authorizeUrl: 'https://www.linkedin.com',
      apiUrl: 'https://api.linkedin.com',
      version: apps.LINKEDIN_VERSION,
      clientId: apps.LINKEDIN_CLIENT_ID,
      clientSecret: apps.LINKEDIN_CLIENT_SECRET,
    },
  }
}

/** The same where one server stands in for all four networks, each under a path of its own. */
export function standInOptions(
  base: { url: string; dialogUrl: string },
  app: { appId: string; appSecret: string },
  version: string,
): SocialOptions {
  const at = (network: string) => `${base.url}/social/${network}`
  const dialogAt = (network: string) => `${base.dialogUrl}/social/${network}`
  const client = { clientId: app.appId, clientSecret: app.appSecret }
  return {
    facebook: {
      graphUrl: at('facebook'),
      dialogUrl: dialogAt('facebook'),
      version,
      ...app,
      configId: undefined,
      businessId: undefined,
    },
    instagram: {
      dialogUrl: dialogAt('instagram'),
      tokenUrl: at('instagram'),
      graphUrl: at('instagram'),
      version,
      ...app,
    },
    youtube: {
      accountsUrl: dialogAt('google'),
      tokenUrl: at('google'),
      apiUrl: at('google'),
      webUrl: dialogAt('google'),
      ...client,
    },
    linkedin: {
      webUrl: at('linkedin'),
      authorizeUrl: dialogAt('linkedin'),
      apiUrl: at('linkedin'),
      ...client,
    },
  }
}
