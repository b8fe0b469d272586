import { useEffect, useRef, useState } from 'react'

export type RecordingState = 'idle' | 'asking' | 'recording' | 'refused' | 'none'

/** Chromium and Firefox record Opus in WebM or Ogg, Safari AAC in MP4; the server makes a voice message of each. */
const wanted = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4']
/** Opus of speech needs a fifth of it; WhatsApp takes 16 MB. */
const longestSeconds = 15 * 60

/** Records what is said until it is taken or thrown away. Leaving the conversation throws it away. */
export function useRecorder() {
  const [state, setState] = useState<RecordingState>('idle')
  const [seconds, setSeconds] = useState(0)
  const recorder = useRef<MediaRecorder | null>(null)
  const pieces = useRef<Blob[]>([])
  /** The question for the microphone that has no answer yet. */
  const asking = useRef<object>(null)

  const end = () => {
    close(recorder.current?.stream)
    recorder.current = null
    setState('idle')
    setSeconds(0)
  }
  useEffect(
    () => () => {
      asking.current = null
      close(recorder.current?.stream)
    },
    [],
  )
  useEffect(() => {
    if (state !== 'recording') return
    const from = Date.now()
    const timer = setInterval(() => {
      const past = Math.floor((Date.now() - from) / 1000)
      setSeconds(past)
      if (past >= longestSeconds && recorder.current?.state === 'recording') recorder.current.pause()
    }, 250)
    return () => clearInterval(timer)
  }, [state])

  const start = async () => {
    if (!navigator.mediaDevices || !('MediaRecorder' in window)) return setState('none')
    if (asking.current) return
    const mine = {}
    asking.current = mine
    setState('asking')
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
      })
      // The person may have left before the browser was answered.
      if (asking.current !== mine) return close(stream)
      const mimeType = wanted.find((type) => MediaRecorder.isTypeSupported(type))
      const made = new MediaRecorder(stream, {
        ...(mimeType && { mimeType }),
        audioBitsPerSecond: 32_000,
      })
      pieces.current = []
      made.ondataavailable = ({ data }) => pieces.current.push(data)
      made.start(1000)
      recorder.current = made
      setState('recording')
    } catch (error) {
      setState(error instanceof DOMException && error.name === 'NotFoundError' ? 'none' : 'refused')
    } finally {
      if (asking.current === mine) asking.current = null
    }
  }

  /** The recording so far; recording ends. Null where there is none. */
  const take = (): Promise<File | null> => {
    const made = recorder.current
    if (!made) return Promise.resolve(null)
    return new Promise((resolve) => {
      const finish = () => {
        const type = made.mimeType || 'audio/webm'
        const ending = type.includes('mp4') ? 'm4a' : type.includes('ogg') ? 'ogg' : 'webm'
        const file = new File(pieces.current, `voice.${ending}`, { type })
        end()
        resolve(file)
      }
      // It ends by itself with its microphone, as when a headset is unplugged.
      if (made.state === 'inactive') return finish()
      made.onstop = finish
      made.stop()
    })
  }

  return { state, seconds, start, take, cancel: end }
}

function close(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
