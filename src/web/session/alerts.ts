import { useSyncExternalStore } from 'react'
import { readKey, writeKey } from './storage.ts'

/** How this browser tells of new messages. */
export type AlertKind = 'notify' | 'sound'

const listeners = new Set<() => void>()

export const isAlertOn = (kind: AlertKind): boolean => readKey(`inbox_${kind}`) === 'on'

export function setAlert(kind: AlertKind, on: boolean): void {
  writeKey(`inbox_${kind}`, on ? 'on' : 'off')
  for (const listener of listeners) listener()
}

export const useAlertOn = (kind: AlertKind): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
    () => isAlertOn(kind),
  )

/** Asks the browser; only a press of a person may call it. */
export async function allowNotifications(): Promise<'granted' | 'denied' | 'none'> {
  if (!('Notification' in window)) return 'none'
  if (Notification.permission === 'granted') return 'granted'
  return (await Notification.requestPermission()) === 'granted' ? 'granted' : 'denied'
}

let context: AudioContext | undefined

/** Two short tones. A browser that wants a press first stays silent until there was one. */
export async function playTone(): Promise<void> {
  context ??= new AudioContext()
  await context.resume()
  const start = context.currentTime
  for (const [at, pitch] of [
    [0, 660],
    [0.14, 880],
  ] as const) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.0001, start + at)
    volume.gain.exponentialRampToValueAtTime(0.12, start + at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + at + 0.13)
    tone.connect(volume).connect(context.destination)
    tone.start(start + at)
    tone.stop(start + at + 0.14)
  }
}
