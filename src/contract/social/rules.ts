import type { Platform, PostFormat } from './networks.ts'

/** What a network takes as media of one format. Bytes, pixels, milliseconds; ratios are width over height. */
export type MediaRule = {
  mimes: readonly string[]
  maxBytes: number
  minWidth?: number
  minHeight?: number
  maxWidth?: number
  maxPixels?: number
  minRatio?: number
  maxRatio?: number
  minDurationMs?: number
  maxDurationMs?: number
  minFps?: number
  maxFps?: number
  videoCodecs?: readonly string[]
  audioCodecs?: readonly string[]
  maxBitsPerSecond?: number
  /** Wider pictures are scaled down by the network itself: a picture that we convert is made no wider. */
  usefulWidth?: number
}

export type FormatRule = {
  /** How many files of each kind. */
  images: readonly [least: number, most: number]
  videos: readonly [least: number, most: number]
  image?: MediaRule
  video?: MediaRule
}

/** Text limits of a network, counted as it counts: characters, or bytes of UTF-8. */
export type TextRule = {
  most: number
  unit: 'characters' | 'bytes'
  hashtags?: number
  mentions?: number
  /** A title beside the text. */
  title?: { most: number; required: boolean }
  /** Characters that the network refuses in the text. */
  refused?: RegExp
  firstComment: boolean
  altText?: number
}

const mb = 1024 * 1024
const seconds = 1_000
const minutes = 60_000
const hours = 3_600_000
const video = ['video/mp4', 'video/quicktime']

/** Source: facts/social-publishing §2.1, §3.1, §3.6; facts/onboarding-oauth §6, §7. */
export const textRules: Record<Platform, TextRule> = {
  facebook: { most: 63_206, unit: 'characters', firstComment: true },
  instagram: {
    most: 2_200,
    unit: 'characters',
    hashtags: 30,
    mentions: 20,
    firstComment: true,
    altText: 1_000,
  },
  youtube: {
    most: 5_000,
    unit: 'bytes',
    title: { most: 100, required: true },
    refused: /[<>]/,
    firstComment: false,
  },
  linkedin: { most: 3_000, unit: 'characters', firstComment: false },
}

const none = [0, 0] as const
const one = [1, 1] as const

const facebookPhoto: MediaRule = {
  mimes: ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'],
  // The Page's page says 10 MB; above 4 MB uploads are refused (subcode 1366046).
  maxBytes: 4 * mb,
}
const instagramImage: MediaRule = {
  mimes: ['image/jpeg'],
  maxBytes: 8 * mb,
  minWidth: 320,
  minRatio: 4 / 5,
  maxRatio: 1.91,
  usefulWidth: 1440,
}
const instagramReel: MediaRule = {
  mimes: video,
  maxBytes: 300 * mb,
  maxWidth: 1920,
  minRatio: 0.01,
  maxRatio: 10,
  minDurationMs: 3 * seconds,
  maxDurationMs: 15 * minutes,
  minFps: 23,
  maxFps: 60,
  videoCodecs: ['avc', 'hevc'],
  audioCodecs: ['aac'],
  maxBitsPerSecond: 25_000_000,
}
const linkedinImage: MediaRule = {
  mimes: ['image/jpeg', 'image/png', 'image/gif'],
  maxBytes: 20 * mb,
  maxPixels: 36_152_320,
}

/** Which formats a network has, and what each of them takes. A format that is not here is not offered there. */
export const formatRules: Record<Platform, Partial<Record<PostFormat, FormatRule>>> = {
  facebook: {
    text: { images: none, videos: none },
    image: { images: one, videos: none, image: facebookPhoto },
    carousel: { images: [2, 10], videos: none, image: facebookPhoto },
    video: {
      images: none,
      videos: one,
      video: { mimes: video, maxBytes: 1024 * mb, maxDurationMs: 20 * minutes },
    },
    reel: {
      images: none,
      videos: one,
      video: {
        mimes: video,
        maxBytes: 1024 * mb,
        minWidth: 540,
        minHeight: 960,
        minRatio: 9 / 16 - 0.01,
        maxRatio: 9 / 16 + 0.01,
        minDurationMs: 3 * seconds,
        maxDurationMs: 90 * seconds,
        minFps: 24,
        maxFps: 60,
        videoCodecs: ['avc', 'hevc', 'vp9', 'av1'],
        audioCodecs: ['aac'],
      },
    },
  },
  instagram: {
    image: { images: one, videos: none, image: instagramImage },
    carousel: { images: [0, 10], videos: [0, 10], image: instagramImage, video: instagramReel },
    reel: { images: none, videos: one, video: instagramReel },
    story: {
      images: [0, 1],
      videos: [0, 1],
      image: { mimes: ['image/jpeg'], maxBytes: 8 * mb },
      video: {
        ...instagramReel,
        maxBytes: 100 * mb,
        minRatio: 0.1,
        maxDurationMs: 60 * seconds,
      },
    },
  },
  youtube: {
    video: {
      images: none,
      videos: one,
      video: { mimes: [...video, 'video/webm'], maxBytes: 256 * 1024 * mb, maxDurationMs: 12 * hours },
    },
    short: {
      images: none,
      videos: one,
      video: {
        mimes: [...video, 'video/webm'],
        maxBytes: 256 * 1024 * mb,
        maxRatio: 1,
        maxDurationMs: 3 * minutes,
      },
    },
  },
  linkedin: {
    text: { images: none, videos: none },
    image: { images: one, videos: none, image: linkedinImage },
    carousel: { images: [2, 20], videos: none, image: linkedinImage },
    video: {
      images: none,
      videos: one,
      video: {
        mimes: ['video/mp4'],
        maxBytes: 500 * mb,
        minDurationMs: 3 * seconds,
        maxDurationMs: 30 * minutes,
      },
    },
  },
}

/** A carousel has at least two. */
export const leastInCarousel = 2
